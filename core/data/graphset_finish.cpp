#include "core/data/graph/graph_roles.h"
#include "core/data/graphset_events.h"
#include "core/data/ledger_text.h"
#include "core/values/column_unit.h"

#include <algorithm>
#include <numeric>

namespace vitrine {
namespace {

Column positions(std::size_t count) {
    Column::Integers rows(count);
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return {"row", std::move(rows)};
}

} // namespace

Result<Table> GraphSetEvents::takeRows(std::vector<CellBuilder>& cells, const std::vector<std::string>& names,
                                       const char* key, GraphPart part, std::size_t rows) {
    // Names that come after the graphs, or none at all, could not be held against the rows.
    const std::size_t width = cells.empty() ? names.size() : cells.size();
    if (names.size() != width)
        return makeError(ErrorCode::parse, m_name + ": \"" + key + "\" has " + std::to_string(names.size()) +
                                               " names for " + std::to_string(width) + " attributes");
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twin = std::adjacent_find(sorted.begin(), sorted.end()); twin != sorted.end())
        return makeError(ErrorCode::parse, m_name + ": \"" + key + "\" names \"" + *twin + "\" twice");
    cells.resize(width);
    Table table;
    const std::vector<PlannedColumn>* plan = planned(names, part);
    for (std::size_t i = 0; i < width; ++i) {
        if (!pad(cells[i], rows))
            return *m_error;
        table.columns.push_back(plan ? takeColumn(cells[i], (*plan)[i]) : cells[i].take(names[i]));
    }
    return table;
}

/// The columns of the plan, if they are those that the file names.
const std::vector<PlannedColumn>* GraphSetEvents::planned(const std::vector<std::string>& names, GraphPart part) const {
    if (!m_plan)
        return nullptr;
    const std::vector<PlannedColumn>& columns = m_plan->columns(part);
    const bool same =
        std::equal(columns.begin(), columns.end(), names.begin(), names.end(),
                   [](const PlannedColumn& column, const std::string& name) { return column.name == name; });
    return same ? &columns : nullptr;
}

Column GraphSetEvents::takeColumn(CellBuilder& cells, const PlannedColumn& planned) const {
    cells.widenTo(planned.type);
    Column column = cells.take(planned.name);
    column.unit = planned.unit;
    column.description = planned.description;
    return column;
}

Result<void> GraphSetEvents::takePlannedColumns(GraphSet& graphs) {
    const std::size_t count = graphs.topology.graphCount();
    for (const PlannedColumn& planned : m_plan->graphs) {
        CellBuilder& cells = m_graphCells[graphSetField(planned.name, *m_plan)];
        if (!pad(cells, count))
            return *m_error;
        graphs.graphs.columns.push_back(takeColumn(cells, planned));
    }
    for (const std::string& key : m_graphKeys) {
        if (key == "row" || m_planned.contains(key))
            continue;
        CellBuilder& cells = m_graphCells.find(key)->second;
        if (!pad(cells, count))
            return *m_error;
        graphs.graphs.columns.push_back(cells.take(key));
    }
    takeRoles(graphs, *m_plan);
    return {};
}

Result<void> GraphSetEvents::takeGraphColumns(GraphSet& graphs) {
    const std::size_t count = graphs.topology.graphCount();
    const bool renamed = !m_target.empty() && m_graphCells.find(m_target) == m_graphCells.end();
    for (const std::string& key : m_graphKeys) {
        CellBuilder& cells = m_graphCells.find(key)->second;
        if (!pad(cells, count))
            return *m_error;
        graphs.graphs.columns.push_back(cells.take(key == "y" && renamed ? m_target : key));
        const Column& column = graphs.graphs.columns.back();
        if (key == "y" && m_target.empty())
            graphs.targetColumn = key;
        if (key == "id")
            graphs.idColumn = column.name;
        if (key == "smiles" && column.type() == ColumnType::text)
            graphs.structureColumn = column.name;
        if (const std::size_t missing = column.missingCount(); missing > 0)
            m_ledger.noteAll(LedgerAction::marked, column.name, ledger_text::kMissingValue,
                             static_cast<std::int64_t>(missing));
    }
    if (graphs.graphs.find(m_target))
        graphs.targetColumn = m_target;
    nameUnits(graphs.graphs);
    if (!graphs.graphs.find("row"))
        graphs.graphs.columns.insert(graphs.graphs.columns.begin(), positions(count));
    return {};
}

Result<void> GraphSetEvents::chooseLabel(GraphSet& graphs) {
    if (!m_label.empty() && !graphs.nodes.find(m_label))
        return makeError(ErrorCode::parse,
                         m_name + ": \"label_attribute\" is \"" + m_label + "\", which is no node attribute");
    graphs.labelAttribute = m_label;
    if (!graphs.labelAttribute.empty())
        return {};
    const LabelGuess guess = guessLabel(graphs.nodes);
    graphs.labelAttribute = guess.name;
    if (!guess.usual)
        m_ledger.noteAll(LedgerAction::marked, guess.name, ledger_text::kLabelChosen, 1);
    return {};
}

Result<ParsedGraphSet> GraphSetEvents::finish() {
    if (m_format.empty())
        return makeError(ErrorCode::parse, m_name + ": expected a field \"format\" with \"graphset-1\"");
    if (!m_hasGraphs)
        return makeError(ErrorCode::parse, m_name + ": expected a list \"graphs\"");
    ParsedGraphSet parsed;
    GraphSet& graphs = parsed.graphs;
    graphs.name = m_title;
    m_topology.nodeOffsets.push_back(m_nodeCount);
    m_topology.edgeOffsets.push_back(static_cast<std::int64_t>(m_topology.edgeSource.size()));
    graphs.topology = std::move(m_topology);
    auto nodes =
        takeRows(m_nodeCells, m_nodeNames, "node_attributes", GraphPart::node, static_cast<std::size_t>(m_nodeCount));
    if (!nodes)
        return nodes.error();
    graphs.nodes = std::move(*nodes);
    auto edges =
        takeRows(m_edgeCells, m_edgeNames, "edge_attributes", GraphPart::edge, graphs.topology.edgeSource.size());
    if (!edges)
        return edges.error();
    graphs.edges = std::move(*edges);
    if (auto ok = takeLayout(graphs); !ok)
        return ok.error();
    if (auto ok = m_plan ? takePlannedColumns(graphs) : takeGraphColumns(graphs); !ok)
        return ok.error();
    if (auto ok = m_plan ? Result<void>() : chooseLabel(graphs); !ok)
        return ok.error();
    noteManyLabels(graphs, m_ledger);
    m_ledger.recordsRead = static_cast<std::int64_t>(graphs.graphCount());
    parsed.ledger = std::move(m_ledger);
    return parsed;
}

} // namespace vitrine
