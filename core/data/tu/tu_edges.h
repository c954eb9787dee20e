#pragma once

#include "core/data/ledger.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vitrine {

/// One line of the adjacency file: positions of two nodes among all nodes, from 0.
struct TuPair {
    std::int64_t source = 0;
    std::int64_t target = 0;
};

/// Which lines stand for edges, and what happened to the others.
struct TuEdges {
    std::vector<std::size_t> kept; ///< positions of the pairs that are edges, in their order
    std::vector<std::size_t> back; ///< of each kept pair the first line the other way round, or itself
    std::int64_t oneWay = 0;       ///< edges without direction that are listed in one direction only
};

/// Two lines that name the same nodes the other way round are one edge, unless the graphs are directed; a line that
/// says the same again is left out.
TuEdges joinDirections(const std::vector<TuPair>& pairs, bool directed, Ledger& ledger);

} // namespace vitrine
