#include "core/data/graph/graph_layout.h"
#include "core/data/graph/graph_roles.h"
#include "core/data/graph/graph_set_builder.h"
#include "core/data/ledger_text.h"
#include "core/data/table_rows.h"
#include "core/values/column_unit.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace vitrine {
namespace {

Column positions(std::size_t count) {
    Column::Integers rows(count);
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return {"row", std::move(rows)};
}

/// Columns in the order of the plan, those that it does not name behind them.
void arrange(Table& table, const std::vector<PlannedColumn>& planned) {
    std::unordered_map<std::string, std::size_t> order;
    for (const PlannedColumn& column : planned)
        order.emplace(column.name, order.size());
    const auto place = [&](const Column& column) {
        const auto found = order.find(column.name);
        return found == order.end() ? order.size() : found->second;
    };
    std::stable_sort(table.columns.begin(), table.columns.end(),
                     [&](const Column& a, const Column& b) { return place(a) < place(b); });
    for (Column& column : table.columns)
        if (const std::size_t at = place(column); at < planned.size()) {
            column.unit = planned[at].unit;
            column.description = planned[at].description;
        }
}

} // namespace

/// Takes the columns of one part. Attributes that were declared but never given are left out unless the plan has them.
Result<Table> GraphSetBuilder::takeTable(GraphPart which, std::size_t rows, const GraphSetPlan* plan) {
    Table table;
    ElementIds* ids = which == GraphPart::node ? &m_nodeIds : which == GraphPart::edge ? &m_edgeIds : nullptr;
    const bool hasIds = ids && ids->telling();
    Part& columns = part(which);
    std::unordered_set<std::string> wanted;
    if (plan)
        for (const PlannedColumn& column : plan->columns(which)) {
            wanted.insert(column.name);
            if (!hasIds || column.name != kIdColumn)
                (void)attribute(which, column.name, column.type);
        }
    if (plan && which == GraphPart::node)
        for (const PlannedColumn& axis : plan->layout)
            for (const std::string_view prefix : {kGraphicsPlace, std::string_view()})
                wanted.insert(placeName(*plan, prefix, axis.name));
    for (std::size_t i = 0; i < columns.columns.size(); ++i) {
        AttributeColumn& column = columns.columns[i];
        if (column.leftOut())
            continue;
        const bool planned = wanted.contains(columns.names[i]);
        if (!planned && !column.hasValues() && (!column.hasFallback() || rows == 0)) {
            m_ledger.noteAll(LedgerAction::read, columns.names[i], "Attribute without a single value, left out", 1);
            continue;
        }
        if (!canPad(column, rows))
            return *m_error;
        table.columns.push_back(column.take(columns.names[i], rows));
        // What becomes of a place is told when the layout is made of it.
        const bool place = columns.names[i].starts_with(kGraphicsPlace) || columns.names[i].starts_with(kPositionPlace);
        if (!place)
            columns.remarks.note(i, table.columns.back(), m_ledger);
        column = {};
    }
    if (hasIds) {
        std::string name = kIdColumn;
        while (hasAttribute(which, name))
            name += '_';
        table.columns.insert(table.columns.begin(), ids->take(std::move(name), rows));
    }
    if (plan)
        arrange(table, plan->columns(which));
    return table;
}

Result<void> GraphSetBuilder::takeColumns(GraphSet& graphs, const GraphSetPlan* plan) {
    m_line = 0;
    auto nodes = takeTable(GraphPart::node, static_cast<std::size_t>(m_nodes), plan);
    if (!nodes)
        return nodes.error();
    graphs.nodes = std::move(*nodes);
    graphs.layout = takeLayout(graphs.nodes, static_cast<std::size_t>(m_nodes), plan, m_ledger);
    auto edges = takeTable(GraphPart::edge, m_rawEdges, plan);
    if (!edges)
        return edges.error();
    bool asRead = m_edgeRows.size() == m_rawEdges;
    for (std::size_t e = 0; asRead && e < m_rawEdges; ++e)
        asRead = m_edgeRows[e] == e;
    graphs.edges = asRead ? std::move(*edges) : selectRows(*edges, m_edgeRows);
    auto columns = takeTable(GraphPart::graph, m_directed.size(), plan);
    if (!columns)
        return columns.error();
    graphs.graphs = std::move(*columns);
    if (plan)
        return {};
    for (const Column& column : graphs.graphs.columns)
        if (const std::size_t missing = column.missingCount(); missing > 0)
            m_ledger.noteAll(LedgerAction::marked, column.name, ledger_text::kMissingValue,
                             static_cast<std::int64_t>(missing));
    nameUnits(graphs.graphs);
    if (!graphs.graphs.find("row"))
        graphs.graphs.columns.insert(graphs.graphs.columns.begin(), positions(m_directed.size()));
    return {};
}

Result<ParsedGraphSet> GraphSetBuilder::finish(const std::optional<GraphSetPlan>& plan) {
    if (m_error)
        return *m_error;
    ParsedGraphSet parsed;
    GraphSet& graphs = parsed.graphs;
    m_topology.nodeOffsets.push_back(m_nodes);
    m_topology.edgeOffsets.push_back(static_cast<std::int64_t>(m_topology.edgeSource.size()));
    m_topology.directed = std::find(m_directed.begin(), m_directed.end(), true) != m_directed.end();
    if (m_topology.directed && std::find(m_directed.begin(), m_directed.end(), false) != m_directed.end())
        makeTwoOfEach();
    graphs.topology = std::move(m_topology);
    if (auto ok = takeColumns(graphs, plan ? &*plan : nullptr); !ok)
        return ok.error();
    if (plan) {
        graphs.name = plan->name;
        takeRoles(graphs, *plan);
    } else {
        guessGraphRoles(graphs);
        const LabelGuess label = guessLabel(graphs.nodes);
        graphs.labelAttribute = label.name;
        if (!label.usual)
            m_ledger.noteAll(LedgerAction::marked, label.name, ledger_text::kLabelChosen, 1);
    }
    noteManyLabels(graphs, m_ledger);
    m_ledger.recordsRead = static_cast<std::int64_t>(graphs.graphCount());
    parsed.ledger = std::move(m_ledger);
    return parsed;
}

} // namespace vitrine
