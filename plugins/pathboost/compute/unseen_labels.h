#pragma once

#include "core/values/graph_set.h"
#include "plugins/pathboost/compute/model.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Labels that the model does not know, of each graph, as people read them: "B, Si". Empty where it knows all of them.
/// Paths through such nodes never match, so they add nothing to a prediction (section 13 of the PathBoost
/// specification).
std::vector<std::string> unseenLabels(const PathBoostModel& model, const GraphSet& graphs);

/// Appends a column with them to a table of predictions, where there are any. @return how many of the rows have some
std::size_t addUnseenLabels(const std::vector<std::string>& unseen, std::span<const std::int32_t> rows, Table& table);

} // namespace vitrine::pathboost
