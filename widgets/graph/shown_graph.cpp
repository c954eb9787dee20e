#include "widgets/graph/shown_graph.h"

#include "core/values/column_unit.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/molecule/graph_pictures.h"

#include <QCoreApplication>

#include <algorithm>

namespace vitrine {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ShownGraph", text);
}

std::pair<QString, QString> fact(const Column& column, std::size_t row) {
    const QString unit = column.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(toQString(column.unit));
    return {toQString(splitHeader(column.name).title) + unit,
            column.isValid(row) ? displayCell(column, row, decimalsFor(column)) : tr("missing")};
}

} // namespace

ShownGraph::ShownGraph(std::shared_ptr<const GraphSet> graphs, int graph)
    : m_graphs(std::move(graphs)), m_graph(graph) {
    const GraphTopology& topology = m_graphs->topology;
    const auto at = static_cast<std::size_t>(graph);
    m_firstNode = static_cast<std::size_t>(topology.nodeOffsets[at]);
    m_nodeCount = static_cast<std::size_t>(topology.nodeOffsets[at + 1]) - m_firstNode;
    m_firstEdge = static_cast<std::size_t>(topology.edgeOffsets[at]);
    const auto edgeCount = static_cast<std::size_t>(topology.edgeOffsets[at + 1]) - m_firstEdge;
    m_edges.reserve(edgeCount);
    for (std::size_t edge = m_firstEdge; edge < m_firstEdge + edgeCount; ++edge)
        m_edges.emplace_back(topology.edgeSource[edge], topology.edgeTarget[edge]);
    const auto isNode = [this](std::int32_t end) { return end >= 0 && static_cast<std::size_t>(end) < m_nodeCount; };
    m_firstIncident.assign(m_nodeCount + 1, 0);
    const auto forEachEnd = [&](const auto& visit) {
        for (std::size_t edge = 0; edge < m_edges.size(); ++edge)
            for (const std::int32_t end : {m_edges[edge].first, m_edges[edge].second})
                if (isNode(m_edges[edge].first) && isNode(m_edges[edge].second))
                    visit(static_cast<std::size_t>(end), static_cast<std::int32_t>(edge));
    };
    forEachEnd([this](std::size_t node, std::int32_t) { ++m_firstIncident[node + 1]; });
    for (std::size_t node = 0; node < m_nodeCount; ++node)
        m_firstIncident[node + 1] += m_firstIncident[node];
    m_incident.resize(m_firstIncident.back());
    std::vector<std::size_t> next = m_firstIncident;
    forEachEnd([&](std::size_t node, std::int32_t edge) { m_incident[next[node]++] = edge; });
}

GraphElement ShownGraph::checked(GraphElement element) const {
    const auto isNode = [this](std::int32_t node) { return node >= 0 && static_cast<std::size_t>(node) < m_nodeCount; };
    if (element.isNode())
        return isNode(element.index) ? element : GraphElement{};
    if (!element.isEdge() || element.index < 0 || static_cast<std::size_t>(element.index) >= m_edges.size())
        return {};
    const auto [from, to] = m_edges[static_cast<std::size_t>(element.index)];
    return isNode(from) && isNode(to) ? element : GraphElement{};
}

std::span<const std::int32_t> ShownGraph::incidentEdges(std::int32_t node) const {
    const auto at = static_cast<std::size_t>(node);
    return std::span(m_incident).subspan(m_firstIncident[at], m_firstIncident[at + 1] - m_firstIncident[at]);
}

std::vector<std::int32_t> ShownGraph::neighbours(std::int32_t node) const {
    std::vector<std::int32_t> found;
    for (const std::int32_t edge : incidentEdges(node)) {
        const auto [from, to] = m_edges[static_cast<std::size_t>(edge)];
        if (from != to)
            found.push_back(from == node ? to : from);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

QString ShownGraph::name() const {
    const auto row = static_cast<std::size_t>(m_graph);
    const Column* id = m_graphs->graphs.find(m_graphs->idColumn);
    return id && id->isValid(row) ? toQString(id->cellText(row)) : tr("graph %1").arg(m_graph);
}

std::vector<QString> ShownGraph::nodeLabels() const {
    std::vector<QString> labels;
    if (const Column* column = m_graphs->nodes.find(m_graphs->labelAttribute)) {
        labels.reserve(m_nodeCount);
        for (std::size_t node = 0; node < m_nodeCount; ++node)
            labels.push_back(nodeLabel(*column, m_firstNode + node));
    }
    return labels;
}

QString ShownGraph::elementTitle(GraphElement element) const {
    if (element.isEdge()) {
        const auto [from, to] = m_edges[static_cast<std::size_t>(element.index)];
        const QChar arrow(isDirected() ? 0x2192 : 0x2013);
        const QString name = isMolecular() ? tr("Bond %1 %2 %3") : tr("Edge %1 %2 %3");
        return name.arg(displayCount(from)).arg(arrow).arg(displayCount(to));
    }
    QString title = (isMolecular() ? tr("Atom %1") : tr("Node %1")).arg(displayCount(element.index));
    if (const Column* column = m_graphs->nodes.find(m_graphs->labelAttribute))
        if (const QString label = nodeLabel(*column, nodeRow(element.index)); !label.isEmpty())
            title += QStringLiteral(" (%1)").arg(label);
    return title;
}

std::vector<std::pair<QString, QString>> ShownGraph::elementFacts(GraphElement element) const {
    std::vector<std::pair<QString, QString>> facts;
    if (element.isNode()) {
        const auto count = static_cast<std::int64_t>(neighbours(element.index).size());
        facts.emplace_back(tr("neighbours"), displayCount(count));
        for (const Column& column : m_graphs->nodes.columns)
            facts.push_back(fact(column, nodeRow(element.index)));
    }
    if (element.isEdge())
        for (const Column& column : m_graphs->edges.columns)
            facts.push_back(fact(column, edgeRow(element.index)));
    return facts;
}

QString ShownGraph::nodeWord() const {
    return isMolecular() ? tr("atoms") : tr("nodes");
}

QString ShownGraph::countsText() const {
    const auto nodes = static_cast<std::int64_t>(m_nodeCount);
    const auto edges = static_cast<std::int64_t>(m_edges.size());
    return isMolecular()
               ? tr("%1, %2").arg(counted(nodes, tr("atom"), tr("atoms")), counted(edges, tr("bond"), tr("bonds")))
               : tr("%1, %2").arg(counted(nodes, tr("node"), tr("nodes")), counted(edges, tr("edge"), tr("edges")));
}

} // namespace vitrine
