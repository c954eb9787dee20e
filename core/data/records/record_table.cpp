#include "core/data/records/record_table.h"

#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

namespace vitrine {
namespace {

constexpr std::size_t kMaxColumns = 10'000;
constexpr double kFreePadding = 64e6;
constexpr double kPaddingPerByte = 128.0;

} // namespace

Result<std::size_t> RecordTable::column(std::string_view name, std::size_t place) {
    if (place < m_names.size() && m_names[place] == name)
        return place;
    const auto [found, isNew] = m_places.try_emplace(std::string(name), m_names.size());
    if (!isNew)
        return found->second;
    if (m_names.size() == kMaxColumns)
        return makeError(ErrorCode::outOfRange, m_name + ": more than " + grouped(kMaxColumns) + " different columns");
    m_names.emplace_back(name);
    m_columns.emplace_back();
    return found->second;
}

void RecordTable::beginRecord(std::int64_t line) {
    m_lines.push_back(line);
}

Result<void> RecordTable::set(std::size_t column, AttributeValue value) {
    AttributeColumn& cells = m_columns[column];
    const std::size_t row = m_lines.size() - 1;
    if (row > cells.size()) {
        m_padded += cells.paddingBytes(row - cells.size());
        if (m_padded > kFreePadding + kPaddingPerByte * static_cast<double>(m_fileBytes))
            return makeError(ErrorCode::outOfRange, m_name + ':' + std::to_string(m_lines.back()) +
                                                        ": too many different columns: most of their cells would be "
                                                        "empty");
    }
    const auto how = cells.set(row, std::move(value));
    if (how != AttributeColumn::Taken::asIs)
        noteTaken(how, cells, m_names[column], column, m_lines.back(), m_ledger, m_remarks);
    return {};
}

Table RecordTable::take() {
    Table table;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        table.columns.push_back(m_columns[i].take(m_names[i], m_lines.size()));
        m_columns[i] = {};
        m_remarks.note(i, table.columns.back(), m_ledger);
        if (const std::size_t missing = table.columns.back().missingCount(); missing > 0)
            m_ledger.noteAll(LedgerAction::marked, m_names[i], ledger_text::kMissingValue,
                             static_cast<std::int64_t>(missing));
    }
    return table;
}

} // namespace vitrine
