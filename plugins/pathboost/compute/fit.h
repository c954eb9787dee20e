#pragma once

#include "plugins/pathboost/compute/model.h"

#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Graphs of one part of a split.
struct Part {
    std::string name; ///< "train", "validation", "test"
    std::vector<std::int32_t> graphs;
};

/// Errors of one set of predictions; NaN when there is nothing to compare.
struct PartError {
    double mse = 0.0;
    double mae = 0.0;
    std::int64_t n = 0;
};
/// Pairs in which either number is NaN are left out.
PartError partError(std::span<const double> prediction, std::span<const double> truth);

/// Learning curves; the first part is always the training part.
struct Curves {
    std::vector<std::string> parts;
    std::vector<std::vector<PartError>> ensemble; ///< [iteration][part]: error of the averaged prediction
    std::vector<double> weightedTrainMse;         ///< [iteration]: sum n_a MSE_a / sum n_a, the reference's curve
    /// [sub-model][iteration][part], each on the graphs with the anchor
    std::vector<std::vector<std::vector<PartError>>> subModels;
    std::vector<std::string> anchorKeys;   ///< per sub-model, "6"; empty in the single form
    std::vector<std::string> anchorLabels; ///< "C"
};

struct FitInput {
    const GraphSet* graphs = nullptr;
    std::string labelAttribute;
    std::vector<double> target; ///< one per graph, NaN where missing
    std::string targetName;
    std::string targetUnit;
    std::vector<Part> parts; ///< the first one is the training part, finite targets; parts do not overlap
    std::vector<std::vector<std::string>> anchors; ///< paths of labels; empty: every label of the training graphs
};

struct FitResult {
    PathBoostModel model;
    Curves curves;
    bool stopped = false; ///< the stop token ended it; the model holds the iterations done
    std::vector<std::string> warnings;
    std::int64_t occurrences = 0;         ///< path occurrences in the index
    std::int32_t graphsWithoutAnchor = 0; ///< training graphs no sub-model could use
};

/// A fit under way, seen between two iterations.
struct FitProgress {
    int iteration = 0; ///< the last one done, from 0
    const Curves& curves;
    const Scheme& scheme;
    std::vector<const SubModel*> subModels; ///< with all iterations so far
};

/// Called after every iteration of all sub-models, on the calling thread.
using FitObserver = std::function<void(const FitProgress&)>;

/// Fits a model. All sub-models advance in step, one iteration each, so every moment has a consistent ensemble; the
/// result does not depend on the number of threads.
/// @errors invalid_argument: no training graphs, missing or infinite training targets, no such label attribute, no
/// anchor
///         in the training graphs; out_of_range: too many path occurrences; cancelled: before the first iteration
/// @source sections 5 and 7 of the PathBoost specification
Result<FitResult> fitModel(const FitInput& input, const FitOptions& options, int threads, const std::stop_token& stop,
                           const FitObserver& observer = {});

} // namespace vitrine::pathboost
