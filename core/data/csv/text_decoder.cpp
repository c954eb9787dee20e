#include "core/data/csv/text_decoder.h"

#include "core/base/parallel_for.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace vitrine {
namespace {

constexpr std::size_t kSlice = std::size_t{4} << 20;

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Length of the sequence at `at` if it is well-formed (RFC 3629), else 0. Zero bytes count as ill-formed.
std::size_t sequenceLength(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
    const std::size_t left = bytes.size() - at;
    const unsigned first = byte(0);
    if (first < 0x80)
        return first != 0 ? 1 : 0;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || left < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!isContinuation(bytes[at + i]))
            return 0;
    const unsigned second = byte(1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool tooLarge = first == 0xF4 && second > 0x8F;
    return overlong || surrogate || tooLarge ? 0 : length;
}

/// Whether eight bytes are all ASCII and none is zero.
bool plainWord(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    constexpr std::uint64_t kHigh = 0x8080808080808080U;
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    return ((word | (word - kOnes)) & kHigh) == 0;
}

void appendUtf8(std::string& out, std::uint32_t point) {
    const auto put = [&](std::uint32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | (point >> 6));
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | (point >> 12));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | (point >> 18));
        put(0x80 | ((point >> 12) & 0x3F));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    }
}

constexpr std::uint32_t kReplacement = 0xFFFD;

std::string fromUtf16(std::string_view bytes, bool littleEndian, std::size_t& replaced) {
    const auto unit = [&](std::size_t i) -> std::uint32_t {
        const auto a = static_cast<unsigned char>(bytes[i]);
        const auto b = static_cast<unsigned char>(bytes[i + 1]);
        return littleEndian ? static_cast<std::uint32_t>(a | (b << 8)) : static_cast<std::uint32_t>((a << 8) | b);
    };
    std::string out;
    out.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const std::uint32_t first = unit(i);
        if (first < 0xD800 || first > 0xDFFF) {
            appendUtf8(out, first);
            continue;
        }
        const std::uint32_t second = first < 0xDC00 && i + 3 < bytes.size() ? unit(i + 2) : 0;
        if (second >= 0xDC00 && second <= 0xDFFF) {
            appendUtf8(out, 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00));
            i += 2;
        } else {
            appendUtf8(out, kReplacement);
            ++replaced;
        }
    }
    return out;
}

/// 0x80 to 0x9F of Windows-1252; the five that stand for nothing stay control characters.
constexpr std::array<std::uint16_t, 32> kWindows1252{0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                                     0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

std::string fromWindows1252(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        appendUtf8(out, byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80U] : byte);
    }
    return out;
}

void own(DecodedText& decoded, std::string text) {
    decoded.own = std::make_shared<const std::string>(std::move(text));
    decoded.text = *decoded.own;
}

/// findInvalidUtf8 over slices that begin between characters.
std::size_t findInvalidInParallel(std::string_view bytes, const ReadContext& context) {
    const std::size_t count = bytes.size() / kSlice + 1;
    std::vector<std::size_t> start(count + 1, bytes.size());
    for (std::size_t i = 0; i < count; ++i) {
        start[i] = i * kSlice;
        // No character is longer than four bytes: anything else is invalid wherever the slice begins.
        for (int back = 0; back < 3 && start[i] > 0 && start[i] < bytes.size() && isContinuation(bytes[start[i]]);
             ++back)
            --start[i];
    }
    std::vector<std::size_t> found(count, std::string_view::npos);
    parallelFor(count, context.threads, [&](std::size_t i) {
        if (start[i] >= start[i + 1])
            return;
        const std::size_t at = findInvalidUtf8(bytes.substr(start[i], start[i + 1] - start[i]));
        if (at != std::string_view::npos)
            found[i] = start[i] + at;
    });
    for (std::size_t at : found)
        if (at != std::string_view::npos)
            return at;
    return std::string_view::npos;
}

Error textError(const std::string& name, std::string_view bytes, std::size_t at, const std::string& what) {
    return makeError(ErrorCode::parse, name + ':' + std::to_string(lineAt(bytes, at)) + ": " + what);
}

Result<DecodedText> decodeUtf16(std::string_view bytes, bool littleEndian, const std::string& name) {
    if (bytes.size() % 2 != 0)
        return makeError(ErrorCode::parse, name + ": UTF-16 text with an odd number of bytes, the file is cut off");
    DecodedText decoded;
    decoded.encoding = littleEndian ? "utf-16le" : "utf-16be";
    decoded.byteOrderMark = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
    own(decoded, fromUtf16(bytes.substr(decoded.byteOrderMark ? 2 : 0), littleEndian, decoded.replaced));
    if (const std::size_t zero = decoded.text.find('\0'); zero != std::string_view::npos)
        return textError(name, decoded.text, zero, "a zero character, this is not a text file");
    return decoded;
}

} // namespace

std::size_t findInvalidUtf8(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        while (bytes.size() - at >= sizeof(std::uint64_t) && plainWord(bytes.data() + at))
            at += sizeof(std::uint64_t);
        if (at == bytes.size())
            break;
        const std::size_t length = sequenceLength(bytes, at);
        if (length == 0)
            return at;
        at += length;
    }
    return std::string_view::npos;
}

std::int64_t lineAt(std::string_view text, std::size_t offset, char lineEnd) {
    const std::string_view before = text.substr(0, offset);
    return 1 + std::count(before.begin(), before.end(), lineEnd);
}

Result<DecodedText> decodeText(std::string_view bytes, const std::optional<std::string>& encoding,
                               const std::string& name, const ReadContext& context) {
    const bool little = bytes.starts_with("\xFF\xFE");
    const bool big = bytes.starts_with("\xFE\xFF");
    if (encoding == "utf-16le" || (!encoding && little))
        return decodeUtf16(bytes, true, name);
    if (encoding == "utf-16be" || (!encoding && big))
        return decodeUtf16(bytes, false, name);
    DecodedText decoded;
    decoded.encoding = "utf-8";
    decoded.byteOrderMark = bytes.starts_with("\xEF\xBB\xBF");
    decoded.text = bytes.substr(decoded.byteOrderMark ? 3 : 0);
    if (encoding != "windows-1252") {
        const std::size_t invalid = findInvalidInParallel(decoded.text, context);
        if (invalid == std::string_view::npos)
            return decoded;
        if (decoded.text[invalid] != 0 && (encoding == "utf-8" || decoded.byteOrderMark))
            return textError(name, decoded.text, invalid,
                             "this line is not valid UTF-8; choose the encoding windows-1252 if it comes from there");
        decoded.firstForeignLine = lineAt(decoded.text, invalid);
    }
    if (const std::size_t zero = decoded.text.find('\0'); zero != std::string_view::npos)
        return textError(name, decoded.text, zero, "a zero byte, this is not a text file");
    decoded.encoding = "windows-1252";
    own(decoded, fromWindows1252(decoded.text));
    return decoded;
}

void noteDecoding(const DecodedText& decoded, Ledger& ledger) {
    if (decoded.encoding != "utf-8")
        ledger.noteAll(LedgerAction::changed, "", "Decoded from " + encodingTitle(decoded.encoding), 1);
    if (decoded.firstForeignLine > 0)
        ledger.note(LedgerAction::marked, "", "Taken for Windows-1252, since this line is not valid UTF-8",
                    decoded.firstForeignLine);
    if (decoded.replaced > 0)
        ledger.noteAll(LedgerAction::changed, "", "Half of a character pair in UTF-16, replaced by U+FFFD",
                       static_cast<std::int64_t>(decoded.replaced));
}

std::string encodingTitle(const std::string& encoding) {
    if (encoding == "utf-16le" || encoding == "utf-16be")
        return "UTF-16";
    return encoding == "utf-8" ? "UTF-8" : "Windows-1252";
}

} // namespace vitrine
