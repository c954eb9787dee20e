#pragma once

#include "core/data/ledger.h"
#include "core/values/graph_set_plan.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

// Programs keep the places of nodes as node attributes: "x" and "y" in GraphML and tables, a list "graphics" in GML, an
// element "position" in GEXF. Places are no property of a node that a model should learn from, so they become the
// layout of the graphs.

/// Before the axis in the names under which the readers collect what only says where to draw.
constexpr std::string_view kGraphicsPlace = "graphics.";
constexpr std::string_view kPositionPlace = "position.";

/// Name of the node attribute that holds one axis of the layout in a file: the axis, with "_" behind it as long as a
/// node column has the name.
std::string placeName(const GraphSetPlan& plan, std::string_view prefix, const std::string& axis);

/// Takes the columns that hold places out of the node columns and gives them back as a layout. With a plan those that
/// it names. Without one "x" and "y" (and "z") of drawing lists, where any node has numbers there; or else plain
/// columns of these names, where all nodes have finite numbers in both: others are attributes. What was taken is a
/// ledger line.
Table takeLayout(Table& nodes, std::size_t nodeCount, const GraphSetPlan* plan, Ledger& ledger);

} // namespace vitrine
