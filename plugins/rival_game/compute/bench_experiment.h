#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::rival_game {

/// A group of rollouts as typed: rewards and advantages of every stack side by side, what cancels, and the exact
/// expectation over all outcomes.
class BenchExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::rival_game
