#include "core/data/graph/graph_roles.h"

#include <algorithm>

namespace vitrine {
namespace {

bool labels(const Column& column) {
    return column.type() == ColumnType::integer || column.type() == ColumnType::text;
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

LabelGuess guessLabel(const Table& nodes) {
    for (const char* usual : {"atomic_number", "label"})
        if (const Column* column = nodes.find(usual); column && labels(*column))
            return {usual, true};
    const auto first = std::find_if(nodes.columns.begin(), nodes.columns.end(),
                                    [](const Column& column) { return column.name != "id" && labels(column); });
    return first == nodes.columns.end() ? LabelGuess{} : LabelGuess{first->name, false};
}

} // namespace vitrine
