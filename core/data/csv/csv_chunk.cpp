#include "core/data/csv/csv_chunk.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

/// Collects the cells of one column of a chunk.
class ColumnSink {
public:
    ColumnSink(const ColumnPlan& plan, const CellReader& cells, char quote)
        : m_plan(plan), m_cells(cells), m_quote(quote) {}

    void add(const CsvField& field, std::int64_t line);
    ColumnCells take();

private:
    bool store(std::string_view text, std::int64_t line);
    bool storeForced(std::string_view text);
    void storeText(std::string_view text, std::int64_t line);
    void addMissing(int token, std::int64_t line);
    void addEmptyCell();

    const ColumnPlan m_plan;
    const CellReader& m_cells;
    const char m_quote;
    std::uint32_t m_rows = 0;
    Column::Booleans m_booleans;
    Column::Integers m_integers;
    Column::Reals m_reals;
    Column::Texts m_texts;
    std::string m_unquoted;
    ColumnCells m_out;
};

void ColumnSink::addEmptyCell() {
    switch (m_plan.type) {
    case ColumnType::boolean: m_booleans.push_back(0); break;
    case ColumnType::integer: m_integers.push_back(0); break;
    case ColumnType::real: m_reals.push_back(0.0); break;
    case ColumnType::text: m_texts.emplace_back(); break;
    }
    m_out.missing.push_back(m_rows);
}

void ColumnSink::addMissing(int token, std::int64_t line) {
    auto& tokens = m_out.missingTokens;
    auto found = std::find_if(tokens.begin(), tokens.end(), [token](const auto& item) { return item.first == token; });
    if (found == tokens.end())
        found = tokens.insert(tokens.end(), {token, LineList{}});
    found->second.add(line);
    addEmptyCell();
}

void ColumnSink::storeText(std::string_view text, std::int64_t line) {
    if (m_plan.explainText && m_cells.kind(text) == cell_kind::kText)
        m_out.notNumber.add(line);
    m_texts.emplace_back(text);
}

/// The cell as the planned type; false when it is of another kind.
bool ColumnSink::store(std::string_view text, std::int64_t line) {
    switch (m_plan.type) {
    case ColumnType::boolean:
        if (const auto value = CellReader::boolean(text)) {
            m_booleans.push_back(*value ? 1 : 0);
            m_out.kinds |= cell_kind::kBoolean;
            return true;
        }
        return false;
    case ColumnType::integer:
        if (const auto value = m_cells.integer(text)) {
            m_integers.push_back(*value);
            m_out.kinds |= cell_kind::kInteger;
            return true;
        }
        return false;
    case ColumnType::real:
        if (const auto value = m_cells.real(text)) {
            m_out.kinds |= cell_kind::kReal;
            if (std::isinf(*value) && text.find_first_of("0123456789") != std::string_view::npos) {
                m_out.tooLarge.add(line);
                addEmptyCell();
                return true;
            }
            m_reals.push_back(*value);
            if (m_cells.losesDigits(text))
                m_out.lostDigits.add(line);
            return true;
        }
        return false;
    case ColumnType::text:
        if (const int token = m_cells.missingToken(text); token >= 0)
            return false;
        storeText(text, line);
        return true;
    }
    return false;
}

/// A second try for a type that the user asked for: 0 and 1 are booleans, "007" is 7, 3.0 is an integer.
bool ColumnSink::storeForced(std::string_view text) {
    if (m_plan.type == ColumnType::boolean && (text == "0" || text == "1")) {
        m_booleans.push_back(text == "1" ? 1 : 0);
        return true;
    }
    std::string_view digits = text;
    const bool negative = digits.starts_with('-');
    if (negative)
        digits.remove_prefix(1);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    const std::string plain = (negative ? "-" : "") + (digits.empty() ? std::string("0") : std::string(digits));
    const bool padded = !text.empty() && text != plain;
    if (m_plan.type == ColumnType::integer) {
        constexpr double kExact = 9007199254740992.0;
        if (const auto value = padded ? m_cells.integer(plain) : std::nullopt) {
            m_integers.push_back(*value);
            return true;
        }
        const auto real = m_cells.real(text);
        if (real && *real == static_cast<double>(static_cast<std::int64_t>(std::clamp(*real, -kExact, kExact)))) {
            m_integers.push_back(static_cast<std::int64_t>(*real));
            return true;
        }
    }
    if (m_plan.type == ColumnType::real && padded)
        if (const auto value = m_cells.real(plain)) {
            m_reals.push_back(*value);
            return true;
        }
    return false;
}

void ColumnSink::add(const CsvField& field, std::int64_t line) {
    std::string_view text = field.text;
    if (field.doubled) {
        m_unquoted = field.unquoted(m_quote);
        text = m_unquoted;
    }
    bool spaces = false;
    text = m_cells.trim(text, spaces);
    if (spaces)
        m_out.spaces.add(line);
    if (m_out.fits && !store(text, line)) {
        const int token = m_cells.missingToken(text);
        if (token >= 0) {
            addMissing(token, line);
        } else if (m_plan.forced) {
            if (!storeForced(text)) {
                m_out.coerced.add(line);
                addEmptyCell();
            }
        } else {
            m_out.fits = false;
        }
    }
    if (!m_out.fits && (m_out.kinds & cell_kind::kText) == 0)
        m_out.kinds |= m_cells.kind(text);
    ++m_rows;
}

ColumnCells ColumnSink::take() {
    switch (m_plan.type) {
    case ColumnType::boolean: m_out.data = std::move(m_booleans); break;
    case ColumnType::integer: m_out.data = std::move(m_integers); break;
    case ColumnType::real: m_out.data = std::move(m_reals); break;
    case ColumnType::text: m_out.data = std::move(m_texts); break;
    }
    return std::move(m_out);
}

} // namespace

void LineList::add(std::int64_t line) {
    ++count;
    if (lines.size() < LedgerEntry::kMaxLines)
        lines.push_back(line);
}

void LineList::append(const LineList& later, std::int64_t base) {
    count += later.count;
    for (std::size_t i = 0; i < later.lines.size() && lines.size() < LedgerEntry::kMaxLines; ++i)
        lines.push_back(later.lines[i] + base);
}

ChunkCells readChunk(std::string_view text, const CsvDialect& dialect, const CellReader& cells,
                     const std::vector<ColumnPlan>& plan) {
    std::vector<ColumnSink> sinks;
    sinks.reserve(plan.size());
    for (const ColumnPlan& column : plan)
        sinks.emplace_back(column, cells, dialect.quote);
    ChunkCells chunk;
    CsvScanner scanner(text, dialect);
    std::vector<CsvField> fields;
    while (scanner.next(fields)) {
        const std::int64_t line = scanner.line();
        if (scanner.unclosed()) {
            chunk.unclosed = line;
            break;
        }
        if (scanner.blank()) {
            chunk.blank.add(line);
            continue;
        }
        if (fields.size() != plan.size()) {
            chunk.ragged[fields.size()].add(line);
            continue;
        }
        if (scanner.spoiled() > 0) {
            chunk.spoiled[scanner.spoiled()].add(line);
            continue;
        }
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (plan[i].read)
                sinks[i].add(fields[i], line);
        chunk.rowLines.push_back(static_cast<std::uint32_t>(line));
        ++chunk.rows;
    }
    chunk.lines = scanner.linesSoFar();
    for (std::size_t i = 0; i < plan.size(); ++i)
        chunk.columns.push_back(plan[i].read ? sinks[i].take() : ColumnCells{});
    return chunk;
}

} // namespace vitrine
