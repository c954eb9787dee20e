#pragma once

#include "core/values/graph_set.h"

#include <cstdint>

namespace vitrine::pathboost {

/// One graph of a set with its nodes, edges and columns, as a set of its own.
/// @param graph  in [0, graphs.graphCount())
/// @cost  O(nodes + edges) of the graph
GraphSet oneGraph(const GraphSet& graphs, std::int32_t graph);

} // namespace vitrine::pathboost
