#include "plugins/pathboost/compute/one_graph.h"

#include <utility>
#include <variant>

namespace vitrine::pathboost {

namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

Column cellsOf(const Column& column, std::int64_t first, std::int64_t end) {
    Column::Data data = std::visit(
        [&](const auto& cells) -> Column::Data {
            return std::decay_t<decltype(cells)>(cells.begin() + first, cells.begin() + end);
        },
        column.data());
    Column part(column.name, std::move(data));
    part.unit = column.unit;
    part.description = column.description;
    for (std::int64_t row = first; row < end; ++row)
        if (!column.isValid(at(row)))
            part.setMissing(at(row - first));
    return part;
}

Table rowsOf(const Table& table, std::int64_t first, std::int64_t end) {
    Table part;
    for (const Column& column : table.columns)
        part.columns.push_back(cellsOf(column, first, end));
    return part;
}

} // namespace

GraphSet oneGraph(const GraphSet& graphs, std::int32_t graph) {
    const GraphTopology& all = graphs.topology;
    const std::int64_t firstNode = all.nodeOffsets[at(graph)];
    const std::int64_t endNode = all.nodeOffsets[at(graph) + 1];
    const std::int64_t firstEdge = all.edgeOffsets[at(graph)];
    const std::int64_t endEdge = all.edgeOffsets[at(graph) + 1];
    GraphSet one;
    one.name = graphs.name;
    one.topology.nodeOffsets = {0, endNode - firstNode};
    one.topology.edgeOffsets = {0, endEdge - firstEdge};
    one.topology.edgeSource.assign(all.edgeSource.begin() + firstEdge, all.edgeSource.begin() + endEdge);
    one.topology.edgeTarget.assign(all.edgeTarget.begin() + firstEdge, all.edgeTarget.begin() + endEdge);
    one.topology.directed = all.directed;
    one.nodes = rowsOf(graphs.nodes, firstNode, endNode);
    one.edges = rowsOf(graphs.edges, firstEdge, endEdge);
    one.layout = rowsOf(graphs.layout, firstNode, endNode);
    one.graphs = rowsOf(graphs.graphs, graph, std::int64_t{graph} + 1);
    one.labelAttribute = graphs.labelAttribute;
    one.targetColumn = graphs.targetColumn;
    one.idColumn = graphs.idColumn;
    one.structureColumn = graphs.structureColumn;
    return one;
}

} // namespace vitrine::pathboost
