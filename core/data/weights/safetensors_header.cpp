#include "core/data/weights/safetensors_header.h"

#include "core/data/message_text.h"
#include "core/data/weights/header_events.h"
#include "core/data/weights/header_scan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitrine {

namespace {

constexpr std::size_t kPrefix = 8; ///< bytes of the length
constexpr std::uint64_t kMaxHeader = 100'000'000;
constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxText = std::size_t{16} << 20;
constexpr std::size_t kMaxNumber = 64;

constexpr std::array<std::pair<std::string_view, int>, 22> kBits{
    {{"BOOL", 8},        {"U8", 8},          {"I8", 8},      {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8},
     {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16},    {"BF16", 16},
     {"I32", 32},        {"U32", 32},        {"F32", 32},    {"I64", 64},    {"U64", 64},    {"F64", 64},
     {"C64", 64},        {"F4", 4},          {"F6_E2M3", 6}, {"F6_E3M2", 6}}};

std::uint64_t headerLength(std::string_view bytes) {
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < kPrefix; ++i)
        length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return length;
}

/// Bytes that shape and type ask for; nothing where they overflow or are no whole number.
std::optional<std::int64_t> neededBytes(const Tensor& item) {
    std::int64_t count = 1;
    bool empty = false;
    for (const std::int64_t extent : item.shape) {
        empty = empty || extent == 0;
        if (extent != 0 && __builtin_mul_overflow(count, extent, &count))
            return std::nullopt;
    }
    std::int64_t bits = 0;
    if (empty)
        return 0;
    if (__builtin_mul_overflow(count, static_cast<std::int64_t>(dtypeBits(item.dtype)), &bits) || bits % 8 != 0)
        return std::nullopt;
    return bits / 8;
}

/// Sorts the tensors by place and checks that they fill the data exactly. What is wrong, or empty.
std::string fill(std::vector<Tensor>& items, std::int64_t dataBytes) {
    for (const Tensor& item : items) {
        const auto needed = neededBytes(item);
        if (!needed)
            return "the tensor " + inQuotes(item.name) + ": its shape does not give a possible number of whole bytes";
        if (*needed != item.bytes)
            return "the tensor " + inQuotes(item.name) + ": its shape takes " + grouped(*needed) +
                   " bytes, there are " + grouped(item.bytes);
    }
    std::ranges::sort(items, [](const Tensor& a, const Tensor& b) {
        return std::tie(a.offset, a.bytes, a.name) < std::tie(b.offset, b.bytes, b.name);
    });
    std::int64_t end = 0;
    for (const Tensor& item : items) {
        if (item.offset != end)
            return "the tensor " + inQuotes(item.name) +
                   (item.offset > end ? " leaves a hole before it" : " overlaps") + ": it begins at byte " +
                   grouped(item.offset) + " of the values, the one before ends at " + grouped(end);
        if (item.bytes > dataBytes - end)
            return "the tensor " + inQuotes(item.name) + " ends beyond the file";
        end += item.bytes;
    }
    if (end != dataBytes)
        return grouped(dataBytes - end) + " bytes after the last tensor belong to none";
    return {};
}

} // namespace

int dtypeBits(std::string_view dtype) {
    const auto found = std::ranges::find(kBits, dtype, &std::pair<std::string_view, int>::first);
    return found == kBits.end() ? 0 : found->second;
}

bool isSafetensors(std::string_view head, std::int64_t fileBytes) {
    if (head.size() <= kPrefix)
        return false;
    const std::uint64_t length = headerLength(head);
    return head[kPrefix] == '{' && length >= 2 && length <= static_cast<std::uint64_t>(fileBytes) - kPrefix;
}

std::int64_t headerBytes(std::string_view head, std::int64_t fileBytes) {
    if (head.size() < kPrefix)
        return static_cast<std::int64_t>(head.size());
    const std::uint64_t length = std::min(headerLength(head), kMaxHeader);
    return std::min(fileBytes, static_cast<std::int64_t>(kPrefix + length));
}

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view bytes, std::int64_t fileBytes,
                                                 const std::string& name) {
    const auto wrong = [&](const std::string& what) { return makeError(ErrorCode::parse, name + ": " + what); };
    if (bytes.size() < kPrefix)
        return wrong("shorter than the 8 bytes that a safetensors file begins with");
    const std::uint64_t length = headerLength(bytes);
    if (length > kMaxHeader)
        return makeError(ErrorCode::outOfRange, name + ": the header claims " + std::to_string(length) +
                                                    " bytes; at most 100,000,000 are read");
    const auto more =
        std::min(fileBytes - static_cast<std::int64_t>(kPrefix), static_cast<std::int64_t>(bytes.size() - kPrefix));
    if (static_cast<std::int64_t>(length) > more)
        return wrong("the header claims " + grouped(static_cast<std::int64_t>(length)) + " bytes, the file has only " +
                     grouped(more) + " more; it may have been cut off");
    const std::string_view text = bytes.substr(kPrefix, length);
    if (text.empty() || text.front() != '{')
        return wrong("the header does not begin with {, this is no safetensors file");
    if (const auto excess = findExcess(text, kMaxDepth, kMaxText, kMaxNumber))
        return wrong("the header has " + *excess);
    HeaderEvents events;
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &events))
        return wrong(events.error().empty() ? std::string("the header is no sound JSON") : events.error());
    SafetensorsHeader header{std::move(events.items), std::move(events.metadata)};
    const std::size_t data = kPrefix + length;
    if (const std::string problem = fill(header.items, fileBytes - static_cast<std::int64_t>(data)); !problem.empty())
        return wrong(problem);
    for (Tensor& item : header.items)
        item.offset += static_cast<std::int64_t>(data);
    return header;
}

} // namespace vitrine
