#pragma once

#include "plugins/pathboost/compute/model.h"
#include "plugins/pathboost/compute/prepared_graphs.h"

#include <functional>
#include <map>
#include <optional>
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

/// Learning curves; the first part is always the training part.
struct Curves {
    std::vector<std::string> parts;
    std::vector<std::vector<PartError>> ensemble; ///< [iteration][part]: error of the averaged prediction
    std::vector<double> weightedTrainLoss;        ///< [iteration]: sum n_a loss_a / sum n_a, the reference's curve
    /// [sub-model][iteration][part], each on the graphs with the anchor; shorter where the sub-model was stopped
    std::vector<std::vector<std::vector<PartError>>> subModels;
    std::vector<std::string> anchorKeys;   ///< per sub-model, "6"; empty in the single form
    std::vector<std::string> anchorLabels; ///< "C"
};

struct FitInput {
    const GraphSet* graphs = nullptr;
    std::string labelAttribute;
    std::vector<double> target; ///< one per graph, NaN where missing; classification: 0 or 1
    std::string targetName;
    std::string targetUnit;
    std::vector<std::string> classes; ///< classification: names of the classes 0 and 1
    std::vector<Part> parts;          ///< the first one is the training part, finite targets; parts do not overlap
    std::vector<std::vector<std::string>> anchors; ///< paths of labels; empty: every label of the training graphs
};

struct FitResult {
    PathBoostModel model;
    Curves curves;
    bool stopped = false;          ///< the stop token ended it; the model holds the iterations done
    std::size_t stopIteration = 0; ///< iterations done when early stopping ended the fit; 0: it did not
    std::size_t bestIteration = 0; ///< with the smallest ensemble error of the validation part, from 1; 0: not followed
    /// [part][graph of the part]: averaged prediction after the last iteration done, before early stopping goes back;
    /// log-odds of classes.
    std::vector<std::vector<double>> lastPredictions;
    std::optional<std::size_t> finalPoint; ///< point of the ensemble's curves that is the model as it is kept
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
/// @errors invalid_argument: no training graphs, missing or infinite training targets, classes other than 0 and 1, no
///         such label attribute, no anchor in the training graphs, early stopping without a validation part;
///         out_of_range: too many path occurrences; cancelled: before the first iteration
/// @source sections 5 and 7 to 9 of the PathBoost specification
Result<FitResult> fitModel(const FitInput& input, const FitOptions& options, int threads, const std::stop_token& stop,
                           const FitObserver& observer = {});
/// The same with graphs prepared for several fits; `input.graphs` is not looked at.
Result<FitResult> fitModel(const FitInput& input, const FitOptions& options, const PreparedGraphs& graphs, int threads,
                           const std::stop_token& stop, const FitObserver& observer = {});

} // namespace vitrine::pathboost
