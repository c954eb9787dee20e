#pragma once

#include "core/jobs/run_context.h"
#include "plugins/pathboost/compute/fit.h"
#include "plugins/pathboost/compute/target.h"

#include <memory>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Inputs and parameters of `train`, read and checked.
struct TrainSetup {
    std::shared_ptr<const GraphSet> graphs;
    std::string graphsHash; ///< of the content
    FitInput input;         ///< refers to `graphs`
    FitOptions options;
    std::string baselines;  ///< "all", "fast" or "none"
    bool intervals = false; ///< importance of subsamples is wanted
    std::vector<std::string> warnings;

    const Part& train() const { return input.parts.front(); }
    /// Part by name, or null.
    const Part* part(std::string_view name) const;
};

/// @errors invalid_argument: "PARAMETER: what is wrong; what would be right"
Result<TrainSetup> readTrainSetup(const RunInputs& inputs);

/// Graphs, target, classes and anchors of a fit, still without parts. @param task  receives what the target asks for
/// @errors invalid_argument: "PARAMETER: what is wrong; what would be right"
Result<FitInput> readFitInput(const GraphSet& graphs, const ParameterSet& parameters, Task& task);

/// The label attribute: the parameter, else the one that the graphs name, else the guess.
/// @errors invalid_argument: there is none
Result<std::string> labelAttribute(const GraphSet& graphs, const nlohmann::json& parameter);

/// The options of a model that fits and cross-validations share: form, candidates, schedule, missing values.
FitOptions modelOptions(const ParameterSet& parameters);
/// All options of `train`, without the task.
FitOptions fitOptions(const ParameterSet& parameters);

} // namespace vitrine::pathboost
