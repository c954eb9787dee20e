#pragma once

#include "core/data/graphset_parser.h"
#include "core/data/reader.h"

#include <optional>

namespace vitrine {

/// An edge list: in each line two nodes, perhaps a weight and further attributes; a header names them. Comments begin
/// with # or %. Nodes are made in the order in which they are met. A column "graph" or "graph_id" makes many graphs.
/// @param directed  nothing: as the file says, else without direction
/// @errors parse: lines with other fields, with file and line; cancelled
Result<ParsedGraphSet> parseEdgeList(std::string_view text, std::optional<bool> directed, const std::string& name,
                                     const ReadContext& context);

} // namespace vitrine
