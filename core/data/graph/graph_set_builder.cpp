#include "core/data/graph/graph_set_builder.h"

#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

#include <limits>

namespace vitrine {
namespace {

constexpr std::size_t kMaxAttributes = 10'000;
constexpr double kFreePadding = 64e6;
constexpr double kPaddingPerByte = 128.0;
constexpr double kPaddingPerCheck = 32e6;
constexpr std::int32_t kNoNode = -1;

const char* partName(GraphPart part) {
    return part == GraphPart::node ? "nodes" : part == GraphPart::edge ? "edges" : "graphs";
}

} // namespace

bool GraphSetBuilder::fail(std::int64_t line, const std::string& what, ErrorCode code) {
    if (!m_error)
        m_error = makeError(code, m_name + (line > 0 ? ':' + std::to_string(line) : std::string()) + ": " + what);
    return false;
}

GraphSetBuilder::Attribute GraphSetBuilder::attribute(GraphPart which, std::string_view name,
                                                      std::optional<ColumnType> declared, AttributeValue fallback) {
    Part& columns = part(which);
    if (const auto found = columns.places.find(name); found != columns.places.end())
        return {which, found->second};
    if (columns.columns.size() == kMaxAttributes) {
        fail(m_line, "more than " + std::to_string(kMaxAttributes) + " different attributes of the " + partName(which));
        return {which, 0};
    }
    const auto index = static_cast<std::uint32_t>(columns.columns.size());
    columns.places.emplace(name, index);
    columns.names.emplace_back(name);
    columns.columns.emplace_back(declared, std::move(fallback));
    return {which, index};
}

bool GraphSetBuilder::hasAttribute(GraphPart which, std::string_view name) const {
    return part(which).places.contains(name);
}

std::optional<ColumnType> GraphSetBuilder::declaredType(Attribute attribute) const {
    return part(attribute.part).columns[attribute.index].declared();
}

bool GraphSetBuilder::beginGraph(std::int64_t, bool directed) {
    m_topology.nodeOffsets.push_back(m_nodes);
    m_topology.edgeOffsets.push_back(static_cast<std::int64_t>(m_topology.edgeSource.size()));
    m_directed.push_back(directed);
    // Emptying a large table costs its size: not again for each of many small graphs.
    if (m_ids.bucket_count() > 4 * m_ids.size() + 64)
        m_ids = {};
    m_ids.clear();
    m_positions.clear();
    m_edges.clear();
    m_edgeDirection.clear();
    m_nodeOpen = m_edgeOpen = false;
    return !m_error;
}

/// Place of an id among those of the graph, of nodes that are there and of those that edges name.
std::int32_t GraphSetBuilder::place(std::string_view id) {
    if (const auto found = m_ids.find(id); found != m_ids.end())
        return static_cast<std::int32_t>(found->second);
    const auto place = static_cast<std::uint32_t>(m_positions.size());
    m_ids.emplace(id, place);
    m_positions.push_back(kNoNode);
    return static_cast<std::int32_t>(place);
}

bool GraphSetBuilder::addNode(std::string_view id, std::int64_t line) {
    m_nodeOpen = m_edgeOpen = false;
    if (m_positions.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return fail(line, "more nodes than a graph can hold");
    std::int32_t& position = m_positions[static_cast<std::size_t>(place(id))];
    if (position != kNoNode) {
        m_ledger.note(LedgerAction::merged, "", "Node id that stands twice in its graph, the first is kept", line);
        return !m_error;
    }
    position = static_cast<std::int32_t>(nodesOfGraph());
    m_nodeIds.add(id, static_cast<std::size_t>(position), static_cast<std::size_t>(m_nodes));
    ++m_nodes;
    m_nodeOpen = true;
    return !m_error;
}

bool GraphSetBuilder::addEdge(std::string_view source, std::string_view target, std::int64_t line,
                              std::optional<bool> directed, std::string_view id) {
    m_nodeOpen = false;
    if (m_positions.size() + 2 >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) ||
        m_edges.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return fail(line, "more edges than a graph can hold");
    const std::int32_t from = place(source);
    m_edgeIds.add(id, m_edges.size(), m_rawEdges);
    m_edges.push_back({line, from, place(target)});
    m_edgeDirection.push_back(!directed ? Direction::asGraph : *directed ? Direction::forward : Direction::none);
    ++m_rawEdges;
    m_edgeOpen = true;
    return !m_error;
}

std::optional<std::size_t> GraphSetBuilder::currentRow(GraphPart which) const {
    if (which == GraphPart::graph)
        return m_directed.size() - 1;
    if (which == GraphPart::node)
        return m_nodeOpen ? std::optional(static_cast<std::size_t>(m_nodes) - 1) : std::nullopt;
    return m_edgeOpen ? std::optional(m_rawEdges - 1) : std::nullopt;
}

/// Whether the cells that elements without a value take are within what the size of the file can explain.
bool GraphSetBuilder::canPad(const AttributeColumn& column, std::size_t row) {
    if (row <= column.size())
        return true;
    m_padded += column.paddingBytes(row - column.size());
    if (m_padded > kFreePadding + kPaddingPerByte * static_cast<double>(m_fileBytes))
        return fail(m_line, "too many different attributes: most of their cells would be empty");
    if (m_padded - m_paddedChecked < kPaddingPerCheck)
        return true;
    auto fits = checkFits(m_name, static_cast<std::int64_t>(row), "row", m_padded - m_paddedChecked);
    m_paddedChecked = m_padded;
    if (fits)
        return true;
    if (!m_error)
        m_error = fits.error();
    return false;
}

bool GraphSetBuilder::taken(Attribute attribute, AttributeColumn::Taken how, std::int64_t line) {
    if (how == AttributeColumn::Taken::asIs)
        return !m_error;
    Part& columns = part(attribute.part);
    noteTaken(how, columns.columns[attribute.index], columns.names[attribute.index], attribute.index, line, m_ledger,
              columns.remarks);
    return !m_error;
}

bool GraphSetBuilder::set(Attribute attribute, AttributeValue value, std::int64_t line) {
    const auto row = currentRow(attribute.part);
    if (!row)
        return !m_error;
    AttributeColumn& column = part(attribute.part).columns[attribute.index];
    return canPad(column, *row) && taken(attribute, column.set(*row, std::move(value)), line);
}

bool GraphSetBuilder::setText(Attribute attribute, std::string_view text, std::int64_t line) {
    const auto row = currentRow(attribute.part);
    if (!row)
        return !m_error;
    AttributeColumn& column = part(attribute.part).columns[attribute.index];
    return canPad(column, *row) && taken(attribute, column.setText(*row, text), line);
}

bool GraphSetBuilder::endGraph(std::int64_t line) {
    m_nodeOpen = m_edgeOpen = false;
    if (m_error || !resolveEdges())
        return false;
    if (nodesOfGraph() == 0)
        m_ledger.note(LedgerAction::marked, "", ledger_text::kGraphWithoutNodes, line);
    return true;
}

} // namespace vitrine
