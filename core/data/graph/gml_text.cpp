#include "core/data/graph/gml_text.h"

#include "core/data/graph/utf8_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace vitrine {
namespace {

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

std::string gmlText(std::string_view given) {
    const std::string valid = validUtf8(given);
    std::string_view text = valid;
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto [code, length] = characterAt(text);
        if (code == '&' || code == '"')
            out += code == '&' ? "&amp;" : "&quot;";
        else if (code >= 32 && code < 127)
            out += static_cast<char>(code);
        else
            out += "&#" + std::to_string(code) + ';';
        text.remove_prefix(length);
    }
    return out;
}

} // namespace vitrine
