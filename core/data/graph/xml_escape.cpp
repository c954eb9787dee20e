#include "core/data/graph/xml_escape.h"

#include "core/data/graph/utf8_text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace vitrine {
namespace {

struct Piece {
    unsigned code;
    std::size_t length;
};

/// The escaped character at the start of the text, "_x0007_" or "_x01F600_".
std::optional<Piece> pieceAt(std::string_view text) {
    constexpr std::size_t kShort = 7;
    constexpr std::size_t kLong = 9;
    if (!text.starts_with("_x"))
        return std::nullopt;
    for (const std::size_t length : {kShort, kLong}) {
        if (text.size() < length || text[length - 1] != '_')
            continue;
        unsigned code = 0;
        const char* end = text.data() + length - 1;
        const auto [at, error] = std::from_chars(text.data() + 2, end, code, 16);
        if (error == std::errc{} && at == end)
            return Piece{code, length};
    }
    return std::nullopt;
}

/// Whether XML has no place for the first character of a text.
bool isForeign(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text[0]);
    return (byte < 32 && byte != '\t' && byte != '\n' && byte != '\r') || text.starts_with("\xEF\xBF\xBE") ||
           text.starts_with("\xEF\xBF\xBF");
}

} // namespace

void putPiece(std::string& out, unsigned code) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "_x";
    for (unsigned shift = code > 0xFFFF ? 24 : 16; shift > 0; shift -= 4)
        out += kDigits[(code >> (shift - 4)) & 15U];
    out += '_';
}

std::string escapeCharacters(std::string_view given) {
    const std::string valid = validUtf8(given);
    std::string out;
    out.reserve(valid.size());
    for (std::string_view rest = valid; !rest.empty();) {
        std::size_t length = 1;
        if (isForeign(rest)) {
            const auto [code, bytes] = characterAt(rest);
            putPiece(out, code);
            length = bytes;
        } else if (looksLikePiece(rest, isForeign)) {
            putPiece(out, '_');
        } else {
            out += rest[0];
        }
        rest.remove_prefix(length);
    }
    return out;
}

std::string unescapeCharacters(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t next = std::min(text.find('_'), text.size());
        out += text.substr(0, next);
        text.remove_prefix(next);
        if (text.empty())
            break;
        const auto piece = pieceAt(text);
        const bool isCharacter = piece && piece->code <= 0x10FFFF && (piece->code < 0xD800 || piece->code > 0xDFFF);
        if (isCharacter)
            putCharacter(out, piece->code);
        else
            out += '_';
        text.remove_prefix(isCharacter ? piece->length : 1);
    }
    return out;
}

std::string xmlText(std::string_view text, bool attribute) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '\r': out += "&#13;"; break; // would be read as a line feed
        case '"': out += attribute ? "&quot;" : "\""; break;
        case '\n': out += attribute ? "&#10;" : "\n"; break;
        case '\t': out += attribute ? "&#9;" : "\t"; break;
        default: out += c;
        }
    }
    return out;
}

} // namespace vitrine
