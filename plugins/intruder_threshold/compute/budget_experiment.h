#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::intruder_threshold {

/// Writes a milder copy of an adapter whose spikes keep within the thresholds, reads it again, and says what has
/// changed.
class BudgetExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::intruder_threshold
