#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace vitrine {

/// Streamed SHA-256.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(const void* data, std::size_t size);
    void add(std::string_view text) { add(text.data(), text.size()); }

    /// 64 lower-case hexadecimal digits; the object must not be used afterwards.
    std::string hex();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// SHA-256 of the bytes on disk. @errors io
Result<std::string> fileSha256(const std::string& path);

/// What a long hashing asks and tells on the way.
struct HashSteps {
    std::stop_token stop;
    std::function<void(std::int64_t)> read; ///< called with the bytes of each piece; may be null
};
/// SHA-256 of the first `bytes` of a file, all of them where it is negative. @errors io, cancelled
Result<std::string> fileSha256(const std::string& path, std::int64_t bytes, const HashSteps& steps = {});

} // namespace vitrine
