#include "core/data/tu/tu_columns.h"

#include "core/base/number_text.h"
#include "core/data/cell_builder.h"
#include "core/data/graph/attribute_column.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vitrine {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::size_t kMaxWidth = 100'000;
constexpr std::int64_t kLinesBetweenLooks = 1 << 16;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

/// Walks over lines and the values in them.
class TuLines {
public:
    TuLines(const TuText& file, const ReadContext& context) : m_name(file.name), m_rest(file.text), m_context(context) {
        if (m_rest.starts_with("\xEF\xBB\xBF"))
            m_rest.remove_prefix(3);
        const std::size_t last = m_rest.find_last_not_of(" \t\r\n");
        m_rest = m_rest.substr(0, last == std::string_view::npos ? 0 : last + 1);
    }

    bool next() {
        if (m_rest.empty())
            return false;
        const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
        m_line = m_rest.substr(0, end);
        m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
        ++m_number;
        return true;
    }
    std::int64_t number() const { return m_number; }
    bool cancelled() const { return m_number % kLinesBetweenLooks == 0 && m_context.stop.stop_requested(); }

    std::size_t width() const { return static_cast<std::size_t>(std::count(m_line.begin(), m_line.end(), ',')) + 1; }
    /// The next value of the line.
    std::string_view value() {
        const std::size_t end = std::min(m_line.find(','), m_line.size());
        const std::string_view value = trimmed(m_line.substr(0, end));
        m_line.remove_prefix(std::min(end + 1, m_line.size()));
        return value;
    }

    Error error(const std::string& what) const {
        return makeError(ErrorCode::parse, m_name + ':' + std::to_string(m_number) + ": " + what);
    }
    Error stopped() const { return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled"); }

private:
    const std::string& m_name;
    std::string_view m_rest;
    std::string_view m_line;
    std::int64_t m_number = 0;
    const ReadContext& m_context;
};

Error wrongWidth(const TuLines& lines, std::size_t expected, std::size_t found) {
    return lines.error("expected " + counted(expected, "value") + ", found " + std::to_string(found));
}

bool readInteger(std::string_view text, std::int64_t& value) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && at == end && !text.empty();
}

/// Adds one number; false when it is none.
bool addNumber(CellBuilder& cells, std::string_view text, const std::string& column, std::int64_t line,
               Ledger& ledger) {
    if (std::int64_t whole = 0; readInteger(text, whole))
        return cells.addInteger(whole);
    const auto number = parseNumber(text);
    if (!number)
        return false;
    if (std::isnan(*number)) {
        ledger.note(LedgerAction::marked, column, "Not a number, taken as a missing value", line);
        cells.addMissing();
        return true;
    }
    if (isTooLarge(text)) {
        ledger.note(LedgerAction::marked, column, ledger_text::kTooLarge, line);
        cells.addMissing();
        return true;
    }
    if (std::isinf(*number))
        ledger.note(LedgerAction::marked, column, ledger_text::kInfinite, line);
    return cells.addReal(*number);
}

} // namespace

Result<std::vector<Column::Integers>> readTuIntegers(const TuText& file, std::string_view noun, std::size_t width,
                                                     const ReadContext& context) {
    TuLines lines(file, context);
    std::vector<Column::Integers> columns(width);
    while (lines.next()) {
        if (lines.cancelled())
            return lines.stopped();
        const std::size_t found = lines.width();
        if (columns.empty())
            columns.resize(std::min(found, kMaxWidth));
        if (found != columns.size())
            return wrongWidth(lines, columns.size(), found);
        for (Column::Integers& column : columns) {
            const std::string_view text = lines.value();
            std::int64_t value = 0;
            if (!readInteger(text, value))
                return lines.error("expected " + std::string(noun) + ", a whole number, found " + inQuotes(text));
            column.push_back(value);
        }
    }
    return columns;
}

Result<std::vector<Column>> readTuNumbers(const TuText& file, const std::string& name, Ledger& ledger,
                                          const ReadContext& context) {
    TuLines lines(file, context);
    std::vector<CellBuilder> cells;
    std::vector<std::string> names;
    while (lines.next()) {
        if (lines.cancelled())
            return lines.stopped();
        const std::size_t found = lines.width();
        if (cells.empty()) {
            cells.resize(std::min(found, kMaxWidth));
            for (std::size_t i = 0; i < cells.size(); ++i)
                names.push_back(cells.size() == 1 ? name : name + '_' + std::to_string(i + 1));
        }
        if (found != cells.size())
            return wrongWidth(lines, cells.size(), found);
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (const std::string_view text = lines.value();
                !addNumber(cells[i], text, names[i], lines.number(), ledger))
                return lines.error("expected a number, found " + inQuotes(text));
    }
    std::vector<Column> columns;
    for (std::size_t i = 0; i < cells.size(); ++i)
        columns.push_back(cells[i].take(names[i]));
    return columns;
}

} // namespace vitrine
