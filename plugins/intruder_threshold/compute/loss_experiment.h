#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::intruder_threshold {

/// Loss of a small Llama on its own text and on that of the task over the strength of an adapter, next to the median
/// thresholds; and what either half of the layers does at equal norm.
class LossExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::intruder_threshold
