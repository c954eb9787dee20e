#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::pathboost {

/// Compares settings over folds of the graphs, with live errors of each finished fit. A stop keeps the finished folds.
class CrossValidateExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::pathboost
