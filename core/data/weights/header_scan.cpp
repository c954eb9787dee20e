#include "core/data/weights/header_scan.h"

namespace vitrine {

std::optional<std::string> findExcess(std::string_view json, int maxDepth, std::size_t maxText, std::size_t maxNumber) {
    int depth = 0;
    bool quoted = false;
    std::size_t length = 0; // of the text or of the word outside of texts
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (quoted) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                quoted = false;
            if (++length > maxText)
                return "a text of more than " + std::to_string(maxText) + " bytes";
            continue;
        }
        switch (c) {
        case '"':
            quoted = true;
            length = 0;
            break;
        case '{':
        case '[':
            if (++depth > maxDepth)
                return "nested deeper than " + std::to_string(maxDepth) + " levels";
            length = 0;
            break;
        case '}':
        case ']':
            --depth;
            length = 0;
            break;
        case ',':
        case ':':
        case ' ':
        case '\t':
        case '\r':
        case '\n': length = 0; break;
        default:
            if (++length > maxNumber)
                return "a number of more than " + std::to_string(maxNumber) + " digits";
        }
    }
    return std::nullopt;
}

} // namespace vitrine
