#include "core/data/preview_rows.h"

#include <algorithm>

namespace vitrine {
namespace {

std::vector<std::string> rowTexts(const Table& table, std::size_t row) {
    std::vector<std::string> texts;
    texts.reserve(table.columns.size());
    for (const Column& column : table.columns)
        texts.push_back(column.cellText(row));
    return texts;
}

} // namespace

void showTable(const Table& table, ImportPreview& preview) {
    for (const Column& column : table.columns)
        preview.columns.push_back({column.name, column.type(), ColumnRole::attribute});
    const std::size_t rows = table.rowCount();
    const std::size_t first = std::min(rows, kPreviewRows);
    for (std::size_t row = 0; row < first; ++row)
        preview.firstRows.push_back(rowTexts(table, row));
    for (std::size_t row = std::max(first, rows - std::min(rows, kPreviewRows)); row < rows; ++row)
        preview.lastRows.push_back(rowTexts(table, row));
}

void showGraphRoles(const GraphSet& graphs, ImportPreview& preview) {
    for (PreviewColumn& column : preview.columns) {
        if (column.name == graphs.targetColumn)
            column.role = ColumnRole::target;
        else if (column.name == graphs.structureColumn)
            column.role = ColumnRole::structure;
        else if (column.name == graphs.idColumn)
            column.role = ColumnRole::id;
    }
}

} // namespace vitrine
