#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::intruder_threshold {

/// Thresholds of the layers of a base; with an adapter also its margins and the exact scan. Layers run in parallel, one
/// matrix per thread; a stop keeps the finished layers.
class LayerExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::intruder_threshold
