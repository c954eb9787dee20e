#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::prefix_controller {

/// Trains the chosen methods for every seed on the policy simulator, side by side with the same luck. Methods and seeds
/// run in parallel; a stop keeps the finished ones.
class SimulateExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::prefix_controller
