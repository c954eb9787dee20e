#include "core/data/graph/graphml_writer.h"

#include "core/base/number_text.h"
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

/// Columns of one part with the keys they are written under.
struct Written {
    const Table& table;
    const Column* ids = nullptr; ///< column that stands in the attribute "id" of the elements
    std::string prefix;          ///< of the keys
};

class GraphMl {
public:
    explicit GraphMl(const GraphSet& graphs)
        : m_graphs(graphs), m_nodes{graphs.nodes, nullptr, "n"}, m_edges{graphs.edges, nullptr, "e"}, m_columns{
                                                                                                          graphs.graphs,
                                                                                                          nullptr,
                                                                                                          "g"} {
        const GraphTopology& topology = graphs.topology;
        if (const Column* ids = graphs.nodes.find(kIdColumn);
            ids && canBeIds(*ids, topology.nodeOffsets, GraphPart::node))
            m_nodes.ids = ids;
        if (const Column* ids = graphs.edges.find(kIdColumn);
            ids && canBeIds(*ids, topology.edgeOffsets, GraphPart::edge))
            m_edges.ids = ids;
        if (const Column* ids = graphs.graphs.find(kIdColumn); ids && ids->type() == ColumnType::text)
            m_columns.ids = ids;
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
        for (std::size_t i = 0; i < part.table.columns.size(); ++i) {
            const Column& column = part.table.columns[i];
            if (&column == part.ids)
                continue;
            m_out += "  <key id=\"" + part.prefix + std::to_string(i) + "\" for=\"" + domain + '"';
            putAttribute("attr.name", column.name);
            putAttribute("attr.type", typeName(column.type()));
            m_out += "/>\n";
        }
    }

    bool putCells(const Written& part, std::size_t row, const char* before, const char* behind) {
        bool any = false;
        for (std::size_t i = 0; i < part.table.columns.size(); ++i) {
            const Column& column = part.table.columns[i];
            if (&column == part.ids || !column.isValid(row))
                continue;
            if (!any && *before == '\0')
                m_out += '>';
            any = true;
            m_out += before;
            m_out += "<data key=\"" + part.prefix + std::to_string(i) + "\">" + cellText(column, row) + "</data>";
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
