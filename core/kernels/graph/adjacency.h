#pragma once

#include "core/kernels/graph/graph_topology.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitrine {

/// One way to leave a node.
struct AdjacencySlot {
    std::int32_t node = 0; ///< the neighbour, numbered over all graphs
    std::int32_t edge = 0; ///< the edge, numbered over all graphs
};

/// Neighbours of every node of a set of graphs, nodes numbered over all graphs. The order of neighbours is the order of
/// the edges. Undirected graphs list an edge at both ends, directed ones at its source. Loops are left out; of parallel
/// edges only the first counts.
class Adjacency {
public:
    Adjacency() = default;
    /// @cost O(nodes + edges * mean degree)
    explicit Adjacency(const GraphTopology& topology);

    std::int32_t nodeCount() const { return static_cast<std::int32_t>(m_graphOfNode.size()); }
    std::int32_t graphCount() const { return static_cast<std::int32_t>(m_firstNode.size()) - 1; }
    std::span<const AdjacencySlot> neighbours(std::int32_t node) const {
        const auto index = static_cast<std::size_t>(node);
        return {m_slots.data() + m_offsets[index], static_cast<std::size_t>(m_offsets[index + 1] - m_offsets[index])};
    }
    std::int32_t graphOf(std::int32_t node) const { return m_graphOfNode[static_cast<std::size_t>(node)]; }
    /// Number of the first node of a graph; graphCount() is allowed and gives nodeCount().
    std::int32_t firstNode(std::int32_t graph) const { return m_firstNode[static_cast<std::size_t>(graph)]; }

private:
    std::vector<std::int32_t> m_firstNode{0};
    std::vector<std::int32_t> m_graphOfNode;
    std::vector<std::int32_t> m_offsets{0};
    std::vector<AdjacencySlot> m_slots;
};

} // namespace vitrine
