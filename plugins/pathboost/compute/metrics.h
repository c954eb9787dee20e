#pragma once

#include "core/values/scalars.h"
#include "core/values/table.h"
#include "plugins/pathboost/compute/baselines.h"
#include "plugins/pathboost/compute/class_quality.h"
#include "plugins/pathboost/compute/evaluation.h"
#include "plugins/pathboost/compute/fit.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// One model of the comparison on the tested graphs.
struct ScoredModel {
    std::string id;
    std::string label;
    std::int64_t features = 0;
    Quality quality; ///< of a regression
    std::optional<QualityIntervals> intervals;
    ClassQuality classes; ///< of a classification
    std::optional<ClassIntervals> classIntervals;
};

/// What the numbers of a training run are made from.
struct TrainMetrics {
    Task task = Task::regression;
    std::string unit;
    std::string positive; ///< classification: name of the positive class
    std::string part;     ///< "test", or "train" when there is no test part
    ScoredModel model;
    std::vector<ScoredModel> baselines;
    ScoredModel train; ///< PathBoost on the training part
    std::optional<ScoredModel> validation;
    std::int64_t selectedPaths = 0;
    int shortestPath = 0; ///< nodes, of the selected paths
    int longestPath = 0;
    std::int64_t subModels = 0;
    std::int64_t iterations = 0;    ///< of the longest sub-model as it is kept
    std::int64_t stopIteration = 0; ///< 0: early stopping did not end the fit
    std::int64_t bestIteration = 0; ///< 0: not followed
    std::int64_t trainGraphs = 0;
    std::int64_t graphsWithoutAnchor = 0;
};
Scalars trainScalars(const TrainMetrics& metrics);

/// Columns model, part, rmse, rmse_lower, rmse_upper, mae, r2, n, features; PathBoost first, then the baselines. Of a
/// classification: model, part, accuracy, accuracy_lower, accuracy_upper, balanced_accuracy, auc, f1, recall, log_loss,
/// n, features.
Table baselinesTable(const TrainMetrics& metrics);

/// Numbers of `predict`: how many graphs, and the errors where the truth is known.
Scalars predictScalars(const std::optional<Quality>& quality, const std::string& unit, std::int64_t graphs,
                       std::int64_t withoutAnchor);
/// The same for a model of two classes.
Scalars predictClassScalars(const std::optional<ClassQuality>& quality, std::int64_t graphs,
                            std::int64_t withoutAnchor);

} // namespace vitrine::pathboost
