#pragma once

#include "core/data/graph/attribute_column.h"
#include "core/data/graph/element_ids.h"
#include "core/data/graph/taken_note.h"
#include "core/data/graphset_parser.h"
#include "core/values/graph_set_plan.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// Makes a GraphSet out of what a reader meets, in the order in which it meets it:
///
///     GraphSetBuilder builder(name, bytes.size());
///     const auto weight = builder.attribute(GraphPart::edge, "weight", ColumnType::real);   // declared
///     const auto kind = builder.attribute(GraphPart::node, "kind");                         // type is found
///     builder.beginGraph(line, directed);
///     builder.addNode("a", line);                    // then its attributes
///     builder.setText(kind, "protein", line);        // text, read as the declared or the narrowest type
///     builder.addEdge("a", "b", line);               // then its attributes; nodes may come behind
///     builder.set(weight, 0.5, line);                // a value with its type
///     builder.endGraph(line);                        // attributes of the graph at any time before this
///     ledger lines of the reader itself: builder.ledger().note(...)
///     Result<ParsedGraphSet> parsed = builder.finish();
///
/// Every call that returns bool gives false when reading must end; the reason is error(). Rules, each with one ledger
/// line and the lines of the file: a node id twice, the first is kept; an edge to a node that is not there is dropped;
/// of parallel edges (without direction also a-b and b-a) the first is kept; an edge from a node to itself is kept,
/// paths pass over it; where a file has edges with and without direction those without become two. Values of
/// several types make the column the widest of them; what cannot be read as the declared type is missing. Node and edge
/// ids become a text column "id" unless they only count.
/// Memory: ids of one graph at a time, edges of one graph at a time, the columns; missing cells are bounded by the size
/// of the file.
class GraphSetBuilder {
public:
    struct Attribute {
        GraphPart part = GraphPart::node;
        std::uint32_t index = 0;
    };

    /// @param name       of the file, begins every message
    /// @param fileBytes  size of the text, explains how much memory may be taken for cells that are not in it
    GraphSetBuilder(std::string name, std::size_t fileBytes) : m_name(std::move(name)), m_fileBytes(fileBytes) {}

    /// The attribute of that name, made on the first call; declared type and fallback of later calls are passed over.
    /// After too many names every further one is that of the first; error() is set then.
    Attribute attribute(GraphPart part, std::string_view name, std::optional<ColumnType> declared = std::nullopt,
                        AttributeValue fallback = {});
    /// Whether there is an attribute of that name.
    bool hasAttribute(GraphPart part, std::string_view name) const;
    /// Type that the attribute was declared with.
    std::optional<ColumnType> declaredType(Attribute attribute) const;

    bool beginGraph(std::int64_t line, bool directed);
    /// Corrects the direction of the graph that is being read.
    void setDirected(bool directed) { m_directed.back() = directed; }
    /// @param id  the empty text is an id like any other
    bool addNode(std::string_view id, std::int64_t line);
    /// @param directed  of this edge where it differs from the graph
    /// @param id        of the edge, empty when it has none
    bool addEdge(std::string_view source, std::string_view target, std::int64_t line,
                 std::optional<bool> directed = std::nullopt, std::string_view id = {});
    /// Value of the last node, the last edge or the graph that is being read.
    bool set(Attribute attribute, AttributeValue value, std::int64_t line);
    bool setText(Attribute attribute, std::string_view text, std::int64_t line);
    /// Values that follow belong to no node, until the next one.
    void closeNode() { m_nodeOpen = false; }
    void closeEdge() { m_edgeOpen = false; }
    bool endGraph(std::int64_t line);
    /// Line of the file that is being read, named where an attribute ends reading; 0: the file has no lines.
    void at(std::int64_t line) { m_line = line; }
    /// Takes an attribute out again that turned out to say nothing.
    void leaveOut(Attribute attribute) { part(attribute.part).columns[attribute.index].leaveOut(); }

    std::size_t graphCount() const { return m_directed.size(); }
    Ledger& ledger() { return m_ledger; }
    const std::optional<Error>& error() const { return m_error; }
    /// Ends reading with a sentence. @param line  0: the file as a whole
    bool fail(std::int64_t line, const std::string& what, ErrorCode code = ErrorCode::parse);

    /// The graphs after the last endGraph(). Without a plan the roles of the columns are judged by their names:
    /// "smiles" is the structure, "y" the target, "id" or "name" the name of a graph.
    Result<ParsedGraphSet> finish(const std::optional<GraphSetPlan>& plan = std::nullopt);

private:
    struct NameHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    using Places = std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>>;
    struct Part {
        std::vector<std::string> names;
        std::vector<AttributeColumn> columns;
        Places places;
        NumberRemarks remarks = {};
    };
    struct RawEdge {
        std::int64_t line;
        std::int32_t source; ///< place among the ids of the graph
        std::int32_t target;
    };
    struct Arc {
        std::int32_t source; ///< position of the node within the graph
        std::int32_t target;
        std::uint32_t edge; ///< place among the edges of the graph
    };

    Part& part(GraphPart which) { return m_parts[static_cast<std::size_t>(which)]; }
    const Part& part(GraphPart which) const { return m_parts[static_cast<std::size_t>(which)]; }
    std::optional<std::size_t> currentRow(GraphPart which) const;
    bool canPad(const AttributeColumn& column, std::size_t row);
    bool taken(Attribute attribute, AttributeColumn::Taken how, std::int64_t line);
    std::int32_t place(std::string_view id);
    std::int64_t nodesOfGraph() const { return m_nodes - m_topology.nodeOffsets.back(); }

    bool isDirected(std::size_t edge) const {
        return m_edgeDirection[edge] == Direction::asGraph ? m_directed.back()
                                                           : m_edgeDirection[edge] == Direction::forward;
    }
    bool resolveEdges(); // graph_set_builder_edges.cpp
    std::vector<Arc> arcsOfGraph(bool directed, bool mixed);
    std::vector<bool> repeated(const std::vector<Arc>& arcs, bool directed) const;
    bool keepArcs(const std::vector<Arc>& arcs, const std::vector<bool>& dropped);
    void makeTwoOfEach();

    // graph_set_builder_finish.cpp
    Result<Table> takeTable(GraphPart which, std::size_t rows, const GraphSetPlan* plan);
    Result<void> takeColumns(GraphSet& graphs, const GraphSetPlan* plan);

    std::string m_name;
    std::size_t m_fileBytes;
    std::optional<Error> m_error;
    std::int64_t m_line = 0;
    Ledger m_ledger;
    std::array<Part, 3> m_parts;
    double m_padded = 0.0;        ///< bytes for cells that are not in the file
    double m_paddedChecked = 0.0; ///< how many of them were held against the memory

    GraphTopology m_topology{{}, {}, {}, {}, false}; ///< offsets hold the start of every graph, the end is added last
    std::vector<bool> m_directed;                    ///< per graph
    std::vector<std::size_t> m_edgeRows;             ///< row of the edge columns of each edge
    std::int64_t m_nodes = 0;
    std::size_t m_rawEdges = 0; ///< rows of the edge columns
    ElementIds m_nodeIds;
    ElementIds m_edgeIds;

    bool m_nodeOpen = false;
    bool m_edgeOpen = false;
    Places m_ids;
    std::vector<std::int32_t> m_positions; ///< of the ids; -1 as long as no node has it
    std::vector<RawEdge> m_edges;
    enum class Direction : std::uint8_t { none, forward, asGraph };
    std::vector<Direction> m_edgeDirection;
};

} // namespace vitrine
