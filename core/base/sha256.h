#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
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

} // namespace vitrine
