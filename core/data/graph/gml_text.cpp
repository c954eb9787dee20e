#include "core/data/graph/gml_text.h"

#include "core/data/csv/text_decoder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace vitrine {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kLongestEntity = 12;
constexpr unsigned kFirstOfLatin1 = 160;
constexpr std::array<std::string_view, 96> kLatin1{
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",   "ordf",
    "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",   "sup3",   "acute",  "micro",
    "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave",
    "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",
    "Igrave", "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",
    "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",  "agrave", "aacute",
    "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave", "eacute", "ecirc",  "euml",   "igrave",
    "iacute", "icirc",  "iuml",   "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide",
    "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

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

std::optional<unsigned> codeOf(std::string_view entity) {
    if (entity.starts_with('#')) {
        const bool hex = entity.size() > 1 && (entity[1] == 'x' || entity[1] == 'X');
        unsigned code = 0;
        const char* end = entity.data() + entity.size();
        const auto [at, error] = std::from_chars(entity.data() + (hex ? 2 : 1), end, code, hex ? 16 : 10);
        const bool character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        return error == std::errc{} && at == end && character ? std::optional(code) : std::nullopt;
    }
    constexpr std::array<std::pair<std::string_view, char>, 5> kMarkup{
        {{"amp", '&'}, {"quot", '"'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}}};
    for (const auto& [name, character] : kMarkup)
        if (entity == name)
            return static_cast<unsigned char>(character);
    const auto found = std::find(kLatin1.begin(), kLatin1.end(), entity);
    if (found == kLatin1.end())
        return std::nullopt;
    return kFirstOfLatin1 + static_cast<unsigned>(found - kLatin1.begin());
}

/// Code of the character at the start of valid UTF-8, and its length.
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

} // namespace

std::string withoutEntities(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t next = std::min(text.find('&'), text.size());
        out += text.substr(0, next);
        text.remove_prefix(next);
        if (text.empty())
            break;
        const std::size_t end = text.substr(0, kLongestEntity).find(';');
        const auto code = end == std::string_view::npos ? std::nullopt : codeOf(text.substr(1, end - 1));
        if (code)
            putCharacter(out, *code);
        else
            out += '&';
        text.remove_prefix(code ? end + 1 : 1);
    }
    return out;
}

std::string gmlText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const auto put = [&out](unsigned code) { out += "&#" + std::to_string(code) + ';'; };
    while (!text.empty()) {
        // A zero byte is a character here; findInvalidUtf8 stops at it.
        const std::size_t valid = std::min(findInvalidUtf8(text), text.size());
        for (std::size_t i = 0; i < valid;) {
            const auto [code, length] = characterAt(text.substr(i));
            if (code == '&' || code == '"')
                out += code == '&' ? "&amp;" : "&quot;";
            else if (code >= 32 && code < 127)
                out += static_cast<char>(code);
            else
                put(code);
            i += length;
        }
        if (valid == text.size())
            break;
        put(text[valid] == '\0' ? 0U : characterAt(kReplacement).first);
        text.remove_prefix(valid + 1);
    }
    return out;
}

} // namespace vitrine
