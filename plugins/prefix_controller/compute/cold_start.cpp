#include "core/base/rng.h"
#include "plugins/prefix_controller/compute/simulator.h"

#include <algorithm>
#include <array>

namespace vitrine::prefix_controller {

namespace {

constexpr std::uint64_t kProbeStream = 3;
constexpr std::uint64_t kSweepStream = 4;
constexpr std::uint64_t kSubsetStream = 5;
constexpr std::uint64_t kDeadStream = 8;
constexpr std::size_t kSweepRollouts = 4;
constexpr std::size_t kProbeRollouts = 4;
constexpr std::size_t kDeadRollouts = 16;
constexpr std::size_t kSweepProblems = 512;
constexpr std::array<double, 5> kSweepGrid{0.0, 0.2, 0.4, 0.6, 0.8};

/// Measured success of one problem at the points of the grid.
std::array<double, kSweepGrid.size()> sweepOf(const SimProblem& problem, std::uint64_t seed) {
    std::array<double, kSweepGrid.size()> rates{};
    for (std::size_t g = 0; g < kSweepGrid.size(); ++g) {
        const double success = successAt(problem, kSweepGrid[g], 0.0);
        int solved = 0;
        for (std::size_t r = 0; r < kSweepRollouts; ++r)
            solved += rng::u01(seed, kSweepStream, problem.id, g, r) < success ? 1 : 0;
        rates[g] = static_cast<double>(solved) / kSweepRollouts;
    }
    return rates;
}

int solvedOf(const SimProblem& problem, std::uint64_t seed, std::uint64_t stream, double ratio, std::size_t rollouts) {
    const double success = successAt(problem, ratio, 0.0);
    int solved = 0;
    for (std::size_t r = 0; r < rollouts; ++r)
        solved += rng::u01(seed, stream, problem.id, 0, r) < success ? 1 : 0;
    return solved;
}

void sweep(const SimSetup& setup, SimStart& start) {
    const auto order =
        rng::permutation(setup.seed, kSubsetStream, 0, static_cast<std::uint32_t>(start.problems.size()));
    const std::size_t count = std::min(kSweepProblems, start.problems.size());
    ColdStart& cold = start.cold;
    cold.grid.assign(kSweepGrid.begin(), kSweepGrid.end());
    cold.success.assign(kSweepGrid.size(), 0.0);
    std::size_t falls = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto rates = sweepOf(start.problems[order[i]], setup.seed);
        for (std::size_t g = 0; g < rates.size(); ++g) {
            cold.success[g] += rates[g];
            falls += g > 0 && rates[g] < rates[g - 1] ? 1 : 0;
        }
    }
    for (double& success : cold.success)
        success /= static_cast<double>(count);
    cold.violations = static_cast<double>(falls) / static_cast<double>(count * (kSweepGrid.size() - 1));
    cold.ratio = setup.coldStart.value_or(
        invert(kSweepGrid, cold.success, setup.controller.target, setup.controller.largestRatio));
}

} // namespace

Result<SimStart> startSimulation(const SimSetup& setup, const std::stop_token& stop) {
    if (setup.problems == 0 || setup.heldOut == 0 || setup.batch == 0 || setup.rollouts == 0 || setup.window == 0)
        return makeError(ErrorCode::invalidArgument,
                         "the simulation needs problems, held-out problems, a batch, rollouts and a window");
    SimStart start;
    start.problems = makePopulation(setup.model, setup.seed, 0, setup.problems);
    start.heldOut = makePopulation(setup.model, setup.seed, kFirstHeldOut, setup.heldOut);
    sweep(setup, start);
    std::size_t dead = 0;
    for (const SimProblem& problem : start.problems) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "the simulation was cancelled");
        start.cold.probe.push_back(solvedOf(problem, setup.seed, kProbeStream, start.cold.ratio, kProbeRollouts));
        const bool isDead = solvedOf(problem, setup.seed, kDeadStream, 0.0, kDeadRollouts) == 0;
        start.isDead.push_back(isDead);
        dead += isDead ? 1 : 0;
        if (!isDead)
            start.alive.push_back(static_cast<std::uint32_t>(problem.id));
        const auto rates = sweepOf(problem, setup.seed);
        start.ownRatio.push_back(invert(kSweepGrid, rates, setup.controller.target, setup.controller.largestRatio));
    }
    start.cold.dead = static_cast<double>(dead) / static_cast<double>(start.problems.size());
    return start;
}

} // namespace vitrine::prefix_controller
