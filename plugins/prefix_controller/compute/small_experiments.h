#pragma once

#include "core/jobs/experiment.h"

namespace vitrine::prefix_controller {

/// A measured success curve turned into the first ratio, with the construction.
class CalibrateExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

/// Advantages of a group by number of correct rollouts, their closed forms and the dead zone over the success
/// probability.
class AdvantagesExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

/// Where a prefix of a text is cut for a list of ratios.
class SnapExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

/// Recorded success rates through the controller: the ratios that it would have asked for. Open loop, because the trace
/// does not react.
class ReplayExperiment : public Experiment {
public:
    Inspection inspect(const RunInputs& inputs) const override;
    Estimate estimate(const RunInputs& inputs) const override;
    Result<void> run(const RunInputs& inputs, RunContext& context) override;
};

} // namespace vitrine::prefix_controller
