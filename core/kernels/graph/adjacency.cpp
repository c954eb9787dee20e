#include "core/kernels/graph/adjacency.h"

namespace vitrine {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

// Fills both ends of every edge in edge order, which keeps the order of neighbours.
template <class Visit>
void forEachEnd(const GraphTopology& topology, Visit&& visit) {
    for (std::size_t graph = 0; graph < topology.graphCount(); ++graph) {
        const auto base = static_cast<std::int32_t>(topology.nodeOffsets[graph]);
        for (std::int64_t edge = topology.edgeOffsets[graph]; edge < topology.edgeOffsets[graph + 1]; ++edge) {
            const std::int32_t source = base + topology.edgeSource[at(edge)];
            const std::int32_t target = base + topology.edgeTarget[at(edge)];
            if (source == target)
                continue;
            visit(source, target, static_cast<std::int32_t>(edge));
            if (!topology.directed)
                visit(target, source, static_cast<std::int32_t>(edge));
        }
    }
}

} // namespace

Adjacency::Adjacency(const GraphTopology& topology) {
    const auto nodes = at(topology.nodeCount());
    m_firstNode.assign(topology.nodeOffsets.begin(), topology.nodeOffsets.end());
    m_graphOfNode.resize(nodes);
    for (std::int32_t graph = 0; graph < graphCount(); ++graph)
        for (std::int32_t node = firstNode(graph); node < firstNode(graph + 1); ++node)
            m_graphOfNode[at(node)] = graph;

    std::vector<std::int32_t> degree(nodes, 0);
    forEachEnd(topology, [&](std::int32_t from, std::int32_t, std::int32_t) { ++degree[at(from)]; });
    m_offsets.resize(nodes + 1);
    for (std::size_t node = 0; node < nodes; ++node)
        m_offsets[node + 1] = m_offsets[node] + degree[node];
    std::vector<AdjacencySlot> slots(at(m_offsets.back()));
    std::vector<std::int32_t> filled(nodes, 0);
    forEachEnd(topology, [&](std::int32_t from, std::int32_t to, std::int32_t edge) {
        slots[at(m_offsets[at(from)] + filled[at(from)]++)] = {to, edge};
    });

    // Parallel edges: keep the first of each neighbour. `seenFrom` remembers the last node that listed a neighbour.
    std::vector<std::int32_t> seenFrom(nodes, -1);
    m_slots.reserve(slots.size());
    for (std::int32_t node = 0; node < nodeCount(); ++node) {
        const std::int32_t begin = m_offsets[at(node)];
        m_offsets[at(node)] = static_cast<std::int32_t>(m_slots.size());
        for (std::int32_t slot = begin; slot < begin + degree[at(node)]; ++slot) {
            if (seenFrom[at(slots[at(slot)].node)] == node)
                continue;
            seenFrom[at(slots[at(slot)].node)] = node;
            m_slots.push_back(slots[at(slot)]);
        }
    }
    m_offsets[nodes] = static_cast<std::int32_t>(m_slots.size());
}

} // namespace vitrine
