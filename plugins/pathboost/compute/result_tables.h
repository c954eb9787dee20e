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
    std::vector<double> value; ///< one per graph; classification: probability of the positive class
    std::vector<double> score; ///< what the paths add up to; classification: log-odds, else as `value`
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

/// Columns anchor, iteration, path, label, gain, train_mse (classification: train_log_loss), by sub-model and
/// iteration.
Table selectedPathsTable(const PathBoostModel& model);
/// The same of a fit under way, iterations from `from` (counted from 0) on.
Table selectedPathsTable(const FitProgress& progress, Task task, const std::string& unit, std::size_t from);

/// RMSE (classification: log loss) curves of iterations [from, end): lines ensemble/PART, ensemble/train_weighted,
/// anchor:KEY/PART, the anchors with most training graphs first.
Series learningCurves(const Curves& curves, Task task, const std::string& unit, std::size_t from = 0);

/// Unit of what paths add: that of the target; "log-odds" for a classification.
inline std::string contributionUnit(const PathBoostModel& model) {
    return model.isClassifier() ? "log-odds" : model.unit;
}

/// Columns graph (row), path, label, anchor, value, occurrences; the rows of a graph add up in order to its prediction
/// (classification: to its log-odds).
Table contributionsTable(const std::vector<std::pair<std::int32_t, Explanation>>& explanations,
                         const std::string& unit);

} // namespace vitrine::pathboost
