#include "core/data/csv/csv_scanner.h"

#include <algorithm>
#include <cstring>

namespace vitrine {
namespace {

const char* find(const char* from, const char* end, char what) {
    const void* found = from == end ? nullptr : std::memchr(from, what, static_cast<std::size_t>(end - from));
    return found ? static_cast<const char*>(found) : end;
}

/// The closing quote of a cell whose text begins at `from`, or the end. Doubled quotes are passed over.
const char* closingQuote(const char* from, const char* end, char quote, bool& doubled) {
    const char* at = find(from, end, quote);
    while (at != end && at + 1 != end && at[1] == quote) {
        doubled = true;
        at = find(at + 2, end, quote);
    }
    return at;
}

} // namespace

std::string CsvField::unquoted(char quote) const {
    if (!doubled)
        return std::string(text);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        out += text[i];
        if (text[i] == quote)
            ++i;
    }
    return out;
}

CsvScanner::CsvScanner(std::string_view text, const CsvDialect& dialect)
    : m_begin(text.data()), m_end(text.data() + text.size()), m_at(m_begin), m_dialect(dialect) {}

void CsvScanner::skipSpaces() {
    while (m_at != m_end && *m_at == ' ')
        ++m_at;
}

CsvField CsvScanner::quotedField(std::size_t column) {
    CsvField field;
    field.quoted = true;
    const char* start = m_at + 1;
    const char* close = closingQuote(start, m_end, m_dialect.quote, field.doubled);
    m_line += std::count(start, close, m_dialect.lineEnd);
    field.text = {start, static_cast<std::size_t>(close - start)};
    m_unclosed = close == m_end;
    m_at = m_unclosed ? m_end : close + 1;
    // The line end of a file from Windows belongs to the record, not to the cell.
    while (m_at != m_end && *m_at != m_dialect.separator && *m_at != m_dialect.lineEnd) {
        if (*m_at != ' ' && *m_at != '\r' && m_spoiled == 0)
            m_spoiled = column;
        ++m_at;
    }
    return field;
}

CsvField CsvScanner::plainField() {
    const char* start = m_at;
    const char separator = m_dialect.separator;
    const char lineEnd = m_dialect.lineEnd;
    while (m_at != m_end && *m_at != separator && *m_at != lineEnd)
        ++m_at;
    CsvField field;
    field.text = {start, static_cast<std::size_t>(m_at - start)};
    const bool last = m_at == m_end || *m_at == lineEnd;
    if (last && lineEnd == '\n' && !field.text.empty() && field.text.back() == '\r')
        field.text.remove_suffix(1);
    return field;
}

void CsvScanner::endRecord() {
    if (m_at == m_end)
        return;
    ++m_at;
    ++m_line;
}

bool CsvScanner::next(std::vector<CsvField>& fields) {
    fields.clear();
    m_recordLine = m_line;
    m_unclosed = false;
    m_spoiled = 0;
    if (m_at == m_end)
        return false;
    const bool spaces = m_dialect.separator == ' ';
    if (spaces)
        skipSpaces();
    while (true) {
        if (m_dialect.spaceAfterSeparator)
            skipSpaces();
        const bool opens = m_dialect.quote != 0 && m_at != m_end && *m_at == m_dialect.quote;
        fields.push_back(opens ? quotedField(fields.size() + 1) : plainField());
        if (m_at == m_end || *m_at == m_dialect.lineEnd)
            break;
        ++m_at; // the separator
        if (spaces) {
            skipSpaces();
            const bool carriage = m_at != m_end && *m_at == '\r' && (m_at + 1 == m_end || m_at[1] == m_dialect.lineEnd);
            if (carriage)
                ++m_at;
            if (m_at == m_end || *m_at == m_dialect.lineEnd)
                break; // spaces at the end of the line begin no cell
        }
    }
    endRecord();
    m_blank =
        fields.size() == 1 && !fields[0].quoted && fields[0].text.find_first_not_of(" \t\r") == std::string_view::npos;
    return true;
}

namespace {

/// Whether a quote at `at` stands at the start of a cell.
bool opensCell(const char* begin, const char* at, const CsvDialect& dialect) {
    if (dialect.spaceAfterSeparator || dialect.separator == ' ')
        while (at != begin && at[-1] == ' ')
            --at;
    if (at == begin || at[-1] == dialect.lineEnd || at[-1] == dialect.separator)
        return true;
    return dialect.separator == ' ' && *at == ' ';
}

/// Adds the cuts that fall on line ends in [from, to), a stretch outside of quotes.
void cutStretch(const char* begin, const char* from, const char* to, char lineEnd, std::size_t chunkBytes,
                std::vector<std::size_t>& cuts) {
    while (true) {
        const char* target = begin + cuts.back() + chunkBytes;
        if (target >= to)
            return;
        const char* end = find(std::max(from, target), to, lineEnd);
        if (end == to)
            return;
        cuts.push_back(static_cast<std::size_t>(end + 1 - begin));
    }
}

} // namespace

std::vector<std::size_t> recordChunks(std::string_view text, const CsvDialect& dialect, std::size_t chunkBytes) {
    std::vector<std::size_t> cuts{0};
    const char* begin = text.data();
    const char* end = begin + text.size();
    const char* outside = begin; // start of the stretch outside of quotes
    const char* quote = dialect.quote != 0 ? find(begin, end, dialect.quote) : end;
    while (quote != end) {
        if (!opensCell(begin, quote, dialect)) {
            quote = find(quote + 1, end, dialect.quote);
            continue;
        }
        cutStretch(begin, outside, quote, dialect.lineEnd, chunkBytes, cuts);
        bool doubled = false;
        const char* close = closingQuote(quote + 1, end, dialect.quote, doubled);
        outside = close == end ? end : close + 1;
        quote = find(outside, end, dialect.quote);
    }
    cutStretch(begin, outside, end, dialect.lineEnd, chunkBytes, cuts);
    if (cuts.back() != text.size())
        cuts.push_back(text.size());
    return cuts;
}

} // namespace vitrine
