#include "core/data/json_lines/json_line.h"

#include "core/base/number_text.h"
#include "core/data/graph/utf8_text.h"
#include "core/data/message_text.h"

#include <array>
#include <charconv>
#include <limits>

namespace vitrine {
namespace {

constexpr int kMaxDepth = 200;
constexpr unsigned kReplacement = 0xFFFD;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Length of the JSON number at the start of a text; 0 where there is none.
std::size_t numberLength(std::string_view text, bool& whole) {
    const auto digits = [&](std::size_t from) {
        while (from < text.size() && isDigit(text[from]))
            ++from;
        return from;
    };
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    std::size_t at = digits(first);
    if (at == first || (text[first] == '0' && at > first + 1))
        return 0;
    whole = true;
    if (at < text.size() && text[at] == '.') {
        const std::size_t end = digits(at + 1);
        if (end == at + 1)
            return 0;
        at = end;
        whole = false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        std::size_t start = at + 1;
        if (start < text.size() && (text[start] == '+' || text[start] == '-'))
            ++start;
        const std::size_t end = digits(start);
        if (end == start)
            return 0;
        at = end;
        whole = false;
    }
    return at;
}

struct Word {
    std::string_view text;
    AttributeValue value;
};
const std::array<Word, 6>& words() {
    static const std::array<Word, 6> all{{{"true", true},
                                          {"false", false},
                                          {"null", {}},
                                          {"NaN", std::numeric_limits<double>::quiet_NaN()},
                                          {"Infinity", std::numeric_limits<double>::infinity()},
                                          {"-Infinity", -std::numeric_limits<double>::infinity()}}};
    return all;
}

} // namespace

bool JsonLine::fail(std::string what) {
    m_problem = std::move(what);
    return false;
}

void JsonLine::skipSpace() {
    while (m_at < m_line.size() && (m_line[m_at] == ' ' || m_line[m_at] == '\t' || m_line[m_at] == '\r'))
        ++m_at;
}

bool JsonLine::take(char c) {
    skipSpace();
    if (m_at == m_line.size() || m_line[m_at] != c)
        return false;
    ++m_at;
    return true;
}

bool JsonLine::parse(std::string_view line) {
    m_line = line;
    m_at = 0;
    m_count = 0;
    if (!take('{'))
        return fail("expected an object in braces, found " + inQuotes(line));
    if (!take('}')) {
        do {
            if (m_count == m_fields.size())
                m_fields.emplace_back();
            Field& field = m_fields[m_count];
            Remark ofKey = Remark::none;
            skipSpace();
            field.remark = Remark::none;
            if (m_at == m_line.size() || m_line[m_at] != '"')
                return fail("expected a name in double quotes, found " + inQuotes(m_line.substr(m_at)));
            if (!text(field.key, ofKey))
                return false;
            if (!take(':'))
                return fail("expected a colon behind the name " + inQuotes(field.key));
            skipSpace();
            if (!value(field))
                return false;
            ++m_count;
        } while (take(','));
        if (!take('}'))
            return fail(m_at == m_line.size()
                            ? "the line ends inside of the object, it is cut off"
                            : "expected a comma or a closing brace, found " + inQuotes(m_line.substr(m_at)));
    }
    skipSpace();
    return m_at == m_line.size() || fail("text behind the object: " + inQuotes(m_line.substr(m_at)));
}

bool JsonLine::value(Field& field) {
    const char c = m_at < m_line.size() ? m_line[m_at] : '\0';
    if (c == '"') {
        if (auto* held = std::get_if<std::string>(&field.value))
            return text(*held, field.remark);
        return text(field.value.emplace<std::string>(), field.remark);
    }
    if (c == '{' || c == '[') {
        const std::size_t start = m_at;
        if (!skipValue(0))
            return false;
        field.value = std::string(m_line.substr(start, m_at - start));
        field.remark = Remark::nested;
        return true;
    }
    return isDigit(c) || (c == '-' && m_line.substr(m_at, 2) != "-I") ? number(field) : word(field);
}

bool JsonLine::text(std::string& out, Remark& remark) {
    out.clear();
    ++m_at;
    while (true) {
        const std::size_t start = m_at;
        while (m_at < m_line.size() && m_line[m_at] != '"' && m_line[m_at] != '\\' &&
               static_cast<unsigned char>(m_line[m_at]) >= 0x20)
            ++m_at;
        out.append(m_line, start, m_at - start);
        if (m_at == m_line.size())
            return fail("a text in quotes does not end, the line is cut off");
        const char c = m_line[m_at++];
        if (c == '"')
            return true;
        if (c != '\\')
            return fail("a control character in a text, expected it written as \\u");
        if (!escape(out, remark))
            return false;
    }
}

bool JsonLine::hex4(unsigned& code) {
    if (m_line.size() - m_at < 4)
        return false;
    const char* end = m_line.data() + m_at + 4;
    const auto [at, error] = std::from_chars(m_line.data() + m_at, end, code, 16);
    if (error != std::errc{} || at != end || m_line[m_at] == '-')
        return false;
    m_at += 4;
    return true;
}

bool JsonLine::escape(std::string& out, Remark& remark) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    const char c = m_at < m_line.size() ? m_line[m_at++] : '\0';
    if (const std::size_t place = c == '\0' ? std::string_view::npos : kNames.find(c);
        place != std::string_view::npos) {
        out += kMeant[place];
        return true;
    }
    unsigned code = 0;
    if (c != 'u' || !hex4(code))
        return fail("a backslash before what JSON does not know, expected \\n, \\\", \\u0041 or the like");
    if (code >= 0xD800 && code < 0xE000) {
        unsigned low = 0;
        const std::size_t behind = m_at;
        const bool pair =
            code < 0xDC00 && m_line.substr(m_at, 2) == "\\u" && (m_at += 2, hex4(low)) && low >= 0xDC00 && low < 0xE000;
        if (!pair) {
            m_at = behind;
            remark = Remark::loneSurrogate;
        }
        code = pair ? 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00) : kReplacement;
    }
    putCharacter(out, code);
    return true;
}

bool JsonLine::number(Field& field) {
    bool whole = false;
    const std::string_view rest = m_line.substr(m_at);
    const std::size_t length = numberLength(rest, whole);
    if (length == 0)
        return fail("expected a number, found " + inQuotes(rest.substr(0, rest.find_first_of(",} \t"))));
    const std::string_view digits = rest.substr(0, length);
    m_at += length;
    std::int64_t integer = 0;
    if (whole && std::from_chars(digits.data(), digits.data() + length, integer).ec == std::errc{}) {
        field.value = integer;
        return true;
    }
    if (isTooLarge(digits)) {
        field.value = AttributeValue();
        field.remark = Remark::tooLarge;
        return true;
    }
    field.value = parseNumber(digits).value_or(0.0);
    if (whole)
        field.remark = Remark::rounded;
    return true;
}

bool JsonLine::word(Field& field) {
    const std::string_view rest = m_line.substr(m_at);
    for (const Word& known : words())
        if (rest.starts_with(known.text)) {
            field.value = known.value;
            m_at += known.text.size();
            return true;
        }
    return fail(rest.empty() ? std::string("the line ends before a value, it is cut off")
                             : "expected a value, found " + inQuotes(rest.substr(0, rest.find_first_of(",} \t"))));
}

bool JsonLine::skipValue(int depth) {
    skipSpace();
    const char c = m_at < m_line.size() ? m_line[m_at] : '\0';
    if (c == '{' || c == '[')
        return depth < kMaxDepth ? skipList(depth)
                                 : fail("lists nested deeper than " + std::to_string(kMaxDepth) + " levels");
    Field ignored;
    return value(ignored);
}

/// The inside of a list or object.
bool JsonLine::skipList(int depth) {
    const bool object = m_line[m_at] == '{';
    const char close = object ? '}' : ']';
    ++m_at;
    if (take(close))
        return true;
    do {
        if (object) {
            Remark ignored = Remark::none;
            skipSpace();
            if (m_at == m_line.size() || m_line[m_at] != '"')
                return fail("expected a name in double quotes, found " + inQuotes(m_line.substr(m_at)));
            if (!text(m_scratch, ignored))
                return false;
            if (!take(':'))
                return fail("expected a colon behind the name " + inQuotes(m_scratch));
        }
        if (!skipValue(depth + 1))
            return false;
    } while (take(','));
    return take(close) || fail(m_at == m_line.size()
                                   ? "the line ends inside of a list or object, it is cut off"
                                   : "expected a comma or a closing bracket, found " + inQuotes(m_line.substr(m_at)));
}

} // namespace vitrine
