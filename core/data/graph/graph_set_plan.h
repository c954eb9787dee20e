#pragma once

#include "core/values/graph_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

enum class GraphPart { node, edge, graph };

/// A column as a file may describe it beside its values.
struct PlannedColumn {
    std::string name;
    ColumnType type = ColumnType::real;
    std::string unit;
    std::string description;
};

/// What a graph set is beyond nodes, edges and values: columns in their order, and which of them plays which role.
struct GraphSetPlan {
    std::string name;
    std::string labelAttribute;
    std::string targetColumn;
    std::string idColumn;
    std::string structureColumn;
    std::vector<PlannedColumn> nodes;
    std::vector<PlannedColumn> edges;
    std::vector<PlannedColumn> graphs;

    const std::vector<PlannedColumn>& columns(GraphPart part) const {
        return part == GraphPart::node ? nodes : part == GraphPart::edge ? edges : graphs;
    }
};

/// Name under which files carry the plan.
constexpr const char* kPlanName = "vitrine";
/// Column of node and edge ids that say more than the order.
constexpr const char* kIdColumn = "id";

/// The plan of a graph set as JSON text, which files of other programs' formats carry beside the graphs.
std::string planText(const GraphSet& graphs);
/// Reads it back; nothing when the text is no plan.
std::optional<GraphSetPlan> parsePlan(std::string_view text);

/// Roles of columns judged by their names, for graphs whose file names none: the structure "smiles", the target "y",
/// the name of a graph "id" or "name".
void guessGraphRoles(GraphSet& graphs);

/// Node column that labels paths: "atomic_number" or "label", else the first of whole numbers or text other than "id".
/// Empty when there is none.
struct LabelGuess {
    std::string name;
    bool usual = true; ///< by its name
};
LabelGuess guessLabel(const Table& nodes);

} // namespace vitrine
