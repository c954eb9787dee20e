#pragma once

#include "core/jobs/run_context.h"
#include "plugins/pathboost/compute/fit.h"

#include <memory>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Inputs and parameters of `train`, read and checked.
struct TrainSetup {
    std::shared_ptr<const GraphSet> graphs;
    FitInput input; ///< refers to `graphs`
    FitOptions options;
    std::string baselines; ///< "all", "fast" or "none"
    std::vector<std::string> warnings;

    const Part& train() const { return input.parts.front(); }
    /// Part by name, or null.
    const Part* part(std::string_view name) const;
};

/// @errors invalid_argument: "PARAMETER: what is wrong; what would be right"
Result<TrainSetup> readTrainSetup(const RunInputs& inputs);

/// The column to be predicted: the parameter, else the one that the graphs name.
/// @errors invalid_argument: none is named, it does not exist, or it holds text
Result<const Column*> targetColumn(const GraphSet& graphs, const nlohmann::json& parameter);

/// The label attribute: the parameter, else the one that the graphs name, else the guess.
/// @errors invalid_argument: there is none
Result<std::string> labelAttribute(const GraphSet& graphs, const nlohmann::json& parameter);

FitOptions fitOptions(const ParameterSet& parameters);

} // namespace vitrine::pathboost
