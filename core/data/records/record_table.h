#pragma once

#include "core/base/result.h"
#include "core/data/graph/taken_note.h"
#include "core/values/table.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// Collects records of named values. Columns come up while reading; each has the narrowest type that holds its values,
/// and a record without a value has a missing cell.
class RecordTable {
public:
    /// @param name       of the file, begins every message
    /// @param fileBytes  what missing cells may take is measured by it
    RecordTable(std::string name, std::size_t fileBytes) : m_name(std::move(name)), m_fileBytes(fileBytes) {}

    /// @param place  of the value in its record: columns mostly come in the same order
    /// @errors out_of_range: too many columns
    Result<std::size_t> column(std::string_view name, std::size_t place);
    void beginRecord(std::int64_t line);
    /// Value of the last record. @errors out_of_range: most of the cells would be empty
    Result<void> set(std::size_t column, AttributeValue value);

    std::size_t rows() const { return m_lines.size(); }
    Ledger& ledger() { return m_ledger; }
    /// The table, with missing values noted. The lines are taken by takeLines().
    Table take();
    std::vector<std::int64_t> takeLines() { return std::move(m_lines); }

private:
    std::string m_name;
    std::size_t m_fileBytes;
    double m_padded = 0.0; ///< bytes for cells that are not in the file
    Ledger m_ledger;
    std::vector<std::string> m_names;
    std::vector<AttributeColumn> m_columns;
    std::unordered_map<std::string, std::size_t> m_places;
    std::vector<std::int64_t> m_lines; ///< of each record
    NumberRemarks m_remarks;
};

} // namespace vitrine
