#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::column_summary {

/// Summary of one numeric column: statistics, histogram and a bootstrap interval of the mean.
class SummaryExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::column_summary
