#include "core/data/graph/graphml_writer.h"

#include "core/base/number_text.h"
#include "core/data/graph/graph_layout.h"
#include "core/data/graph/write_steps.h"
#include "core/data/graph/written_ids.h"
#include "core/data/graph/xml_escape.h"
#include "core/data/input_file.h"

#include <cmath>

namespace vitrine {
namespace {

constexpr const char* kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                              "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                              "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                              "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
                              "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";

const char* typeName(ColumnType type) {
    switch (type) {
    case ColumnType::boolean: return "boolean";
    case ColumnType::integer: return "long";
    case ColumnType::real: return "double";
    case ColumnType::text: return "string";
    }
    return "string";
}

std::string realText(double value) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "INF" : "-INF";
    return numberText(value);
}

std::string cellText(const Column& column, std::size_t row) {
    if (column.type() == ColumnType::text)
        return xmlText(escapeCharacters(column.texts()[row]), false);
    return column.type() == ColumnType::real ? realText(column.reals()[row]) : column.cellText(row);
}

/// A column with the key and the name it is written under.
struct KeyedColumn {
    const Column* column;
    std::string key;
    std::string name;
};

/// Columns of one part.
struct Written {
    std::vector<KeyedColumn> columns;
    const Column* ids = nullptr; ///< column that stands in the attribute "id" of the elements
};

Written keyed(const Table& table, char prefix, const Column* ids) {
    Written part{{}, ids};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (const Column& column = table.columns[i]; &column != ids)
            part.columns.push_back({&column, prefix + std::to_string(i), column.name});
    return part;
}

/// The column of ids, where the elements can be named by it.
const Column* idsOf(const Table& table, const std::vector<std::int64_t>& offsets, GraphPart part) {
    const Column* ids = table.find(kIdColumn);
    return ids && canBeIds(*ids, offsets, part) ? ids : nullptr;
}

const Column* graphNames(const GraphSet& graphs) {
    const Column* ids = graphs.graphs.find(kIdColumn);
    return ids && ids->type() == ColumnType::text ? ids : nullptr;
}

class GraphMl {
public:
    explicit GraphMl(const GraphSet& graphs)
        : m_graphs(graphs),
          m_nodes(keyed(graphs.nodes, 'n', idsOf(graphs.nodes, graphs.topology.nodeOffsets, GraphPart::node))),
          m_edges(keyed(graphs.edges, 'e', idsOf(graphs.edges, graphs.topology.edgeOffsets, GraphPart::edge))),
          m_columns(keyed(graphs.graphs, 'g', graphNames(graphs))) {
        const GraphSetPlan plan = planOf(graphs);
        for (std::size_t i = 0; i < graphs.layout.columns.size(); ++i) {
            const Column& axis = graphs.layout.columns[i];
            m_nodes.columns.push_back({&axis, 'p' + std::to_string(i), placeName(plan, {}, axis.name)});
        }
    }

    void putHead() {
        m_out = kHead;
        m_out += "  <key id=\"v\" for=\"graphml\" attr.name=\"vitrine\" attr.type=\"string\"/>\n";
        putKeys(m_columns, "graph");
        putKeys(m_nodes, "node");
        putKeys(m_edges, "edge");
        m_out += "  <data key=\"v\">" + xmlText(escapeCharacters(planText(m_graphs)), false) + "</data>\n";
    }

    bool putGraph(std::size_t graph, WriteSteps& steps) {
        const GraphTopology& topology = m_graphs.topology;
        m_out += "  <graph";
        if (m_columns.ids && m_columns.ids->isValid(graph))
            putAttribute("id", m_columns.ids->texts()[graph]);
        m_out += topology.directed ? " edgedefault=\"directed\">\n" : " edgedefault=\"undirected\">\n";
        putCells(m_columns, graph, "    ", "\n");
        m_firstNode = static_cast<std::size_t>(topology.nodeOffsets[graph]);
        for (std::size_t node = m_firstNode; node < static_cast<std::size_t>(topology.nodeOffsets[graph + 1]); ++node) {
            if (!steps.next())
                return false;
            m_out += "    <node";
            putNodeId("id", node - m_firstNode);
            closeElement(m_nodes, node, "node");
        }
        for (auto edge = static_cast<std::size_t>(topology.edgeOffsets[graph]);
             edge < static_cast<std::size_t>(topology.edgeOffsets[graph + 1]); ++edge) {
            if (!steps.next())
                return false;
            m_out += "    <edge";
            if (m_edges.ids && m_edges.ids->isValid(edge))
                putAttribute("id", m_edges.ids->texts()[edge]);
            putNodeId("source", static_cast<std::size_t>(topology.edgeSource[edge]));
            putNodeId("target", static_cast<std::size_t>(topology.edgeTarget[edge]));
            closeElement(m_edges, edge, "edge");
        }
        m_out += "  </graph>\n";
        return steps.next();
    }

    std::string take() {
        m_out += "</graphml>\n";
        return std::move(m_out);
    }

private:
    void putAttribute(const char* name, std::string_view text) {
        m_out += ' ';
        m_out += name;
        m_out += "=\"" + xmlText(escapeCharacters(text), true) + '"';
    }

    void putNodeId(const char* name, std::size_t node) {
        if (m_nodes.ids)
            putAttribute(name, m_nodes.ids->texts()[m_firstNode + node]);
        else
            putAttribute(name, 'n' + std::to_string(node));
    }

    void putKeys(const Written& part, const char* domain) {
        for (const KeyedColumn& keyed : part.columns) {
            m_out += "  <key id=\"" + keyed.key + "\" for=\"" + domain + '"';
            putAttribute("attr.name", keyed.name);
            putAttribute("attr.type", typeName(keyed.column->type()));
            m_out += "/>\n";
        }
    }

    bool putCells(const Written& part, std::size_t row, const char* before, const char* behind) {
        bool any = false;
        for (const KeyedColumn& keyed : part.columns) {
            if (!keyed.column->isValid(row))
                continue;
            if (!any && *before == '\0')
                m_out += '>';
            any = true;
            m_out += before;
            m_out += "<data key=\"" + keyed.key + "\">" + cellText(*keyed.column, row) + "</data>";
            m_out += behind;
        }
        return any;
    }

    void closeElement(const Written& part, std::size_t row, const char* name) {
        if (putCells(part, row, "", ""))
            m_out += std::string("</") + name + ">\n";
        else
            m_out += "/>\n";
    }

    const GraphSet& m_graphs;
    Written m_nodes;
    Written m_edges;
    Written m_columns;
    std::size_t m_firstNode = 0;
    std::string m_out;
};

} // namespace

Result<std::vector<WrittenFile>> GraphMlWriter::write(const Value& value, const std::string& path,
                                                      const ReadContext& context) const {
    const auto graphs = valueAs<GraphSet>(value);
    GraphMl text(*graphs);
    text.putHead();
    WriteSteps steps(*graphs, context);
    for (std::size_t g = 0; g < graphs->graphCount(); ++g)
        if (!text.putGraph(g, steps))
            return makeError(ErrorCode::cancelled, "writing was cancelled");
    return std::vector<WrittenFile>{{inputName(path), text.take()}};
}

} // namespace vitrine
