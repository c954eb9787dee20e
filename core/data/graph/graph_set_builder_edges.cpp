#include "core/data/graph/graph_set_builder.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <numeric>

namespace vitrine {

/// Edges of the graph with the positions of their nodes; in a graph with edges of both kinds, those without direction
/// once in each.
std::vector<GraphSetBuilder::Arc> GraphSetBuilder::arcsOfGraph(bool directed, bool mixed) {
    std::vector<Arc> arcs;
    arcs.reserve(m_edges.size());
    for (std::size_t e = 0; e < m_edges.size(); ++e) {
        const RawEdge& edge = m_edges[e];
        const std::int32_t source = m_positions[static_cast<std::size_t>(edge.source)];
        const std::int32_t target = m_positions[static_cast<std::size_t>(edge.target)];
        if (source < 0 || target < 0) {
            m_ledger.note(LedgerAction::dropped, "", "Edge to a node that is not in its graph", edge.line);
            continue;
        }
        if (source == target)
            m_ledger.note(LedgerAction::marked, "", "Edge from a node to itself, kept; paths pass over it", edge.line);
        arcs.push_back({source, target, static_cast<std::uint32_t>(e)});
        if (!mixed || isDirected(e) == directed)
            continue;
        m_ledger.note(LedgerAction::changed, "", ledger_text::kEdgeDoubled, edge.line);
        if (source != target)
            arcs.push_back({target, source, static_cast<std::uint32_t>(e)});
    }
    return arcs;
}

/// Which edges repeat an earlier one. Edges are sorted into the lists of their first nodes, in each of which a mark at
/// the other node tells that it was met: linear, whatever the order.
std::vector<bool> GraphSetBuilder::repeated(const std::vector<Arc>& arcs, bool directed) const {
    const auto nodes = static_cast<std::size_t>(nodesOfGraph());
    const auto first = [directed](const Arc& arc) {
        return static_cast<std::size_t>(directed ? arc.source : std::min(arc.source, arc.target));
    };
    const auto second = [directed](const Arc& arc) {
        return static_cast<std::size_t>(directed ? arc.target : std::max(arc.source, arc.target));
    };
    std::vector<std::uint32_t> starts(nodes + 1, 0);
    for (const Arc& arc : arcs)
        ++starts[first(arc) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> places = starts;
    std::vector<std::uint32_t> sorted(arcs.size());
    for (std::size_t i = 0; i < arcs.size(); ++i)
        sorted[places[first(arcs[i])]++] = static_cast<std::uint32_t>(i);
    std::vector<std::size_t> met(nodes, nodes);
    std::vector<bool> again(arcs.size(), false);
    for (std::size_t node = 0; node < nodes; ++node)
        for (std::uint32_t at = starts[node]; at < starts[node + 1]; ++at) {
            std::size_t& mark = met[second(arcs[sorted[at]])];
            again[sorted[at]] = mark == node;
            mark = node;
        }
    return again;
}

bool GraphSetBuilder::keepArcs(const std::vector<Arc>& arcs, const std::vector<bool>& dropped) {
    const std::size_t firstRow = m_rawEdges - m_edges.size();
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (dropped[i]) {
            m_ledger.note(LedgerAction::merged, "", "Parallel edge, the first is kept", m_edges[arcs[i].edge].line);
            continue;
        }
        m_topology.edgeSource.push_back(arcs[i].source);
        m_topology.edgeTarget.push_back(arcs[i].target);
        m_edgeRows.push_back(firstRow + arcs[i].edge);
    }
    return !m_error;
}

bool GraphSetBuilder::resolveEdges() {
    if (m_edges.empty())
        return !m_error;
    constexpr double kBytesPerEdge = 64.0;
    const auto count = static_cast<std::int64_t>(m_edges.size());
    if (count > 1'000'000)
        if (auto fits = checkFits(m_name, count, "edge", kBytesPerEdge * static_cast<double>(count)); !fits) {
            m_error = fits.error();
            return false;
        }
    std::size_t directed = 0;
    for (std::size_t e = 0; e < m_edges.size(); ++e)
        directed += isDirected(e) ? 1 : 0;
    const bool mixed = directed > 0 && directed < m_edges.size();
    const std::vector<Arc> arcs = arcsOfGraph(directed > 0, mixed);
    m_directed.back() = directed > 0;
    return keepArcs(arcs, repeated(arcs, directed > 0));
}

/// Some graphs have directions and some have none: in these every edge becomes two.
void GraphSetBuilder::makeTwoOfEach() {
    GraphTopology two{m_topology.nodeOffsets, {}, {}, {}, true};
    std::vector<std::size_t> rows;
    for (std::size_t g = 0; g + 1 < m_topology.edgeOffsets.size(); ++g) {
        two.edgeOffsets.push_back(static_cast<std::int64_t>(two.edgeSource.size()));
        for (auto e = static_cast<std::size_t>(m_topology.edgeOffsets[g]);
             e < static_cast<std::size_t>(m_topology.edgeOffsets[g + 1]); ++e) {
            const std::int32_t source = m_topology.edgeSource[e];
            const std::int32_t target = m_topology.edgeTarget[e];
            two.edgeSource.push_back(source);
            two.edgeTarget.push_back(target);
            rows.push_back(m_edgeRows[e]);
            if (m_directed[g] || source == target)
                continue;
            two.edgeSource.push_back(target);
            two.edgeTarget.push_back(source);
            rows.push_back(m_edgeRows[e]);
            m_ledger.noteAll(LedgerAction::changed, "", ledger_text::kEdgeDoubled, 1);
        }
    }
    two.edgeOffsets.push_back(static_cast<std::int64_t>(two.edgeSource.size()));
    m_topology = std::move(two);
    m_edgeRows = std::move(rows);
}

} // namespace vitrine
