#pragma once

#include "core/values/graph_set_plan.h"

namespace vitrine {

/// Whether a text column holds ids that a reader would give back as they are: for nodes complete, not empty and no two
/// alike in a graph; and not merely counting, since counted ids are not kept.
bool canBeIds(const Column& column, const std::vector<std::int64_t>& offsets, GraphPart part);

} // namespace vitrine
