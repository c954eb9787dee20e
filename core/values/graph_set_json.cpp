#include "core/base/number_text.h"
#include "core/values/json_text.h"
#include "core/values/value_export.h"

#include <cmath>

namespace vitrine {
namespace {

/// A real cell. A point or exponent is always there ("1.0"), so that reading it back gives a real column again; JSON
/// has no NaN and no infinities, they become null.
std::string realText(double value) {
    if (!std::isfinite(value))
        return "null";
    std::string text = numberText(value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

void putCell(std::string& out, const Column& column, std::size_t row) {
    if (!column.isValid(row))
        out += "null";
    else if (column.type() == ColumnType::text)
        out += jsonText(column.texts()[row]);
    else if (column.type() == ColumnType::real)
        out += realText(column.reals()[row]);
    else
        out += column.cellText(row);
}

void putNames(std::string& out, const char* key, const Table& table) {
    out += std::string("\"") + key + "\":[";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out += (i > 0 ? "," : "") + jsonText(table.columns[i].name);
    out += "],";
}

void putNodes(std::string& out, const GraphSet& graphs, std::size_t graph) {
    const auto first = static_cast<std::size_t>(graphs.topology.nodeOffsets[graph]);
    const auto last = static_cast<std::size_t>(graphs.topology.nodeOffsets[graph + 1]);
    out += "\"nodes\":[";
    for (std::size_t node = first; node < last; ++node) {
        out += node > first ? ",[" : "[";
        for (std::size_t i = 0; i < graphs.nodes.columns.size(); ++i) {
            if (i > 0)
                out += ',';
            putCell(out, graphs.nodes.columns[i], node);
        }
        out += ']';
    }
    out += "],";
}

void putEdges(std::string& out, const GraphSet& graphs, std::size_t graph) {
    const auto first = static_cast<std::size_t>(graphs.topology.edgeOffsets[graph]);
    const auto last = static_cast<std::size_t>(graphs.topology.edgeOffsets[graph + 1]);
    out += "\"edges\":[";
    for (std::size_t edge = first; edge < last; ++edge) {
        out += edge > first ? ",[" : "[";
        out +=
            std::to_string(graphs.topology.edgeSource[edge]) + ',' + std::to_string(graphs.topology.edgeTarget[edge]);
        for (const Column& column : graphs.edges.columns) {
            out += ',';
            putCell(out, column, edge);
        }
        out += ']';
    }
    out += ']';
}

void putGraphColumn(std::string& out, const char* key, const Table& table, const std::string& name, std::size_t graph) {
    const Column* column = name.empty() ? nullptr : table.find(name);
    if (!column || !column->isValid(graph))
        return;
    out += std::string("\"") + key + "\":";
    putCell(out, *column, graph);
    out += ',';
}

} // namespace

std::string graphSetJson(const GraphSet& graphs) {
    std::string out = "{\"format\":\"graphset-1\",\"name\":" + jsonText(graphs.name) +
                      ",\"target\":" + jsonText(graphs.targetColumn) + ',';
    putNames(out, "node_attributes", graphs.nodes);
    putNames(out, "edge_attributes", graphs.edges);
    if (!graphs.labelAttribute.empty())
        out += "\"label_attribute\":" + jsonText(graphs.labelAttribute) + ',';
    out += std::string("\"directed\":") + (graphs.topology.directed ? "true" : "false") + ",\"graphs\":[";
    for (std::size_t g = 0; g < graphs.graphCount(); ++g) {
        out += (g > 0 ? ",\n{\"row\":" : "\n{\"row\":") + std::to_string(g) + ',';
        putGraphColumn(out, "id", graphs.graphs, graphs.idColumn, g);
        putGraphColumn(out, "smiles", graphs.graphs, graphs.structureColumn, g);
        putGraphColumn(out, "y", graphs.graphs, graphs.targetColumn, g);
        putNodes(out, graphs, g);
        putEdges(out, graphs, g);
        out += '}';
    }
    out += "\n]}\n";
    return out;
}

} // namespace vitrine
