#include "widgets/molecule/graph_pictures.h"

#include "core/kernels/graph/planar_layout.h"
#include "core/values/text.h"
#include "widgets/molecule/molecule_picture.h"
#include "widgets/molecule/node_link_picture.h"

#include <QHash>

namespace vitrine {
namespace {

/// Where the file puts the nodes of a graph, x before y; empty where it says nothing.
std::vector<double> placesOf(const GraphSet& graphs, std::size_t graph) {
    const Column* x = graphs.layout.find("x");
    const Column* y = graphs.layout.find("y");
    std::vector<double> places;
    if (!x || !y)
        return places;
    for (auto node = graphs.topology.nodeOffsets[graph]; node < graphs.topology.nodeOffsets[graph + 1]; ++node)
        for (const Column* axis : {x, y}) {
            const auto row = static_cast<std::size_t>(node);
            if (!axis->isValid(row))
                return {};
            places.push_back(axis->number(row));
        }
    return places;
}

GraphPicturePointer makeNodeLinks(const GraphSet& graphs, int graph, const std::stop_token& stop) {
    const auto index = static_cast<std::size_t>(graph);
    const GraphTopology& topology = graphs.topology;
    const auto firstNode = static_cast<std::size_t>(topology.nodeOffsets[index]);
    const auto nodeCount = static_cast<std::size_t>(topology.nodeOffsets[index + 1]) - firstNode;
    NodeLinkGraph drawing;
    for (auto edge = topology.edgeOffsets[index]; edge < topology.edgeOffsets[index + 1]; ++edge)
        drawing.links.emplace_back(topology.edgeSource[static_cast<std::size_t>(edge)],
                                   topology.edgeTarget[static_cast<std::size_t>(edge)]);
    drawing.directed = topology.directed;
    for (const PlanePoint& point : planarLayout(nodeCount, drawing.links, stop))
        drawing.places.emplace_back(point.x, point.y);
    if (const Column* label = graphs.nodes.find(graphs.labelAttribute))
        for (std::size_t node = 0; node < nodeCount; ++node)
            drawing.labels.push_back(nodeLabel(*label, firstNode + node));
    return std::make_shared<NodeLinkPicture>(std::move(drawing));
}

} // namespace

QString nodeLabel(const Column& column, std::size_t row) {
    if (column.name == "atomic_number" && column.type() == ColumnType::integer && column.isValid(row))
        return toQString(chem::elementSymbol(static_cast<int>(column.integers()[row])));
    return toQString(column.cellText(row));
}

GraphPicturePointer moleculePicture(const GraphSet& graphs, int graph) {
    const auto index = static_cast<std::size_t>(graph);
    const Column* structure = graphs.isMolecular() ? graphs.graphs.find(graphs.structureColumn) : nullptr;
    if (structure && structure->type() == ColumnType::text && structure->isValid(index)) {
        const auto nodeCount = graphs.topology.nodeOffsets[index + 1] - graphs.topology.nodeOffsets[index];
        auto depiction = chem::depict(structure->texts()[index], placesOf(graphs, index));
        if (depiction && static_cast<std::int64_t>(depiction->atoms.size()) == nodeCount)
            return std::make_shared<MoleculePicture>(std::move(*depiction));
    }
    return nullptr;
}

GraphPicturePointer makeGraphPicture(const GraphSet& graphs, int graph, std::stop_token stop) {
    GraphPicturePointer molecule = moleculePicture(graphs, graph);
    return molecule ? molecule : makeNodeLinks(graphs, graph, stop);
}

std::shared_ptr<GraphPictures> GraphPictures::of(std::shared_ptr<const GraphSet> graphs) {
    static QHash<const GraphSet*, std::weak_ptr<GraphPictures>> known; // GUI thread only
    const GraphSet* address = graphs.get();
    if (auto found = known.value(address).lock())
        return found; // holds its graph set, so the address cannot have been used again
    known.removeIf([](const auto& entry) { return entry.value().expired(); });
    auto made = std::make_shared<GraphPictures>(std::move(graphs));
    known.insert(address, made);
    return made;
}

GraphPictures::GraphPictures(std::shared_ptr<const GraphSet> graphs)
    : m_graphs(std::move(graphs)),
      m_cache([set = m_graphs](int graph, std::stop_token stop) { return makeGraphPicture(*set, graph, stop); },
              [this](const QList<int>& made) { Q_EMIT ready(made); }) {}

GraphPicturePointer GraphPictures::picture(int graph) {
    if (graph < 0 || static_cast<std::size_t>(graph) >= m_graphs->graphCount())
        return nullptr;
    const GraphPicturePointer* found = m_cache.find(graph);
    return found ? *found : nullptr;
}

} // namespace vitrine
