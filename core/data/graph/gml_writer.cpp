#include "core/data/graph/gml_writer.h"

#include "core/base/number_text.h"
#include "core/data/graph/gml_names.h"
#include "core/data/graph/gml_text.h"
#include "core/data/graph/graph_layout.h"
#include "core/data/graph/write_steps.h"
#include "core/data/graph/written_ids.h"
#include "core/data/input_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace vitrine {
namespace {

std::string realText(double value) {
    if (std::isnan(value))
        return "NAN";
    if (std::isinf(value))
        return value > 0 ? "+INF" : "-INF";
    std::string text = numberText(value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0"; // else it would be read as a whole number
    return text;
}

std::string cellText(const Column& column, std::size_t row) {
    switch (column.type()) {
    case ColumnType::boolean: return column.booleans()[row] != 0 ? "1" : "0";
    case ColumnType::real: return realText(column.reals()[row]);
    case ColumnType::text: return '"' + gmlText(column.texts()[row]) + '"';
    case ColumnType::integer: break;
    }
    return column.cellText(row);
}

/// Whether every id is a whole number as GML asks of node ids.
bool areNumbers(const Column& ids) {
    return std::all_of(ids.texts().begin(), ids.texts().end(), [](const std::string& text) {
        std::int32_t value = 0;
        const char* end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, value);
        return error == std::errc{} && at == end && std::to_string(value) == text;
    });
}

/// Columns of one part with the names they are written under.
struct Written {
    const Table& table;
    std::vector<std::string> names;
    const Column* ids = nullptr; ///< column that stands in the field "id" of the nodes
};

Written named(const Table& table, std::initializer_list<std::string_view> reserved) {
    Written part{table, {}};
    for (const Column& column : table.columns)
        part.names.push_back(
            gmlName(column.name, std::find(reserved.begin(), reserved.end(), column.name) != reserved.end()));
    return part;
}

class Gml {
public:
    explicit Gml(const GraphSet& graphs)
        : m_graphs(graphs), m_nodes(named(graphs.nodes, {"id"})), m_edges(named(graphs.edges, {"source", "target"})),
          m_columns(named(graphs.graphs, {"directed", "multigraph", "node", "edge"})) {
        const Column* ids = graphs.nodes.find(kIdColumn);
        if (ids && canBeIds(*ids, graphs.topology.nodeOffsets, GraphPart::node)) {
            m_labels = ids;
            if (areNumbers(*ids))
                m_nodes.ids = ids;
        }
        const GraphSetPlan plan = planOf(graphs);
        for (const Column& axis : graphs.layout.columns)
            m_axes.push_back(gmlName(placeName(plan, kGraphicsPlace, axis.name).substr(kGraphicsPlace.size()), false));
        m_hasLabel = graphs.nodes.find("label") != nullptr;
        m_out = "Creator \"Vitrine\"\n" + std::string(kPlanName) + " \"" + gmlText(planText(graphs)) + "\"\n";
    }

    bool putGraph(std::size_t graph, WriteSteps& steps) {
        const GraphTopology& topology = m_graphs.topology;
        m_out += topology.directed ? "graph [\n  directed 1\n" : "graph [\n  directed 0\n";
        putCells(m_columns, graph, "  ");
        m_firstNode = static_cast<std::size_t>(topology.nodeOffsets[graph]);
        for (std::size_t node = m_firstNode; node < static_cast<std::size_t>(topology.nodeOffsets[graph + 1]); ++node) {
            if (!steps.next())
                return false;
            putNode(node);
        }
        for (auto edge = static_cast<std::size_t>(topology.edgeOffsets[graph]);
             edge < static_cast<std::size_t>(topology.edgeOffsets[graph + 1]); ++edge) {
            if (!steps.next())
                return false;
            m_out += "  edge [\n    source " + idOf(static_cast<std::size_t>(topology.edgeSource[edge])) +
                     "\n    target " + idOf(static_cast<std::size_t>(topology.edgeTarget[edge])) + '\n';
            putCells(m_edges, edge, "    ");
            m_out += "  ]\n";
        }
        m_out += "]\n";
        return steps.next();
    }

    std::string take() { return std::move(m_out); }

private:
    std::string idOf(std::size_t node) const {
        return m_nodes.ids ? m_nodes.ids->texts()[m_firstNode + node] : std::to_string(node);
    }

    void putNode(std::size_t node) {
        const std::string id = idOf(node - m_firstNode);
        m_out += "  node [\n    id " + id + '\n';
        // Other programs call their nodes by the label and refuse files without it.
        if (!m_hasLabel)
            m_out += "    label \"" + (m_labels ? gmlText(m_labels->texts()[node]) : id) + "\"\n";
        putCells(m_nodes, node, "    ");
        putPlace(node);
        m_out += "  ]\n";
    }

    /// Where other programs look for it.
    void putPlace(std::size_t node) {
        std::string place;
        for (std::size_t i = 0; i < m_axes.size(); ++i)
            if (const Column& axis = m_graphs.layout.columns[i]; axis.isValid(node))
                place += ' ' + m_axes[i] + ' ' + cellText(axis, node);
        if (!place.empty())
            m_out += "    graphics [" + place + " ]\n";
    }

    void putCells(const Written& part, std::size_t row, const char* before) {
        for (std::size_t i = 0; i < part.names.size(); ++i) {
            const Column& column = part.table.columns[i];
            if (&column != part.ids && column.isValid(row))
                m_out += before + part.names[i] + ' ' + cellText(column, row) + '\n';
        }
    }

    const GraphSet& m_graphs;
    Written m_nodes;
    Written m_edges;
    Written m_columns;
    std::vector<std::string> m_axes;  ///< names of the layout's columns
    const Column* m_labels = nullptr; ///< names of the nodes
    bool m_hasLabel = false;
    std::size_t m_firstNode = 0;
    std::string m_out;
};

} // namespace

Result<std::vector<WrittenFile>> GmlWriter::write(const Value& value, const std::string& path,
                                                  const ReadContext& context) const {
    const auto graphs = valueAs<GraphSet>(value);
    Gml text(*graphs);
    WriteSteps steps(*graphs, context);
    for (std::size_t g = 0; g < graphs->graphCount(); ++g)
        if (!text.putGraph(g, steps))
            return makeError(ErrorCode::cancelled, "writing was cancelled");
    return std::vector<WrittenFile>{{inputName(path), text.take()}};
}

} // namespace vitrine
