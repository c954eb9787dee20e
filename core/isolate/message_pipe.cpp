#include "core/isolate/message_pipe.h"

#include "core/values/value_codec.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vitrine {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLargestHeader = 256ULL << 20;
constexpr std::uint64_t kLargestArray = 1ULL << 40;
constexpr std::size_t kChunk = 1 << 20;

Result<void> writeAll(int fd, const char* data, std::size_t size) {
    while (size > 0) {
        // Without a signal: the other process may have crashed.
        const ssize_t written = ::send(fd, data, std::min(size, kChunk), MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return makeError(ErrorCode::io, std::string("the other process is gone: ") + std::strerror(errno));
        data += written;
        size -= static_cast<std::size_t>(written);
    }
    return {};
}

// Without values, as text before the bytes of all arrays.
Json describe(const EncodedValue& value) {
    Json arrays = Json::array();
    for (const EncodedArray& array : value.arrays)
        arrays.push_back(
            {{"name", array.name}, {"dtype", array.dtype}, {"shape", array.shape}, {"bytes", array.bytes.size()}});
    return {{"header", value.header}, {"arrays", std::move(arrays)}};
}

Error notAMessage() {
    return makeError(ErrorCode::parse, "the other process sent what is no message");
}

} // namespace

std::string Message::type() const {
    const auto found = fields.find("type");
    return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ErrorCode errorCodeOf(const Json& fields) {
    const auto found = fields.find("code");
    if (found == fields.end() || !found->is_number_integer())
        return ErrorCode::internal;
    const auto code = found->get<std::int64_t>();
    return code >= 0 && code <= static_cast<std::int64_t>(ErrorCode::internal) ? static_cast<ErrorCode>(code)
                                                                               : ErrorCode::internal;
}

void Descriptor::close() {
    if (m_fd >= 0)
        ::close(m_fd);
    m_fd = -1;
}

Result<void> MessageWriter::send(const Message& message) {
    std::vector<EncodedValue> values;
    Json whole{{"fields", message.fields}, {"values", Json::array()}};
    for (const Value& value : message.values) {
        values.push_back(encodeValue(value));
        whole["values"].push_back(describe(values.back()));
    }
    const std::string header = whole.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto size = static_cast<std::uint64_t>(header.size());
    std::array<char, sizeof size> length{};
    std::memcpy(length.data(), &size, sizeof size); // both sides are this program on this machine
    const std::scoped_lock lock(m_mutex);
    if (auto sent = writeAll(m_fd, length.data(), length.size()); !sent)
        return sent;
    if (auto sent = writeAll(m_fd, header.data(), header.size()); !sent)
        return sent;
    for (const EncodedValue& value : values)
        for (const EncodedArray& array : value.arrays)
            if (auto sent = writeAll(m_fd, array.bytes.data(), array.bytes.size()); !sent)
                return sent;
    return {};
}

// False when the pipe ended before the first byte.
Result<bool> MessageReader::fill(std::size_t size, std::string& into) {
    into.clear();
    while (into.size() < size) {
        const std::size_t old = into.size();
        into.resize(std::min(size, old + kChunk));
        const ssize_t got = ::read(m_fd, into.data() + old, into.size() - old);
        into.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return makeError(ErrorCode::io, std::string("the other process cannot be read: ") + std::strerror(errno));
        if (got == 0 && old == 0)
            return false;
        if (got == 0)
            return makeError(ErrorCode::io, "the other process ended within a message");
    }
    return true;
}

Result<std::optional<Message>> MessageReader::receive(std::chrono::milliseconds wait) {
    pollfd ready{m_fd, POLLIN, 0};
    const int polled = ::poll(&ready, 1, static_cast<int>(wait.count()));
    if (polled == 0 || (polled < 0 && errno == EINTR))
        return std::optional<Message>();
    std::string bytes;
    std::uint64_t size = 0;
    const auto begun = fill(sizeof size, bytes);
    if (!begun)
        return begun.error();
    if (!*begun)
        return makeError(ErrorCode::io, "the other process has ended");
    std::memcpy(&size, bytes.data(), sizeof size);
    if (size > kLargestHeader)
        return notAMessage();
    if (const auto got = fill(static_cast<std::size_t>(size), bytes); !got || !*got)
        return got ? notAMessage() : got.error();
    const Json whole = Json::parse(bytes, nullptr, false);
    if (!whole.is_object() || !whole.contains("fields") || !whole["fields"].is_object() || !whole.contains("values") ||
        !whole["values"].is_array())
        return notAMessage();
    Message message;
    message.fields = whole["fields"];
    for (const Json& described : whole["values"]) {
        EncodedValue encoded;
        if (!described.is_object() || !described.contains("arrays") || !described["arrays"].is_array())
            return notAMessage();
        encoded.header = described.value("header", Json());
        for (const Json& one : described["arrays"]) {
            EncodedArray array;
            try {
                array = {one.at("name"), one.at("dtype"), one.at("shape"), {}};
                size = one.at("bytes").get<std::uint64_t>();
            } catch (const Json::exception&) {
                return notAMessage();
            }
            if (size > kLargestArray)
                return notAMessage();
            if (size > 0)
                if (const auto got = fill(static_cast<std::size_t>(size), array.bytes); !got || !*got)
                    return got ? notAMessage() : got.error();
            encoded.arrays.push_back(std::move(array));
        }
        auto value = decodeValue(encoded);
        if (!value)
            return value.error();
        message.values.push_back(std::move(*value));
    }
    return std::optional(std::move(message));
}

} // namespace vitrine
