#include "core/data/graph/xml_escape.h"

#include "core/data/csv/text_decoder.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace vitrine {
namespace {

constexpr std::size_t kPiece = 7; // "_x0007_"

/// Code of an escaped character at the start of the text.
std::optional<unsigned> pieceAt(std::string_view text) {
    if (text.size() < kPiece || text[0] != '_' || text[1] != 'x' || text[kPiece - 1] != '_')
        return std::nullopt;
    unsigned code = 0;
    const char* end = text.data() + kPiece - 1;
    const auto [at, error] = std::from_chars(text.data() + 2, end, code, 16);
    return error == std::errc{} && at == end ? std::optional(code) : std::nullopt;
}

void putPiece(std::string& out, unsigned code) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "_x";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        out += kDigits[(code >> shift) & 15U];
    out += '_';
}

/// A code below U+10000 as UTF-8.
void putCharacter(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        out += static_cast<char>(0x80U | (code & 63U));
    } else {
        out += static_cast<char>(0xE0U | (code >> 12U));
        out += static_cast<char>(0x80U | ((code >> 6U) & 63U));
        out += static_cast<char>(0x80U | (code & 63U));
    }
}

bool isControl(unsigned char byte) {
    return byte < 32 && byte != '\t' && byte != '\n' && byte != '\r';
}

/// Valid UTF-8; findInvalidUtf8 counts the zero byte as invalid, here it is a character.
std::string validUtf8(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t bad = findInvalidUtf8(text);
        out += text.substr(0, bad);
        if (bad == std::string_view::npos)
            break;
        out += text[bad] == '\0' ? std::string(1, '\0') : std::string("\xEF\xBF\xBD");
        text.remove_prefix(bad + 1);
    }
    return out;
}

} // namespace

std::string escapeCharacters(std::string_view given) {
    std::string copy;
    if (findInvalidUtf8(given) != std::string_view::npos) {
        copy = validUtf8(given);
        given = copy;
    }
    std::string out;
    out.reserve(given.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string_view rest = given.substr(i);
        if (isControl(static_cast<unsigned char>(given[i])))
            putPiece(out, static_cast<unsigned char>(given[i]));
        else if (given[i] == '_' && pieceAt(rest))
            putPiece(out, '_');
        else if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
            putPiece(out, given[i + 2] == '\xBE' ? 0xFFFE : 0xFFFF);
            i += 2;
        } else
            out += given[i];
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
        const auto code = pieceAt(text);
        const bool isCharacter = code && (*code < 0xD800 || *code > 0xDFFF);
        if (isCharacter)
            putCharacter(out, *code);
        else
            out += '_';
        text.remove_prefix(isCharacter ? kPiece : 1);
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
