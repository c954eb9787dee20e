#include "core/data/message_text.h"

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

} // namespace vitrine
