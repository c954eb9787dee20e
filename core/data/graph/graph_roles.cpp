#include "core/data/graph/graph_roles.h"

#include "core/data/ledger_text.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <unordered_set>

namespace vitrine {
namespace {

bool labels(const Column& column) {
    return column.type() == ColumnType::integer || column.type() == ColumnType::text;
}

template <class Cells>
std::size_t countDistinct(const Column& column, const Cells& cells) {
    using Cell = std::conditional_t<std::is_same_v<typename Cells::value_type, std::string>, std::string_view,
                                    typename Cells::value_type>;
    std::unordered_set<Cell> met;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (column.isValid(row))
            met.insert(cells[row]);
    return met.size();
}

} // namespace

void takeRoles(GraphSet& graphs, const GraphSetPlan& plan) {
    const auto named = [](const Table& table, const std::string& name) {
        return table.find(name) ? name : std::string();
    };
    graphs.labelAttribute = named(graphs.nodes, plan.labelAttribute);
    graphs.targetColumn = named(graphs.graphs, plan.targetColumn);
    graphs.idColumn = named(graphs.graphs, plan.idColumn);
    const Column* structure = graphs.graphs.find(plan.structureColumn);
    if (structure && structure->type() == ColumnType::text)
        graphs.structureColumn = plan.structureColumn;
}

void guessGraphRoles(GraphSet& graphs) {
    const auto isText = [&](const char* name) {
        const Column* column = graphs.graphs.find(name);
        return column && column->type() == ColumnType::text;
    };
    if (const Column* target = graphs.graphs.find("y"))
        graphs.targetColumn = target->name;
    if (graphs.graphs.find("id"))
        graphs.idColumn = "id";
    else if (isText("name"))
        graphs.idColumn = "name";
    if (isText("smiles"))
        graphs.structureColumn = "smiles";
}

void noteManyLabels(const GraphSet& graphs, Ledger& ledger) {
    const Column* label = graphs.nodes.find(graphs.labelAttribute);
    if (!label || label->size() <= kManyLabels)
        return;
    const std::size_t distinct =
        std::visit([&](const auto& cells) { return countDistinct(*label, cells); }, label->data());
    if (distinct > kManyLabels)
        ledger.noteAll(LedgerAction::marked, label->name,
                       grouped(static_cast<std::int64_t>(distinct)) + ledger_text::kManyLabels, 1);
}

LabelGuess guessLabel(const Table& nodes) {
    for (const char* usual : {"atomic_number", "label"})
        if (const Column* column = nodes.find(usual); column && labels(*column))
            return {usual, true};
    const auto first = std::find_if(nodes.columns.begin(), nodes.columns.end(),
                                    [](const Column& column) { return column.name != "id" && labels(column); });
    return first == nodes.columns.end() ? LabelGuess{} : LabelGuess{first->name, false};
}

} // namespace vitrine
