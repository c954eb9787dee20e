#include "core/base/sha256.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <openssl/evp.h>
#include <vector>

namespace vitrine {

struct Sha256::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : m_state(std::make_unique<State>()) {
    EVP_DigestInit_ex(m_state->context, EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;

void Sha256::add(const void* data, std::size_t size) {
    EVP_DigestUpdate(m_state->context, data, size);
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(m_state->context, digest.data(), &size);
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    text.reserve(2UL * size);
    for (unsigned int i = 0; i < size; ++i) {
        text.push_back(kDigits[digest[i] >> 4]);
        text.push_back(kDigits[digest[i] & 15]);
    }
    return text;
}

Result<std::string> fileSha256(const std::string& path) {
    return fileSha256(path, -1);
}

Result<std::string> fileSha256(const std::string& path, std::int64_t bytes, const HashSteps& steps) {
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file)
        return makeError(ErrorCode::io, path + ": cannot be opened for reading");
    Sha256 hash;
    std::vector<char> buffer(1 << 18);
    auto left = bytes < 0 ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(bytes);
    while (left > 0) {
        if (steps.stop.stop_requested())
            return makeError(ErrorCode::cancelled, path + ": reading was cancelled");
        const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), left);
        const std::size_t n = std::fread(buffer.data(), 1, wanted, file.get());
        if (n == 0)
            break;
        hash.add(buffer.data(), n);
        left -= n;
        if (steps.read)
            steps.read(static_cast<std::int64_t>(n));
    }
    if (std::ferror(file.get()))
        return makeError(ErrorCode::io, path + ": reading failed");
    return hash.hex();
}

} // namespace vitrine
