#pragma once

#include "core/data/graph/graph_file_reader.h"

namespace vitrine {

/// GraphML: keys with names, types and defaults; values of nodes, edges and graphs; one or many graphs. Graphs inside
/// of nodes are joined to the graph around them; what has no place in a graph set (hyperedges, ports, values with
/// elements inside) is named in the ledger.
/// @errors parse, cancelled
Result<ParsedGraphSet> parseGraphMl(std::string_view bytes, const std::string& name, const ReadContext& context);

extern const GraphFormat kGraphMl;

} // namespace vitrine
