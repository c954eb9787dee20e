#pragma once

#include "core/data/graph/graph_file_reader.h"

namespace vitrine {

/// JSON of nodes and links as NetworkX and D3 write it: an object with the lists "nodes" and "links" (or "edges"), with
/// "directed", "multigraph" and "graph" (attributes) where they are given, or a list of such objects. Nodes without an
/// "id" are named by their place, from 0. Lists and objects as values are kept as JSON text; NaN and infinities are
/// kept, although they are no JSON.
/// @errors parse, cancelled, out_of_range
Result<ParsedGraphSet> parseNodeLink(std::string_view bytes, const std::string& name, const ReadContext& context);

extern const GraphFormat kNodeLink;

} // namespace vitrine
