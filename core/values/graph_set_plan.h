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
    std::vector<PlannedColumn> layout; ///< reals, "x" and "y" among them; empty where there is none

    const std::vector<PlannedColumn>& columns(GraphPart part) const {
        return part == GraphPart::node ? nodes : part == GraphPart::edge ? edges : graphs;
    }
};

/// Name under which files carry the plan.
constexpr const char* kPlanName = "vitrine";
/// Most columns that a layout may have.
constexpr std::size_t kMaxLayoutColumns = 10;
/// Column of node and edge ids that say more than the order.
constexpr const char* kIdColumn = "id";

/// Field of a graph in graphset-1 that holds a graph column: "id", "smiles" and "y" for the columns with these roles,
/// the name for every other one unless it means something there.
std::string graphSetField(const std::string& column, const GraphSetPlan& plan);

/// The plan of a graph set. Its columns hold no values.
GraphSetPlan planOf(const GraphSet& graphs);
/// The plan of a graph set as JSON text, which files of other programs' formats carry beside the graphs.
std::string planText(const GraphSet& graphs);
/// Reads it back; nothing when the text is no plan.
std::optional<GraphSetPlan> parsePlan(std::string_view text);

} // namespace vitrine
