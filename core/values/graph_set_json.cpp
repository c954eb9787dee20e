#include "core/base/number_text.h"
#include "core/values/graph_set_plan.h"
#include "core/values/json_text.h"
#include "core/values/value_export.h"

#include <cmath>

namespace vitrine {
namespace {

/// A real cell. A point or exponent is always there ("1.0"), so that reading it back gives a real column again; JSON
/// has no NaN and no infinities, they become text.
std::string realText(double value) {
    if (!std::isfinite(value))
        return '"' + numberText(value) + '"';
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

bool putNodes(std::string& out, const GraphSet& graphs, std::size_t graph, const std::function<bool()>& goOn) {
    const auto first = static_cast<std::size_t>(graphs.topology.nodeOffsets[graph]);
    const auto last = static_cast<std::size_t>(graphs.topology.nodeOffsets[graph + 1]);
    out += "\"nodes\":[";
    for (std::size_t node = first; node < last; ++node) {
        if (!goOn())
            return false;
        out += node > first ? ",[" : "[";
        for (std::size_t i = 0; i < graphs.nodes.columns.size(); ++i) {
            if (i > 0)
                out += ',';
            putCell(out, graphs.nodes.columns[i], node);
        }
        out += ']';
    }
    out += "],";
    return true;
}

bool putEdges(std::string& out, const GraphSet& graphs, std::size_t graph, const std::function<bool()>& goOn) {
    const auto first = static_cast<std::size_t>(graphs.topology.edgeOffsets[graph]);
    const auto last = static_cast<std::size_t>(graphs.topology.edgeOffsets[graph + 1]);
    out += "\"edges\":[";
    for (std::size_t edge = first; edge < last; ++edge) {
        if (!goOn())
            return false;
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
    return true;
}

/// The places of the nodes of a graph; nothing where none of them has one.
bool putLayout(std::string& out, const GraphSet& graphs, std::size_t graph, const std::function<bool()>& goOn) {
    const std::vector<Column>& columns = graphs.layout.columns;
    const auto first = static_cast<std::size_t>(graphs.topology.nodeOffsets[graph]);
    const auto last = static_cast<std::size_t>(graphs.topology.nodeOffsets[graph + 1]);
    bool any = false;
    for (const Column& column : columns)
        for (std::size_t node = first; node < last && !any; ++node)
            any = column.isValid(node);
    if (!any)
        return true;
    out += ",\"layout\":[";
    for (std::size_t node = first; node < last; ++node) {
        if (!goOn())
            return false;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            out += i > 0 ? "," : node > first ? ",[" : "[";
            putCell(out, columns[i], node);
        }
        out += ']';
    }
    out += ']';
    return true;
}

void putGraphColumns(std::string& out, const Table& table, const std::vector<std::string>& fields, std::size_t graph) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].isValid(graph)) {
            out += fields[i];
            putCell(out, table.columns[i], graph);
            out += ',';
        }
}

} // namespace

bool putGraphSetJson(std::string& out, const GraphSet& graphs, const std::function<bool()>& goOn) {
    out += "{\"format\":\"graphset-1\",\"name\":" + jsonText(graphs.name) +
           ",\"target\":" + jsonText(graphs.targetColumn) + ',';
    putNames(out, "node_attributes", graphs.nodes);
    putNames(out, "edge_attributes", graphs.edges);
    if (!graphs.labelAttribute.empty())
        out += "\"label_attribute\":" + jsonText(graphs.labelAttribute) + ',';
    out += "\"columns\":" + planText(graphs) + ',';
    out += std::string("\"directed\":") + (graphs.topology.directed ? "true" : "false") + ",\"graphs\":[";
    const GraphSetPlan plan = planOf(graphs);
    std::vector<std::string> fields;
    for (const PlannedColumn& column : plan.graphs)
        fields.push_back(jsonText(graphSetField(column.name, plan)) + ':');
    const bool numbered = graphs.graphs.find("row") != nullptr;
    for (std::size_t g = 0; g < graphs.graphCount(); ++g) {
        if (!goOn())
            return false;
        out += g > 0 ? ",\n{" : "\n{";
        if (!numbered)
            out += "\"row\":" + std::to_string(g) + ',';
        putGraphColumns(out, graphs.graphs, fields, g);
        if (!putNodes(out, graphs, g, goOn) || !putEdges(out, graphs, g, goOn) || !putLayout(out, graphs, g, goOn))
            return false;
        out += '}';
    }
    out += "\n]}\n";
    return true;
}

std::string graphSetJson(const GraphSet& graphs) {
    std::string out;
    (void)putGraphSetJson(out, graphs, [] { return true; });
    return out;
}

} // namespace vitrine
