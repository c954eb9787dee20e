#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::rival_game {

/// Trains the chosen cells of the 2 x 2 design for every seed, side by side with the same luck. Cells and seeds run in
/// parallel; a stop keeps the finished ones.
class SimulateExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::rival_game
