#pragma once

#include "core/values/series.h"
#include "core/values/table.h"
#include "plugins/pathboost/compute/explanation.h"
#include "plugins/pathboost/compute/fit.h"

#include <span>
#include <vector>

namespace vitrine::pathboost {

/// Predictions of all graphs of a set and what they say about the paths.
struct SetPredictions {
    std::vector<double> value; ///< one per graph
    std::vector<double> spread;
    std::vector<std::int32_t> subModels;
    // Per selected path; empty when not asked for.
    std::vector<std::int64_t> graphsWith; ///< graphs in which the path occurs
    std::vector<double> meanEffect;       ///< NaN when all or none of the training graphs have the path
};

/// Evaluates every graph, in blocks of fixed size, so the thread count never changes a result.
/// @param effectsOver  training graphs for the mean effects; empty: paths are not counted
/// @errors cancelled
Result<SetPredictions> predictSet(const Predictor& predictor, std::span<const std::int32_t> effectsOver, int threads,
                                  const std::stop_token& stop);

/// Columns anchor, iteration, path, label, gain, train_mse, by sub-model and iteration.
Table selectedPathsTable(const PathBoostModel& model);
/// The same of a fit under way, iterations from `from` (counted from 0) on.
Table selectedPathsTable(const FitProgress& progress, const std::string& unit, std::size_t from);

/// Columns path, label, anchor, importance, times_chosen, first_iteration, graphs_train, graphs_all, mean_effect; most
/// important path first. `predictions` holds counts and effects.
Table importanceOutput(const PathBoostModel& model, const ImportanceTable& importance,
                       const SetPredictions& predictions);

/// Columns row, graph, part, truth, prediction, spread, sub_models for the given graphs. The part is missing for graphs
/// of none, the truth where the data lack it (the column is left out when `truth` is empty).
Table predictionsTable(const PathBoostModel& model, const GraphSet& graphs, std::span<const std::int32_t> rows,
                       const SetPredictions& predictions, std::span<const double> truth, std::span<const Part> parts);

/// RMSE curves of iterations [from, end): lines ensemble/PART, ensemble/train_weighted, anchor:KEY/PART, the anchors
/// with most training graphs first.
Series learningCurves(const Curves& curves, const std::string& unit, std::size_t from = 0);

/// Columns graph (row), path, label, anchor, value, occurrences; the rows of a graph add up in order to its prediction.
Table contributionsTable(const std::vector<std::pair<std::int32_t, Explanation>>& explanations,
                         const std::string& unit);

} // namespace vitrine::pathboost
