#pragma once

#include "core/kernels/graph/adjacency.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitrine {

/// Occurrences of one labelled path in one graph, found by walking from every node that carries its first label.
/// @param labels  one code per node of all graphs, -1 where there is none
/// @param path    label codes, at least one
/// @param maximum the search ends after this many occurrences
/// @return node sequences, positions within the graph, in the order of their start nodes
/// @cost   O(starts * degree^(length - 1))
std::vector<std::vector<std::int32_t>> pathOccurrences(const Adjacency& adjacency, std::span<const std::int32_t> labels,
                                                       std::int32_t graph, std::span<const std::int32_t> path,
                                                       std::size_t maximum);

} // namespace vitrine
