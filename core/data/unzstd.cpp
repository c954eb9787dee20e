#include "core/data/input_file.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <memory>
#include <zstd.h>
#include <zstd_errors.h>

namespace vitrine {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 18;
constexpr int kMaxWindowLog = 27; // 128 MiB, what the zstd program takes unless it is told otherwise

struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

Error damage(const std::string& name, std::size_t state) {
    if (ZSTD_getErrorCode(state) == ZSTD_error_frameParameter_windowTooLarge)
        return makeError(ErrorCode::outOfRange,
                         name + ": the zstd data need a window of more than 128 MiB, unpack it first");
    return makeError(ErrorCode::parse, name + ": the zstd data are damaged");
}

/// Bytes to ask for at once, as the first frame claims its size; a short file may claim anything.
std::size_t expectedSize(std::string_view bytes, std::size_t limit) {
    constexpr std::size_t kMostPerByte = 4096;
    const unsigned long long claimed = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    const bool unknown = claimed == ZSTD_CONTENTSIZE_UNKNOWN || claimed == ZSTD_CONTENTSIZE_ERROR;
    return std::min({unknown ? 0 : static_cast<std::size_t>(claimed), bytes.size() * kMostPerByte, limit}) + kStep;
}

} // namespace

bool isZstd(std::string_view bytes) {
    if (bytes.starts_with("\x28\xB5\x2F\xFD"))
        return true;
    // A frame to be passed over, as parallel compressors write at the start.
    return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xF0U) == 0x50U &&
           bytes.substr(1, 3) == "\x2A\x4D\x18";
}

Result<std::string> unzstd(std::string_view bytes, std::size_t limit, bool partial, const std::string& name,
                           const std::stop_token& stop) {
    const std::unique_ptr<ZSTD_DStream, Free> stream(ZSTD_createDStream());
    if (!stream || ZSTD_isError(ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, kMaxWindowLog)))
        return makeError(ErrorCode::internal, name + ": zstd could not be started");
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::string out;
    out.reserve(expectedSize(bytes, limit));
    while (true) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, name + ": reading was cancelled");
        const std::size_t before = out.size();
        out.resize(before + std::min(kStep, limit + 1 - before));
        ZSTD_outBuffer room{out.data() + before, out.size() - before, 0};
        const std::size_t state = ZSTD_decompressStream(stream.get(), &room, &in);
        out.resize(before + room.pos);
        if (out.size() > limit) {
            out.resize(limit);
            if (partial)
                return out;
            return makeError(ErrorCode::outOfRange, name + ": holds more than " +
                                                        grouped(static_cast<std::int64_t>(limit)) +
                                                        " bytes when decompressed, unpack it first");
        }
        if (ZSTD_isError(state)) {
            if (partial)
                return out;
            return damage(name, state);
        }
        if (in.pos < in.size || room.pos == room.size)
            continue;
        if (state == 0 || partial)
            return out;
        return makeError(ErrorCode::parse, name + ": the zstd data end too early, the file is cut off");
    }
}

} // namespace vitrine
