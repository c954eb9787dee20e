#include "core/data/graph/utf8_text.h"

#include "core/data/csv/text_decoder.h"

namespace vitrine {

void putCharacter(std::string& out, unsigned code) {
    const auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
    if (code < 0x80)
        return put(code);
    if (code < 0x800) {
        put(0xC0U | (code >> 6U));
    } else if (code < 0x10000) {
        put(0xE0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 63U));
    } else {
        put(0xF0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 63U));
        put(0x80U | ((code >> 6U) & 63U));
    }
    put(0x80U | (code & 63U));
}

std::pair<unsigned, std::size_t> characterAt(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
    if (byte(0) < 0x80)
        return {byte(0), 1};
    if (byte(0) < 0xE0)
        return {((byte(0) & 31U) << 6U) | (byte(1) & 63U), 2};
    if (byte(0) < 0xF0)
        return {((byte(0) & 15U) << 12U) | ((byte(1) & 63U) << 6U) | (byte(2) & 63U), 3};
    return {((byte(0) & 7U) << 18U) | ((byte(1) & 63U) << 12U) | ((byte(2) & 63U) << 6U) | (byte(3) & 63U), 4};
}

std::string validUtf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (true) {
        const std::size_t bad = findInvalidUtf8(text); // a zero byte counts as invalid there
        out += text.substr(0, bad);
        if (bad == std::string_view::npos)
            return out;
        if (text[bad] == '\0')
            out += '\0';
        else
            out += "\xEF\xBF\xBD";
        text.remove_prefix(bad + 1);
    }
}

} // namespace vitrine
