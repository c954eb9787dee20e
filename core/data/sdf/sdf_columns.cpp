#include "core/data/sdf/sdf_columns.h"

#include "core/data/cell_builder.h"
#include "core/data/csv/cell_text.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

namespace vitrine {
namespace {

/// From this share of numbers on, the others are worth a line of the ledger.
constexpr double kMostly = 0.7;

class ColumnReader {
public:
    ColumnReader(const std::string& name, const CsvOptions& options, Ledger& ledger)
        : m_name(name), m_options(options), m_cells(CsvDialect{}, options), m_ledger(ledger) {}

    Column read(std::span<const SdfCell> cells, std::span<const std::int64_t> lines) {
        decideType(cells);
        CellBuilder builder;
        for (std::size_t row = 0; row < cells.size(); ++row) {
            if (!isMissing(cells[row], lines[row]))
                add(builder, cells[row]);
            else
                builder.addMissing();
        }
        if (!builder.type() && m_type == ColumnType::text)
            return emptyTexts(cells.size());
        return builder.take(m_name);
    }

private:
    void decideType(std::span<const SdfCell> cells) {
        if (const auto forced = m_options.types.find(m_name); forced != m_options.types.end()) {
            m_type = forced->second;
            return;
        }
        unsigned kinds = 0;
        std::size_t values = 0;
        std::size_t numbers = 0;
        for (const SdfCell& cell : cells) {
            const unsigned kind = cell.line > 0 ? m_cells.kind(cell.text) : cell_kind::kMissing;
            kinds |= kind;
            values += kind == cell_kind::kMissing ? 0 : 1;
            numbers += (kind & (cell_kind::kInteger | cell_kind::kReal)) != 0 ? 1 : 0;
        }
        m_type = typeOfKinds(kinds);
        m_explain = m_type == ColumnType::text && numbers < values &&
                    static_cast<double>(numbers) >= kMostly * static_cast<double>(values);
    }

    bool isMissing(const SdfCell& cell, std::int64_t recordLine) {
        if (cell.line == 0) {
            m_ledger.note(LedgerAction::marked, m_name, "No such property in the record, value missing", recordLine);
            return true;
        }
        const int token = m_cells.missingToken(cell.text);
        if (token == 0)
            m_ledger.note(LedgerAction::marked, m_name, "Empty property, value missing", cell.line);
        else if (token > 0)
            m_ledger.note(LedgerAction::coerced, m_name,
                          inQuotes(m_cells.missingText(token)) + " read as a missing value", cell.line);
        return token >= 0;
    }

    void add(CellBuilder& builder, const SdfCell& cell) {
        bool fits = false;
        if (m_type == ColumnType::text) {
            if (m_explain && (m_cells.kind(cell.text) & (cell_kind::kInteger | cell_kind::kReal)) == 0)
                m_ledger.note(LedgerAction::marked, m_name, ledger_text::kNoNumber, cell.line);
            fits = builder.addText(std::string(cell.text));
        } else if (m_type == ColumnType::boolean) {
            if (const auto value = CellReader::boolean(cell.text))
                fits = builder.addBoolean(*value);
        } else if (m_type == ColumnType::integer) {
            if (const auto value = m_cells.integer(cell.text))
                fits = builder.addInteger(*value);
        } else if (const auto value = m_cells.real(cell.text)) {
            if (m_cells.losesDigits(cell.text))
                m_ledger.note(LedgerAction::coerced, m_name, ledger_text::kDigitsLost, cell.line);
            fits = builder.addReal(*value);
        }
        if (fits)
            return;
        builder.addMissing();
        m_ledger.note(LedgerAction::coerced, m_name,
                      "Not readable as " + std::string(columnTypeName(m_type)) + ", value missing", cell.line);
    }

    Column emptyTexts(std::size_t rows) const {
        Column column(m_name, Column::Texts(rows));
        for (std::size_t row = 0; row < rows; ++row)
            column.setMissing(row);
        return column;
    }

    const std::string& m_name;
    const CsvOptions& m_options;
    const CellReader m_cells;
    Ledger& m_ledger;
    ColumnType m_type = ColumnType::text;
    bool m_explain = false;
};

} // namespace

Column sdfColumn(const std::string& name, std::span<const SdfCell> cells, std::span<const std::int64_t> lines,
                 const CsvOptions& options, Ledger& ledger) {
    return ColumnReader(name, options, ledger).read(cells, lines);
}

} // namespace vitrine
