#pragma once

#include "core/data/graph/graph_file_reader.h"

namespace vitrine {

/// GEXF 1.1 to 1.3: static attributes with types and defaults, labels, weights, one direction or none for each edge,
/// places of nodes. Times, other drawing and phylogeny are named in the ledger; nodes inside of nodes are joined to the
/// graph.
/// @errors parse, cancelled
Result<ParsedGraphSet> parseGexf(std::string_view bytes, const std::string& name, const ReadContext& context);

extern const GraphFormat kGexf;

} // namespace vitrine
