#include "core/data/graph/gml_names.h"

#include "core/data/graph/utf8_text.h"
#include "core/data/graph/xml_escape.h"

namespace vitrine {
namespace {

bool isLetter(unsigned code) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
}

bool fits(unsigned code) {
    return isLetter(code) || (code >= '0' && code <= '9') || code == '_';
}

} // namespace

std::string gmlName(std::string_view name, bool reserved) {
    const std::string valid = validUtf8(name);
    // A name that begins like one with a "k" put before it would lose it.
    const bool escapeFirst = reserved || name.starts_with("k_");
    const auto isEscaped = [](std::string_view rest) { return !fits(characterAt(rest).first); };
    std::string out;
    for (std::string_view rest = valid; !rest.empty();) {
        const auto [code, length] = characterAt(rest);
        const bool first = rest.size() == valid.size();
        if (first ? isLetter(code) && !escapeFirst : fits(code) && !looksLikePiece(rest, isEscaped))
            out += static_cast<char>(code);
        else
            putPiece(out, code);
        rest.remove_prefix(length);
    }
    if (out.empty())
        return "k_";
    return out[0] == '_' ? 'k' + out : out;
}

std::string columnName(std::string_view gmlName) {
    if (gmlName.starts_with("k_"))
        gmlName.remove_prefix(1);
    return gmlName == "_" ? std::string() : unescapeCharacters(gmlName);
}

} // namespace vitrine
