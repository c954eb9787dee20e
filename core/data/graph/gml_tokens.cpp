#include "core/data/graph/gml_tokens.h"

#include "core/base/number_text.h"
#include "core/data/graph/gml_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace vitrine {
namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool startsName(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool isSpecialReal(std::string_view word) {
    if (!word.empty() && (word[0] == '+' || word[0] == '-'))
        word.remove_prefix(1);
    std::string lower(word.substr(0, 9));
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower == "nan" || lower == "inf" || lower == "infinity";
}

} // namespace

void GmlTokens::skipSpace() {
    bool lineStart = m_at == 0 || m_text[m_at - 1] == '\n' || m_text[m_at - 1] == '\r';
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '#' && lineStart) {
            m_at = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
        } else if (isSpace(c)) {
            m_line += c == '\n' ? 1 : 0;
            lineStart = lineStart || c == '\n' || c == '\r';
            ++m_at;
        } else {
            return;
        }
    }
}

GmlTokens::Kind GmlTokens::next() {
    skipSpace();
    m_start = m_at;
    m_tokenLine = m_line;
    if (m_at == m_text.size())
        return Kind::finished;
    const char c = m_text[m_at];
    if (c == '[' || c == ']') {
        ++m_at;
        return c == '[' ? Kind::open : Kind::close;
    }
    return c == '"' ? quoted() : word();
}

/// A name or a number: up to white space, a bracket or a quote.
GmlTokens::Kind GmlTokens::word() {
    while (m_at < m_text.size() && !isSpace(m_text[m_at]) && m_text[m_at] != '[' && m_text[m_at] != ']' &&
           m_text[m_at] != '"')
        ++m_at;
    m_name = written();
    m_tooLarge = false;
    if (isSpecialReal(m_name)) {
        m_real = parseNumber(m_name).value_or(std::nan(""));
        return Kind::real;
    }
    return startsName(m_name[0]) ? Kind::name : number(m_name);
}

GmlTokens::Kind GmlTokens::number(std::string_view word) {
    if (word.starts_with('+'))
        word.remove_prefix(1);
    const char* end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, m_integer);
    if (error == std::errc{} && at == end)
        return Kind::integer;
    const auto real = parseNumber(written());
    if (!real || written().find('(') != std::string_view::npos) {
        m_problem = "expected a name, a number, a text in quotes or a bracket, found ";
        return Kind::failed;
    }
    m_real = *real;
    m_tooLarge = std::isinf(*real);
    return Kind::real;
}

GmlTokens::Kind GmlTokens::quoted() {
    const std::size_t end = m_text.find('"', m_at + 1);
    if (end == std::string_view::npos) {
        m_at = m_text.size();
        m_problem = "a text in quotes that does not end, the file is cut off: ";
        return Kind::failed;
    }
    const std::string_view inner = m_text.substr(m_at + 1, end - m_at - 1);
    m_line += std::count(inner.begin(), inner.end(), '\n');
    m_string = inner.find('&') == std::string_view::npos ? std::string(inner) : withoutEntities(inner);
    m_at = end + 1;
    return Kind::text;
}

} // namespace vitrine
