#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::pathboost {

/// Fits a model, with live learning curves, and compares it with simple models on the same split. A stop keeps what the
/// iterations done so far give.
class TrainExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::pathboost
