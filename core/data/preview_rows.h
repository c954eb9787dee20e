#pragma once

#include "core/data/reader.h"

namespace vitrine {

constexpr std::size_t kPreviewRows = 5; ///< shown from the start and from the end

/// Columns, first and last rows of a table that has been read.
void showTable(const Table& table, ImportPreview& preview);

/// Role of a graph column as the graph set names it.
void showGraphRoles(const GraphSet& graphs, ImportPreview& preview);

} // namespace vitrine
