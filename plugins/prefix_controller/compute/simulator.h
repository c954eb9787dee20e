#pragma once

#include "core/base/result.h"
#include "plugins/prefix_controller/compute/controller.h"
#include "plugins/prefix_controller/compute/policy_model.h"
#include "plugins/prefix_controller/compute/schedule.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace vitrine::prefix_controller {

enum class Method { vanilla, vanilla16, filter, prefixRl, prefixRlAnneal, decay, baseOnly, ada, adaBisect };
std::string methodId(Method method);
std::optional<Method> methodOf(const std::string& id);
bool isControlled(Method method);

enum class RunUntil { steps, budget };

struct SimSetup {
    PolicyModel model;
    ControllerSettings controller;
    std::size_t problems = 7168; ///< P
    std::size_t heldOut = 1000;  ///< H
    std::size_t steps = 240;     ///< T
    std::size_t batch = 64;      ///< B, problems of a step
    std::size_t rollouts = 8;    ///< G
    std::size_t window = 10;     ///< N, steps of a window
    RunUntil until = RunUntil::budget;
    double budget = 6e18;            ///< FLOPs
    double flat = 0.8;               ///< w, share of the training before the envelope falls
    double span = 0.15;              ///< of the offsets
    std::optional<double> coldStart; ///< rho_b(0); none: by a sweep
    DecayShape decay = DecayShape::linear;
    std::uint64_t seed = 0;
};

/// Hard, middle and easy problems by the probe.
constexpr std::size_t kCohorts = 3;

struct CohortRecord {
    double ratio = 0.0; ///< mean, NaN where the batch has none
    double rate = 0.0;
    std::size_t count = 0;
};

struct SimStep {
    std::size_t step = 0; ///< t, from 1
    double progress = 0.0;
    double envelope = 0.0;
    double baseRatio = 0.0; ///< NaN for methods without one
    double meanRatio = 0.0;
    double rate = 0.0; ///< k / G over the batch
    double ema = 0.0;  ///< of the windows so far; NaN before the first
    std::size_t correct = 0;
    std::vector<std::size_t> histogram; ///< groups by number of correct rollouts, G + 1 counts
    double flops = 0.0;                 ///< spent after the step
    double prefixTokens = 0.0;
    double generatedTokens = 0.0;
    double wastedTokens = 0.0; ///< of groups without signal
    double signal = 0.0;       ///< mean weight of the batch
    std::array<CohortRecord, kCohorts> cohorts;

    std::size_t dead() const { return histogram.front(); }
    std::size_t saturated() const { return histogram.back(); }
};

struct SimEvaluation {
    std::size_t step = 0;
    double flops = 0.0;
    double pass1 = 0.0; ///< held-out, without prefix
    double pass16 = 0.0;
};

/// Success over the ratio at some time.
struct SuccessCurve {
    std::size_t step = 0;
    std::vector<double> ratio, mean, lower, upper; ///< quartiles of the held-out problems
};

struct ColdStart {
    std::vector<double> grid;
    std::vector<double> success; ///< mean by grid point
    double violations = 0.0;     ///< share of neighbours of a problem's sweep that fall
    double ratio = 0.0;          ///< rho_b(0)
    std::vector<int> probe;      ///< solved of 4 by problem
    double dead = 0.0;           ///< share of problems without a success in 16
};

struct SimResult {
    ColdStart start;
    std::vector<SimStep> steps;
    std::vector<ControllerUpdate> updates; ///< of controlled methods
    std::vector<std::size_t> updateSteps;
    std::vector<SimEvaluation> evaluations; ///< the first before training
    std::vector<SuccessCurve> curves;       ///< at the start, a quarter, half, and the end
    double deadSolved = 0.0;                ///< mean success without prefix of the originally dead, at the end
    double deadSolved16 = 0.0;
    double easySolved = 0.0;
    double prefixShare = 0.0; ///< of all tokens that were processed
};

/// What all methods of a seed start from; computed once.
struct SimStart {
    std::vector<SimProblem> problems;
    std::vector<SimProblem> heldOut;
    ColdStart cold;
    std::vector<std::uint32_t> alive; ///< not originally dead, ascending
    std::vector<bool> isDead;
    std::vector<double> ownRatio; ///< r_x of every problem from its own sweep
};
/// @errors invalid_argument, cancelled
Result<SimStart> startSimulation(const SimSetup& setup, const std::stop_token& stop = {});

/// Trains one method. Integers do not depend on anything but the setup. @param progress  finished share, [0, 1]
/// @errors cancelled     Cost steps x batch x rollouts draws.
Result<SimResult> simulate(const SimSetup& setup, const SimStart& start, Method method,
                           const std::stop_token& stop = {}, const std::function<void(double)>& progress = {});

/// Share of the steps after the third update and before the envelope falls in which the EMA is near the target.
double trackingShare(const SimResult& result, const SimSetup& setup, double tolerance);

} // namespace vitrine::prefix_controller
