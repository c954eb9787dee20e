#include "core/data/graphset_events.h"

#include "core/base/number_text.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <limits>

namespace vitrine {
namespace {

constexpr std::size_t kMaxAttributes = 10'000;
constexpr std::size_t kFreePadding = std::size_t{1} << 20;
constexpr std::size_t kPaddingPerByte = 16;
constexpr std::size_t kMaxFields = 1'000;
constexpr std::size_t kScalarsPerReport = std::size_t{1} << 16;

bool contains(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

} // namespace

bool GraphSetEvents::fail(const std::string& what, ErrorCode code) {
    if (!m_error)
        m_error = makeError(code, m_name + ':' + std::to_string(lineNumber()) + ": " + what);
    return false;
}

/// Line of the last token, from 1. The parser has looked one character ahead, which may be the line end after a number.
std::int64_t GraphSetEvents::lineNumber() {
    if (!m_lineStart)
        m_lineStart = m_text.data();
    const char* end = std::max(m_lineStart, m_position > m_text.data() ? m_position - 1 : m_position);
    m_line += std::count(m_lineStart, end, '\n');
    m_lineStart = end;
    return m_line;
}

bool GraphSetEvents::keepGoing() {
    if (++m_scalars % kScalarsPerReport != 0)
        return true;
    if (m_context.stop.stop_requested())
        return fail("reading was cancelled", ErrorCode::cancelled);
    m_context.progress(static_cast<double>(m_position - m_text.data()) / static_cast<double>(m_text.size()),
                       "Reading graphs");
    return true;
}

bool GraphSetEvents::number_unsigned(number_unsigned_t value) {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
        return scalar(static_cast<double>(value));
    return scalar(static_cast<std::int64_t>(value));
}

bool GraphSetEvents::addCell(CellBuilder& cells, Scalar& value) {
    switch (value.index()) {
    case 0: cells.addMissing(); return true;
    case 1: return cells.addBoolean(std::get<bool>(value));
    case 2: return cells.addInteger(std::get<std::int64_t>(value));
    case 3: return cells.addReal(std::get<double>(value));
    default: return cells.addText(std::move(std::get<std::string>(value)));
    }
}

bool GraphSetEvents::scalar(Scalar value) {
    if (!keepGoing())
        return false;
    if (m_skipDepth > 0)
        return true;
    switch (m_place) {
    case Place::outside: return fail("expected a JSON object in braces");
    case Place::root: return rootScalar(value);
    case Place::names:
        if (!std::holds_alternative<std::string>(value))
            return fail("the names in " + inQuotes(m_key) + " must be text");
        m_nameList->push_back(std::move(std::get<std::string>(value)));
        return m_nameList->size() <= kMaxAttributes ||
               fail("more than " + std::to_string(kMaxAttributes) + " names in " + inQuotes(m_key));
    case Place::graphs: return fail("expected a graph in braces in the list \"graphs\"");
    case Place::graph: return graphScalar(value);
    case Place::nodes: return fail(graphText() + ": expected a list of attributes for each node");
    case Place::node: return rowCell(m_nodeCells, m_nodeNames.size(), m_column++, value);
    case Place::edges: return fail(graphText() + ": expected a list for each edge: two node positions and attributes");
    case Place::edge: return edgeScalar(value);
    case Place::layout: return fail(graphText() + ": expected a list of numbers for the place of each node");
    case Place::place: return placeScalar(value);
    }
    return true;
}

bool GraphSetEvents::rootScalar(Scalar& value) {
    if (m_key == "directed") {
        const bool* directed = std::get_if<bool>(&value);
        if (!directed)
            return fail("\"directed\" must be true or false");
        m_topology.directed = *directed;
        return true;
    }
    if (m_key == "graphs" || m_key == "node_attributes" || m_key == "edge_attributes")
        return fail(inQuotes(m_key) + " must be a list in brackets");
    std::string* field = m_key == "format"            ? &m_format
                         : m_key == "name"            ? &m_title
                         : m_key == "target"          ? &m_target
                         : m_key == "label_attribute" ? &m_label
                                                      : nullptr;
    if (!field) {
        m_ledger.noteAll(LedgerAction::dropped, m_key, "Field of the file that is not read", 1);
        return true;
    }
    std::string* text = std::get_if<std::string>(&value);
    if (!text)
        return fail(inQuotes(m_key) + " must be text");
    *field = std::move(*text);
    if (m_key == "format" && m_format != "graphset-1")
        return fail("the format is " + inQuotes(m_format) + ", expected \"graphset-1\"", ErrorCode::unsupported);
    return true;
}

/// Fills a column up for graphs that lack the field, within what the size of the file can explain.
bool GraphSetEvents::pad(CellBuilder& cells, std::size_t size) {
    m_padded += size - std::min(size, cells.size());
    if (m_padded > kFreePadding + kPaddingPerByte * m_text.size())
        return fail("too many different fields in the graphs: most of their cells would be empty");
    cells.padTo(size);
    return true;
}

bool GraphSetEvents::graphScalar(Scalar& value) {
    if (m_key == "nodes" || m_key == "edges")
        return fail(graphText() + ": " + inQuotes(m_key) + " must be a list in brackets");
    auto found = m_graphCells.find(m_key);
    if (found == m_graphCells.end()) {
        if (m_graphKeys.size() == kMaxAttributes)
            return fail("more than " + std::to_string(kMaxAttributes) + " different fields in the graphs");
        m_graphKeys.push_back(m_key);
        found = m_graphCells.try_emplace(m_key).first;
    }
    if (const auto column = m_planned.find(m_key); column != m_planned.end())
        readAsPlanned(value, m_plan->graphs, column->second);
    if (!pad(found->second, currentGraph()))
        return false;
    if (!addCell(found->second, value))
        return fail(graphText() + ": " + inQuotes(m_key) +
                    " is of another type than in the graphs before, which hold " +
                    std::string(columnTypeName(*found->second.type())));
    return true;
}

bool GraphSetEvents::rowCell(std::vector<CellBuilder>& columns, std::size_t width, std::size_t at, Scalar& value) {
    const bool growing = m_place == Place::node ? m_nodeCount == 0 : m_topology.edgeSource.empty();
    if (at == columns.size()) {
        // The row end tells how many there were; here only the memory is guarded.
        if (at >= kMaxAttributes)
            return fail(graphText() + ": more than " + std::to_string(kMaxAttributes) + " attributes");
        if (!growing || (width > 0 && at >= width))
            return true;
        columns.emplace_back();
    }
    if (at > columns.size())
        return true;
    if (m_plan)
        readAsPlanned(value, m_place == Place::node ? m_plan->nodes : m_plan->edges, at);
    if (!addCell(columns[at], value))
        return fail(graphText() + ": attribute " + std::to_string(at + 1) +
                    " is of another type than before, expected " + std::string(columnTypeName(*columns[at].type())));
    return true;
}

bool GraphSetEvents::edgeScalar(Scalar& value) {
    const std::size_t at = m_column++;
    if (at >= m_ends.size())
        return rowCell(m_edgeCells, m_edgeNames.size(), at - m_ends.size(), value);
    const std::int64_t* node = std::get_if<std::int64_t>(&value);
    if (!node || *node < 0 || *node > std::numeric_limits<std::int32_t>::max())
        return fail(graphText() + ": an edge must begin with two node positions counted from 0");
    m_ends[at] = static_cast<std::int32_t>(*node);
    return true;
}

bool GraphSetEvents::key(string_t& name) {
    if (m_skipDepth > 0)
        return true;
    std::vector<std::string>& seen = m_place == Place::graph ? m_keysOfGraph : m_keysOfRoot;
    if (contains(seen, name))
        return fail("the field " + inQuotes(name) + " stands twice in one object");
    if (seen.size() == kMaxFields)
        return fail("more than " + std::to_string(kMaxFields) + " fields in one object");
    seen.push_back(name);
    m_key = std::move(name);
    return true;
}

bool GraphSetEvents::start_object(std::size_t) {
    if (m_skipDepth > 0) {
        ++m_skipDepth;
        return true;
    }
    switch (m_place) {
    case Place::outside: m_place = Place::root; return true;
    case Place::graphs: return beginGraph();
    case Place::root:
    case Place::graph:
        if (m_key == "graphs" || m_key == "nodes" || m_key == "edges")
            return fail(inQuotes(m_key) + " must be a list in brackets");
        m_skipDepth = 1;
        if (m_place == Place::root && m_key == "columns")
            m_planStart = m_position - 1;
        else
            m_ledger.noteAll(LedgerAction::dropped, m_key, "Nested field that is not read", 1);
        return true;
    default: return fail("found an object in braces where a number or text was expected");
    }
}

bool GraphSetEvents::beginGraph() {
    m_topology.nodeOffsets.push_back(m_nodeCount);
    m_topology.edgeOffsets.push_back(static_cast<std::int64_t>(m_topology.edgeSource.size()));
    m_sawNodes = m_sawEdges = m_sawLayout = false;
    m_placeCount = 0;
    m_keysOfGraph.clear();
    m_place = Place::graph;
    return true;
}

bool GraphSetEvents::end_object() {
    if (m_skipDepth > 0)
        return --m_skipDepth > 0 || !m_planStart || endPlan();
    if (m_place == Place::graph)
        return endGraph();
    m_place = Place::outside;
    return true;
}

/// Takes the field "columns", which says what the columns are before their cells come.
bool GraphSetEvents::endPlan() {
    const std::string_view text(m_planStart, static_cast<std::size_t>(m_position - m_planStart));
    m_planStart = nullptr;
    if (!m_hasGraphs)
        m_plan = parsePlan(text);
    if (!m_plan) {
        m_ledger.noteAll(LedgerAction::dropped, m_key, ledger_text::kBadPlan, 1);
        return true;
    }
    for (std::size_t i = 0; i < m_plan->graphs.size(); ++i)
        m_planned.emplace(graphSetField(m_plan->graphs[i].name, *m_plan), i);
    return true;
}

/// JSON has no NaN and no infinities: in a real column they stand as text.
void GraphSetEvents::readAsPlanned(Scalar& value, const std::vector<PlannedColumn>& columns, std::size_t at) const {
    const std::string* text = std::get_if<std::string>(&value);
    if (!text || at >= columns.size() || columns[at].type != ColumnType::real)
        return;
    if (const auto number = parseNumber(*text))
        value = *number;
}

bool GraphSetEvents::start_array(std::size_t) {
    if (m_skipDepth > 0) {
        ++m_skipDepth;
        return true;
    }
    switch (m_place) {
    case Place::outside: return fail("expected a JSON object in braces");
    case Place::root: return beginRootList();
    case Place::graph: return beginGraphList();
    case Place::nodes:
        m_place = Place::node;
        m_column = 0;
        return true;
    case Place::edges:
        m_place = Place::edge;
        m_column = 0;
        return true;
    case Place::layout:
        m_place = Place::place;
        m_column = 0;
        return true;
    case Place::graphs: return fail("expected a graph in braces in the list \"graphs\"");
    default: return fail("found a list where a number or text was expected");
    }
}

bool GraphSetEvents::beginRootList() {
    if (m_key == "graphs") {
        m_hasGraphs = true;
        m_place = Place::graphs;
        return true;
    }
    m_nameList = m_key == "node_attributes" ? &m_nodeNames : m_key == "edge_attributes" ? &m_edgeNames : nullptr;
    if (m_nameList) {
        m_place = Place::names;
        return true;
    }
    if (m_key == "format" || m_key == "name" || m_key == "target" || m_key == "label_attribute" || m_key == "directed")
        return fail(inQuotes(m_key) + " must not be a list");
    m_ledger.noteAll(LedgerAction::dropped, m_key, "Nested field that is not read", 1);
    m_skipDepth = 1;
    return true;
}

bool GraphSetEvents::beginGraphList() {
    if (m_key == "nodes" || m_key == "edges") {
        m_place = m_key == "nodes" ? Place::nodes : Place::edges;
        return true;
    }
    if (m_key == "layout")
        return beginLayout();
    m_ledger.noteAll(LedgerAction::dropped, m_key, "Nested field that is not read", 1);
    m_skipDepth = 1;
    return true;
}

bool GraphSetEvents::end_array() {
    if (m_skipDepth > 0) {
        --m_skipDepth;
        return true;
    }
    switch (m_place) {
    case Place::names: m_place = Place::root; return true;
    case Place::graphs: m_place = Place::root; return true;
    case Place::nodes:
        m_sawNodes = true;
        m_place = Place::graph;
        return true;
    case Place::edges:
        m_sawEdges = true;
        m_place = Place::graph;
        return true;
    case Place::layout:
        m_sawLayout = true;
        m_place = Place::graph;
        return true;
    case Place::node: return endNode();
    case Place::edge: return endEdge();
    case Place::place: return endPlace();
    default: return true;
    }
}

bool GraphSetEvents::endNode() {
    const std::size_t width = m_nodeNames.empty() ? m_nodeCells.size() : m_nodeNames.size();
    if (m_column != width)
        return fail(graphText() + ": expected " + counted(width, "attribute") + " of a node, found " +
                    std::to_string(m_column));
    if (m_nodeCount - m_topology.nodeOffsets.back() == std::numeric_limits<std::int32_t>::max())
        return fail(graphText() + ": more nodes than a graph can hold");
    ++m_nodeCount;
    m_place = Place::nodes;
    return true;
}

bool GraphSetEvents::endEdge() {
    if (m_column < m_ends.size())
        return fail(graphText() + ": an edge must begin with two node positions counted from 0");
    const std::size_t width = m_edgeNames.empty() ? m_edgeCells.size() : m_edgeNames.size();
    if (m_column - m_ends.size() != width)
        return fail(graphText() + ": expected " + counted(width, "attribute") + " of an edge, found " +
                    std::to_string(m_column - m_ends.size()));
    if (m_sawNodes && !endsFit(m_ends[0], m_ends[1], m_nodeCount - m_topology.nodeOffsets.back()))
        return false;
    m_topology.edgeSource.push_back(m_ends[0]);
    m_topology.edgeTarget.push_back(m_ends[1]);
    m_place = Place::edges;
    return true;
}

bool GraphSetEvents::endsFit(std::int32_t source, std::int32_t target, std::int64_t nodes) {
    const std::int32_t last = std::max(source, target);
    return last < nodes || fail(graphText() + ": an edge names node " + std::to_string(last) + ", but there are " +
                                std::to_string(nodes) + " nodes, counted from 0");
}

bool GraphSetEvents::endGraph() {
    for (const auto& [seen, what] : {std::pair{m_sawNodes, "nodes"}, std::pair{m_sawEdges, "edges"}})
        if (!seen)
            return fail(graphText() + " has no list \"" + what + "\"");
    const std::int64_t nodes = m_nodeCount - m_topology.nodeOffsets.back();
    for (auto e = static_cast<std::size_t>(m_topology.edgeOffsets.back()); e < m_topology.edgeSource.size(); ++e)
        if (!endsFit(m_topology.edgeSource[e], m_topology.edgeTarget[e], nodes))
            return false;
    if (m_sawLayout && m_placeCount != nodes)
        return fail(graphText() + ": the layout has " + counted(static_cast<std::size_t>(m_placeCount), "place") +
                    " for " + counted(static_cast<std::size_t>(nodes), "node"));
    if (nodes == 0)
        m_ledger.note(LedgerAction::marked, "", ledger_text::kGraphWithoutNodes, lineNumber());
    m_place = Place::graphs;
    return true;
}

bool GraphSetEvents::parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    if (dynamic_cast<const nlohmann::json::out_of_range*>(&error))
        return fail("a number is too large for a double");
    if (position > m_text.size() || m_text.empty())
        return fail("the JSON text ends too early, the file is cut off");
    const std::string_view what = error.what();
    if (what.find("UTF-8") != std::string_view::npos)
        return fail("the text is not valid UTF-8");
    const std::size_t at = position > 0 ? position - 1 : 0;
    // The parser stops at the first or the second letter of a word that it does not know.
    const std::string_view around = m_text.substr(at > 0 ? at - 1 : 0, 10);
    if (around.find("NaN") != std::string_view::npos || around.find("Infinity") != std::string_view::npos)
        return fail("NaN and Infinity are no JSON numbers; write null where a value is missing");
    const auto byte = static_cast<unsigned char>(m_text[at]);
    return fail("this is not valid JSON, unexpected " + (byte > 32 && byte < 127
                                                             ? std::string("character '") + m_text[at] + '\''
                                                             : "byte " + std::to_string(byte)));
}

} // namespace vitrine
