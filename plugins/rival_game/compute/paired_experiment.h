#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::rival_game {

/// Paired evaluation files: cascade account of every method and direction with intervals, and paired tests.
class PairedExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::rival_game
