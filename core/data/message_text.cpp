#include "core/data/message_text.h"

#include "core/base/available_memory.h"

#include <cmath>

namespace vitrine {

std::string inQuotes(std::string_view text, std::size_t shown) {
    const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
    std::size_t end = text.size();
    if (end > shown) {
        end = shown;
        while (end > 0 && continues(text[end]))
            --end;
    }
    std::string out = "\"";
    for (char byte : text.substr(0, end))
        out += static_cast<unsigned char>(byte) < 32 || byte == 127 ? '?' : byte;
    out += end < text.size() ? "...\"" : "\"";
    return out;
}

std::string counted(std::size_t count, std::string_view noun) {
    std::string out = std::to_string(count);
    out += ' ';
    out += noun;
    if (count != 1)
        out += 's';
    return out;
}

std::string grouped(std::int64_t count) {
    std::string digits = std::to_string(count);
    std::string out(count < 0 ? 1 : 0, '-');
    digits.erase(0, out.size());
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            out += ',';
        out += digits[i];
    }
    return out;
}

Result<void> checkFits(const std::string& name, std::int64_t count, std::string_view noun, double bytes) {
    if (fitsInMemory(bytes))
        return {};
    return makeError(ErrorCode::outOfRange, name + ": " + grouped(count) + ' ' + std::string(noun) + "s take about " +
                                                grouped(std::llround(std::ceil(bytes / 1e9))) +
                                                " GB of memory, more than there is; split the file");
}

} // namespace vitrine
