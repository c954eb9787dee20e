#pragma once

#include "core/data/cell_builder.h"
#include "core/data/graphset_parser.h"
#include "core/values/graph_set_plan.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vitrine {

/// State machine behind parseGraphSet: takes the events of a JSON parser in the order of the text. Every event returns
/// false to stop the parser; the reason then stands in error().
class GraphSetEvents {
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    /// @param position  where the parser stands in `text`, kept up to date by the one who drives it
    GraphSetEvents(std::string_view text, const char* const& position, std::string name, const ReadContext& context)
        : m_text(text), m_position(position), m_name(std::move(name)), m_context(context) {}

    // The face that nlohmann::json::sax_parse asks for.
    bool null() { return scalar(std::monostate{}); }
    bool boolean(bool value) { return scalar(value); }
    bool number_integer(number_integer_t value) { return scalar(std::int64_t{value}); }
    bool number_unsigned(number_unsigned_t value);
    bool number_float(number_float_t value, const string_t&) { return scalar(value); }
    bool string(string_t& value) { return scalar(std::move(value)); }
    bool binary(binary_t&) { return fail("binary data, expected text"); }
    bool start_object(std::size_t);
    bool key(string_t& name);
    bool end_object();
    bool start_array(std::size_t);
    bool end_array();
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& error);

    const std::optional<Error>& error() const { return m_error; }
    /// What was read, after the last event.
    Result<ParsedGraphSet> finish();

private:
    enum class Place { outside, root, names, graphs, graph, nodes, node, edges, edge, layout, place };
    using Scalar = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

    bool fail(const std::string& what, ErrorCode code = ErrorCode::parse);
    bool keepGoing();
    std::int64_t lineNumber();
    /// Graphs begun so far less one; offsets hold their starts.
    std::size_t currentGraph() const { return m_topology.nodeOffsets.size() - 1; }
    std::string graphText() const { return "graph " + std::to_string(currentGraph()); }

    bool scalar(Scalar value);
    bool rootScalar(Scalar& value);
    bool graphScalar(Scalar& value);
    bool edgeScalar(Scalar& value);
    bool placeScalar(Scalar& value);
    bool rowCell(std::vector<CellBuilder>& columns, std::size_t width, std::size_t at, Scalar& value);
    bool pad(CellBuilder& cells, std::size_t size);
    static bool addCell(CellBuilder& cells, Scalar& value);

    bool beginRootList();
    bool beginGraph();
    bool beginGraphList();
    bool endNode();
    bool endEdge();
    bool beginLayout(); // graphset_layout.cpp
    bool endPlace();
    bool endGraph();
    Result<void> takeLayout(GraphSet& graphs);
    bool endsFit(std::int32_t source, std::int32_t target, std::int64_t nodes);

    bool endPlan();
    void readAsPlanned(Scalar& value, const std::vector<PlannedColumn>& columns, std::size_t at) const;
    const std::vector<PlannedColumn>* planned(const std::vector<std::string>& names, GraphPart part) const;
    Column takeColumn(CellBuilder& cells, const PlannedColumn& column) const;
    Result<Table> takeRows(std::vector<CellBuilder>& cells, const std::vector<std::string>& names, const char* key,
                           GraphPart part, std::size_t rows);
    Result<void> takeGraphColumns(GraphSet& graphs);
    Result<void> takePlannedColumns(GraphSet& graphs);
    Result<void> chooseLabel(GraphSet& graphs);

    std::string_view m_text;
    const char* const& m_position;
    std::string m_name;
    const ReadContext& m_context;
    std::optional<Error> m_error;
    Ledger m_ledger;
    std::size_t m_scalars = 0;
    const char* m_lineStart = nullptr; ///< where the line m_line was counted
    std::int64_t m_line = 1;

    Place m_place = Place::outside;
    std::size_t m_skipDepth = 0; ///< lists and objects open inside a field that is passed over
    std::string m_key;           ///< field of the root or of a graph whose value comes next
    std::vector<std::string> m_keysOfRoot;
    std::vector<std::string> m_keysOfGraph;
    std::vector<std::string>* m_nameList = nullptr;
    std::size_t m_padded = 0; ///< cells filled in for graphs that lack a field

    std::string m_format;
    std::string m_title;
    std::string m_target;
    std::string m_label;
    bool m_hasGraphs = false;
    const char* m_planStart = nullptr; ///< of the field "columns", while it is passed over
    std::optional<GraphSetPlan> m_plan;
    std::map<std::string, std::size_t, std::less<>> m_planned; ///< graph columns of the plan, by their fields
    std::vector<std::string> m_nodeNames;
    std::vector<std::string> m_edgeNames;
    GraphTopology m_topology{{}, {}, {}, {}, false}; ///< offsets hold the start of every graph, the end is added last
    std::vector<CellBuilder> m_nodeCells;
    std::vector<CellBuilder> m_edgeCells;
    std::int64_t m_nodeCount = 0;
    std::vector<CellBuilder> m_placeCells; ///< of the layout, by axis
    std::size_t m_axes = 0;                ///< numbers of each place; 0: no place was read yet
    std::vector<std::string> m_graphKeys;  ///< order of the graph columns
    std::map<std::string, CellBuilder, std::less<>> m_graphCells;

    bool m_sawNodes = false; ///< of the graph that is being read
    bool m_sawEdges = false;
    bool m_sawLayout = false;
    std::int64_t m_placeCount = 0; ///< of the graph
    std::size_t m_column = 0;      ///< place within a node or edge row
    std::array<std::int32_t, 2> m_ends{};
};

} // namespace vitrine
