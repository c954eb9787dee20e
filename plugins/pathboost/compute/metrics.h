#pragma once

#include "core/values/scalars.h"
#include "core/values/table.h"
#include "plugins/pathboost/compute/baselines.h"
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
    Quality quality;
    std::optional<QualityIntervals> intervals;
};

/// What the numbers of a training run are made from.
struct TrainMetrics {
    std::string unit;
    std::string part; ///< "test", or "train" when there is no test part
    ScoredModel model;
    std::vector<ScoredModel> baselines;
    Quality train;
    std::optional<Quality> validation;
    std::int64_t selectedPaths = 0;
    int shortestPath = 0; ///< nodes, of the selected paths
    int longestPath = 0;
    std::int64_t subModels = 0;
    std::int64_t iterations = 0;
    std::int64_t trainGraphs = 0;
    std::int64_t graphsWithoutAnchor = 0;
};
Scalars trainScalars(const TrainMetrics& metrics);

/// Columns model, part, rmse, rmse_lower, rmse_upper, mae, r2, n, features; PathBoost first, then the baselines.
Table baselinesTable(const TrainMetrics& metrics);

/// Numbers of `predict`: how many graphs, and the errors where the truth is known.
Scalars predictScalars(const std::optional<Quality>& quality, const std::string& unit, std::int64_t graphs,
                       std::int64_t withoutAnchor);

} // namespace vitrine::pathboost
