#include "core/data/input_file.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <zlib.h>

namespace vitrine {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 18;
constexpr int kGzipWindow = 15 + 16; // the largest window, gzip header expected

/// zlib's state, ended in every case.
struct Inflater {
    z_stream stream{};
    bool ready = inflateInit2(&stream, kGzipWindow) == Z_OK;
    Inflater() = default;
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream); }
};

/// zlib counts input in 32 bits; feeds the rest of the input in portions.
void feed(z_stream& stream, std::string_view& rest) {
    if (stream.avail_in > 0)
        return;
    const std::size_t portion = std::min(rest.size(), kStep);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data())); // zlib does not write there
    stream.avail_in = static_cast<uInt>(portion);
    rest.remove_prefix(portion);
}

/// Whether nothing but zeros follows, as some programs fill up the last block.
bool onlyPadding(const z_stream& stream, std::string_view rest) {
    const std::string_view left(reinterpret_cast<const char*>(stream.next_in), stream.avail_in);
    constexpr std::string_view kZero("\0", 1);
    return left.find_first_not_of(kZero) == std::string_view::npos &&
           rest.find_first_not_of(kZero) == std::string_view::npos;
}

/// Bytes to ask for at once, as the file claims its size: growing step by step copies what is there again and again.
std::size_t expectedSize(std::string_view bytes, std::size_t limit) {
    constexpr std::size_t kMostPerByte = 1032; // what deflate can reach
    std::size_t claimed = 0;
    for (std::size_t i = 0; i < 4 && bytes.size() >= 4; ++i)
        claimed |= std::size_t{static_cast<unsigned char>(bytes[bytes.size() - 4 + i])} << (8 * i);
    return std::min({claimed, bytes.size() * kMostPerByte, limit}) + kStep;
}

} // namespace

bool isGzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b\x08");
}

Result<std::string> gunzip(std::string_view bytes, std::size_t limit, bool partial, const std::string& name,
                           const std::stop_token& stop) {
    Inflater inflater;
    if (!inflater.ready)
        return makeError(ErrorCode::internal, name + ": zlib could not be started");
    z_stream& stream = inflater.stream;
    std::string out;
    out.reserve(expectedSize(bytes, limit));
    std::string_view rest = bytes;
    while (true) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, name + ": reading was cancelled");
        feed(stream, rest);
        const std::size_t before = out.size();
        const std::size_t room = std::min(kStep, limit + 1 - before);
        out.resize(before + room);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
        stream.avail_out = static_cast<uInt>(room);
        const int state = inflate(&stream, Z_NO_FLUSH);
        out.resize(before + room - stream.avail_out);
        if (out.size() > limit) {
            out.resize(limit);
            if (partial)
                return out;
            return makeError(ErrorCode::outOfRange, name + ": holds more than " +
                                                        grouped(static_cast<std::int64_t>(limit)) +
                                                        " bytes when decompressed, unpack it first");
        }
        const bool exhausted = stream.avail_in == 0 && rest.empty();
        if (state == Z_STREAM_END) {
            if (exhausted || onlyPadding(stream, rest))
                return out;
            if (inflateReset(&stream) == Z_OK) // a gzip file may have several members
                continue;
        }
        if (state != Z_OK || exhausted) {
            if (partial)
                return out;
            const bool cutOff = exhausted && state != Z_DATA_ERROR;
            return makeError(ErrorCode::parse, name + (cutOff ? ": the gzip data end too early, the file is cut off"
                                                              : ": the gzip data are damaged"));
        }
    }
}

} // namespace vitrine
