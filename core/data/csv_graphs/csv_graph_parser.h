#pragma once

#include "core/data/csv_graphs/csv_graph_files.h"
#include "core/data/graphset_parser.h"
#include "core/data/reader.h"

#include <optional>

namespace vitrine {

/// @param directed  edges without a "type"; nothing: without direction
/// @errors those of CSV files; parse: columns or ids that are missing, graphs that are not there; cancelled
Result<ParsedGraphSet> parseCsvGraphs(const CsvGraphFiles& files, std::optional<bool> directed,
                                      const ReadContext& context);

} // namespace vitrine
