#include "core/data/csv/cell_text.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <charconv>

namespace vitrine {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view unsignedPart(std::string_view text) {
    if (!text.empty() && (text[0] == '-' || text[0] == '+'))
        text.remove_prefix(1);
    return text;
}

/// "007": digits only, with a zero that a number would lose.
bool paddedDigits(std::string_view text) {
    const std::string_view digits = unsignedPart(text);
    return digits.size() > 1 && digits[0] == '0' && std::all_of(digits.begin(), digits.end(), isDigit);
}

/// Grammar of a number beyond what from_chars checks: no "nan(...)", no sign after a sign.
std::optional<double> plainReal(std::string_view text) {
    if (text.empty() || text.back() == ')' || paddedDigits(text))
        return std::nullopt;
    return parseNumber(text);
}

} // namespace

ColumnType typeOfKinds(unsigned mask) {
    using namespace cell_kind;
    const unsigned values = mask & ~kMissing;
    if (values == kBoolean)
        return ColumnType::boolean;
    if (values == kInteger)
        return ColumnType::integer;
    if (values != 0 && (values & ~(kInteger | kReal)) == 0)
        return ColumnType::real;
    return ColumnType::text;
}

CellReader::CellReader(const CsvDialect& dialect, const CsvOptions& options)
    : m_trim(options.trim), m_decimal(dialect.decimal), m_thousands(dialect.thousands), m_missing{""} {
    for (const std::string& text : options.missing)
        if (!text.empty())
            m_missing.push_back(text);
}

std::string_view CellReader::trim(std::string_view text, bool& spaces) const {
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    spaces = !text.empty() && (isSpace(text.front()) || isSpace(text.back()));
    if (!spaces || !m_trim)
        return text;
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

int CellReader::missingToken(std::string_view text) const {
    if (text.empty())
        return 0;
    for (std::size_t i = 1; i < m_missing.size(); ++i)
        if (m_missing[i] == text)
            return static_cast<int>(i);
    return -1;
}

std::optional<bool> CellReader::boolean(std::string_view text) {
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    return std::nullopt;
}

/// Takes the thousands marks out of a text in which every group behind the first has three digits.
bool CellReader::withoutThousands(std::string_view text, std::string& plain) const {
    const std::string_view body = unsignedPart(text);
    const std::size_t whole = std::min(body.find_first_not_of(std::string("0123456789") + m_thousands), body.size());
    const std::string_view groups = body.substr(0, whole);
    std::size_t first = groups.find(m_thousands);
    if (first == std::string_view::npos || first == 0 || first > 3)
        return false;
    for (std::size_t at = first; at < groups.size(); at += 4) {
        if (groups[at] != m_thousands || groups.size() - at < 4 ||
            !std::all_of(groups.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                         groups.begin() + static_cast<std::ptrdiff_t>(at) + 4, isDigit))
            return false;
    }
    plain.assign(text.starts_with('-') ? 1 : 0, '-');
    std::copy_if(groups.begin(), groups.end(), std::back_inserter(plain), isDigit);
    plain += body.substr(whole);
    return true;
}

std::optional<std::int64_t> CellReader::integer(std::string_view text) const {
    std::string plain;
    if (m_thousands != 0 && text.find(m_thousands) != std::string_view::npos) {
        if (!withoutThousands(text, plain))
            return std::nullopt;
        text = plain;
    }
    if (text.starts_with('+'))
        text = unsignedPart(text);
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || at != end || paddedDigits(text) || text == "-0")
        return std::nullopt;
    return value;
}

/// A number with another decimal mark or with thousands marks.
std::optional<double> CellReader::markedReal(std::string_view text) const {
    std::string plain(text);
    if (m_thousands != 0 && text.find(m_thousands) != std::string_view::npos && !withoutThousands(text, plain))
        return std::nullopt;
    if (m_decimal != '.') {
        if (plain.find('.') != std::string::npos)
            return std::nullopt;
        std::replace(plain.begin(), plain.end(), m_decimal, '.');
    }
    return plainReal(plain);
}

std::optional<double> CellReader::real(std::string_view text) const {
    if (m_decimal == '.' && m_thousands == 0)
        return plainReal(text);
    return markedReal(text);
}

bool CellReader::losesDigits(std::string_view text) const {
    constexpr std::size_t kSafeDigits = 15;
    if (text.size() <= kSafeDigits)
        return false;
    const std::string_view digits = unsignedPart(text);
    if (!std::all_of(digits.begin(), digits.end(), isDigit))
        return false;
    std::int64_t value = 0;
    const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    return error != std::errc{} || value > kExact;
}

unsigned CellReader::kind(std::string_view text) const {
    using namespace cell_kind;
    if (missingToken(text) >= 0)
        return kMissing;
    if (integer(text))
        return kInteger;
    if (real(text))
        return kReal;
    return boolean(text) ? kBoolean : kText;
}

} // namespace vitrine
