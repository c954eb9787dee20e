#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vitrine {

/// Many graphs in one set of arrays. Nodes and edges of graph g are the ranges [offset[g], offset[g + 1]).
struct GraphTopology {
    std::vector<std::int64_t> nodeOffsets{0}; ///< graphCount + 1
    std::vector<std::int64_t> edgeOffsets{0}; ///< graphCount + 1
    std::vector<std::int32_t> edgeSource;     ///< position of the node within its graph, one per edge, file order
    std::vector<std::int32_t> edgeTarget;
    bool directed = false;

    std::size_t graphCount() const { return nodeOffsets.size() - 1; }
    std::int64_t nodeCount() const { return nodeOffsets.back(); }
    std::int64_t edgeCount() const { return edgeOffsets.back(); }
};

} // namespace vitrine
