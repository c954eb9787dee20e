#pragma once

#include "core/kernels/graph/graph_layout.h"
#include "core/values/graph_set.h"

#include <QString>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vitrine {

/// A node or an edge of the graph that is looked at.
struct GraphElement {
    enum class Kind { none, node, edge };
    Kind kind = Kind::none;
    std::int32_t index = -1; ///< within the graph
    bool isNode() const { return kind == Kind::node; }
    bool isEdge() const { return kind == Kind::edge; }
    friend bool operator==(const GraphElement&, const GraphElement&) = default;
};

/// One graph of a set, with the neighbours of its nodes. Immutable, any thread.
class ShownGraph {
public:
    /// @cost O(nodes + edges) of the graph; edges whose ends are no nodes are kept, but join nothing
    ShownGraph(std::shared_ptr<const GraphSet> graphs, int graph);

    const std::shared_ptr<const GraphSet>& graphSet() const { return m_graphs; }
    int graph() const { return m_graph; }
    bool isMolecular() const { return m_graphs->isMolecular(); }
    bool isDirected() const { return m_graphs->topology.directed; }
    std::size_t nodeCount() const { return m_nodeCount; }
    /// As positions of nodes within the graph.
    const std::vector<NodePair>& edges() const { return m_edges; }
    std::size_t nodeRow(std::int32_t node) const { return m_firstNode + static_cast<std::size_t>(node); }
    std::size_t edgeRow(std::int32_t edge) const { return m_firstEdge + static_cast<std::size_t>(edge); }

    /// The element itself when it is there, with both ends of an edge; else none.
    GraphElement checked(GraphElement element) const;
    /// Ends of edges at the node; a loop counts twice.
    int degree(std::int32_t node) const { return static_cast<int>(incidentEdges(node).size()); }
    /// Edges at the node, each end once.
    std::span<const std::int32_t> incidentEdges(std::int32_t node) const;
    /// Nodes next to the node, ascending, each once, without itself.
    std::vector<std::int32_t> neighbours(std::int32_t node) const;

    QString name() const;                             ///< of the graph; "graph 3" when it has none
    std::vector<QString> nodeLabels() const;          ///< of the label attribute; empty when there is none
    QString elementTitle(GraphElement element) const; ///< "Node 12 (C)", "Edge 3 → 7"
    /// Names with units and values of the attributes of a node or an edge.
    std::vector<std::pair<QString, QString>> elementFacts(GraphElement element) const;
    QString nodeWord() const;   ///< "atoms" or "nodes"
    QString countsText() const; ///< "10,000 nodes, 50,000 edges"

private:
    std::shared_ptr<const GraphSet> m_graphs;
    int m_graph;
    std::size_t m_firstNode, m_nodeCount, m_firstEdge;
    std::vector<NodePair> m_edges;
    std::vector<std::size_t> m_firstIncident; // per node, place in m_incident
    std::vector<std::int32_t> m_incident;
};

using ShownGraphPointer = std::shared_ptr<const ShownGraph>;

} // namespace vitrine
