#pragma once

#include "plugins/pathboost/compute/result_tables.h"

#include <span>
#include <vector>

namespace vitrine::pathboost {

/// Columns row, graph, part, truth, prediction, residual, spread, sub_models for the given graphs; for a classification
/// truth, prediction (probability of the positive class), class, correct, residual, spread, sub_models. The part is
/// missing for graphs of none, the truth where the data lack it (its columns are left out when `truth` is empty).
Table predictionsTable(const PathBoostModel& model, const GraphSet& graphs, std::span<const std::int32_t> rows,
                       const SetPredictions& predictions, std::span<const double> truth, std::span<const Part> parts);

/// Columns row, graph, then those of predictionsTable() for graphs predicted once per repeat: prediction is the mean
/// over the repeats (of log-odds of classes), spread the sample standard deviation between them.
/// @param repeats  [repeat][graph of the set], log-odds of classes
Table heldOutTable(const FitInput& input, Task task, const GraphSet& graphs, std::span<const std::int32_t> rows,
                   const std::vector<std::vector<double>>& repeats);

} // namespace vitrine::pathboost
