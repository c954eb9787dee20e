#pragma once

#include "core/values/graph_set.h"
#include "plugins/pathboost/compute/fit.h"
#include "plugins/pathboost/compute/xgboost_library.h"

#include <functional>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Predictions of one simple model for the tested graphs.
struct Baseline {
    std::string id;    ///< "mean", "graph_counts", "descriptors", "morgan"
    std::string label; ///< "XGBoost, graph counts"
    std::int64_t features = 0;
    std::vector<double> predictions; ///< one per tested graph; classification: probability of the positive class
};

struct BaselineInput {
    const GraphSet* graphs = nullptr;
    std::string labelAttribute;
    std::span<const double> target; ///< one per graph
    std::span<const std::int32_t> train;
    std::span<const std::int32_t> tested;
    Task task = Task::regression;
    bool all = false; ///< also the models on molecular features, where the graphs are molecules
};

struct Baselines {
    std::vector<Baseline> models;
    std::vector<std::string> notes; ///< models that could not be fitted, and why
    bool stopped = false;           ///< the models are those finished before the stop
};

/// Number of nodes, of edges, of nodes per label, and of edges per value of the first edge column with 2 to 50 values;
/// the dictionaries come from the training graphs.
FeatureMatrix graphCountFeatures(const GraphSet& graphs, const std::string& labelAttribute,
                                 std::span<const std::int32_t> train, std::span<const std::int32_t> rows);

/// Fits the simple models on the training graphs, cheapest first.
/// @param done  called with the share of the work done and what is being done
Baselines fitBaselines(const BaselineInput& input, int threads, const std::stop_token& stop,
                       const std::function<void(double, const std::string&)>& done = {});

} // namespace vitrine::pathboost
