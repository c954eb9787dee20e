#pragma once

#include "core/base/result.h"
#include "core/values/value.h"

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace vitrine {

/// One message between a program and its worker process: a JSON object and any number of values.
struct Message {
    nlohmann::json fields; ///< has "type"
    std::vector<Value> values;

    std::string type() const;
};

/// The code of an error that a message tells; internal where it is none.
ErrorCode errorCodeOf(const nlohmann::json& fields);

/// A file descriptor that is closed at the end.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor&& other) noexcept : m_fd(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            m_fd = other.release();
        }
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return m_fd; }
    void close();

private:
    int release() {
        const int fd = m_fd;
        m_fd = -1;
        return fd;
    }
    int m_fd = -1;
};

/// Sends messages into a socket, each whole. Thread-safe.
class MessageWriter {
public:
    explicit MessageWriter(int fd) : m_fd(fd) {}
    /// @errors io: the other side is gone
    Result<void> send(const Message& message);

private:
    const int m_fd;
    std::mutex m_mutex; // one message at a time
};

/// Receives messages from a socket. Memory is taken for bytes that have come, never for those that are claimed.
class MessageReader {
public:
    explicit MessageReader(int fd) : m_fd(fd) {}
    /// The next message; nothing when none came in this time. A message that has begun is waited for.
    /// @errors io: the other side is gone; parse: what came is no message
    Result<std::optional<Message>> receive(std::chrono::milliseconds wait);

private:
    Result<bool> fill(std::size_t size, std::string& into);
    const int m_fd;
};

} // namespace vitrine
