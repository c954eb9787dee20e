#include "plugins/rival_game/compute/simulate_experiment.h"

#include "core/base/parallel_for.h"
#include "core/params/parameter_error.h"
#include "plugins/rival_game/compute/outputs.h"
#include "plugins/rival_game/compute/simulated_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

namespace vitrine::rival_game {

namespace {

constexpr double kSecondsPerRollout = 1.2e-7; // measured on one core
constexpr std::size_t kEvaluations = 25;
constexpr std::int64_t kMostWork = 2'000'000'000; ///< rollouts of a run
constexpr std::size_t kMostSteps = 2'000'000;     ///< of a run; each of them is kept
constexpr double kStepBytes = 320.0;

/// What a run is asked for.
struct Request {
    GameSetup setup;
    std::vector<Cell> cells;
    std::vector<std::uint64_t> seeds;

    double rollouts() const {
        return static_cast<double>(setup.steps * setup.batch * 2 * setup.rollouts) *
               static_cast<double>(cells.size() * seeds.size());
    }
};

AdvantageNorm normOf(const std::string& text) {
    return text == "none"     ? AdvantageNorm::none
           : text == "sample" ? AdvantageNorm::sample
           : text == "trl"    ? AdvantageNorm::trl
                              : AdvantageNorm::population;
}

Result<Request> requestOf(const ParameterSet& parameters) {
    Request request;
    GameSetup& setup = request.setup;
    const auto size = [&](const char* id) { return static_cast<std::size_t>(parameters.integer(id)); };
    setup.problems = size("problems");
    setup.heldOut = size("held_out");
    setup.steps = size("steps");
    setup.batch = size("batch");
    setup.rollouts = size("rollouts");
    setup.bonus = parameters.real("bonus");
    setup.format = parameters.real("format");
    setup.tie = parameters.real("tie");
    setup.norm = normOf(parameters.text("norm"));
    setup.skillRate = setup.trustRate = parameters.real("skill_rate");
    setup.model.zeta = parameters.real("zeta");
    setup.model.gap = parameters.real("gap");
    setup.model.trust = parameters.real("trust");
    setup.evaluateEvery = std::max<std::size_t>(1, setup.steps / kEvaluations);
    for (const nlohmann::json& id : parameters.value("cells"))
        if (const auto cell = cellOf(id.get<std::string>()))
            request.cells.push_back(*cell);
    auto seeds = seedsOf(parameters, "seeds");
    if (!seeds)
        return seeds.error();
    request.seeds = std::move(*seeds);
    if (request.cells.empty())
        return makeError(ErrorCode::invalidArgument, "cells: choose at least one");
    if (request.cells.size() * request.seeds.size() > kMostSteps / setup.steps)
        return makeError(ErrorCode::invalidArgument,
                         fmt::format("steps: steps x cells x seeds may be {} million at most", kMostSteps / 1'000'000));
    if (request.rollouts() > static_cast<double>(kMostWork))
        return makeError(
            ErrorCode::invalidArgument,
            fmt::format("steps: {:.0f} million rollouts are too many; steps x batch x 2 rollouts x cells x "
                        "seeds may be {} million at most",
                        request.rollouts() / 1e6, kMostWork / 1'000'000));
    return request;
}

Result<void> emitAll(const std::vector<SimulatedCell>& cells, const std::vector<double>& untrained,
                     RunContext& context) {
    const auto emit = [&](const char* id, auto value) { return context.emitArtifact(id, makeValue(std::move(value))); };
    if (auto done = emit(kMetrics, effectsOf(cells)); !done)
        return done;
    if (auto done = emit(kCellsOutput, cellsTable(cells, untrained)); !done)
        return done;
    if (auto done = emit(kRunsOutput, runsTable(cells)); !done)
        return done;
    if (auto done = emit(kCurves, curvesOf(cells)); !done)
        return done;
    if (auto done = emit(kMilestones, milestonesTable(cells)); !done)
        return done;
    if (auto done = emit(kSkillsOutput, skillsOf(cells)); !done)
        return done;
    return emit(kSteps, stepsTable(cells));
}

} // namespace

Inspection SimulateExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    if (const auto request = requestOf(inputs.parameters); !request)
        inspection.problems.push_back(problemOf(request.error()));
    return inspection;
}

Estimate SimulateExperiment::estimate(const RunInputs& inputs) const {
    const auto request = requestOf(inputs.parameters);
    if (!request)
        return {};
    const double steps = static_cast<double>(request->setup.steps * request->cells.size() * request->seeds.size());
    return {request->rollouts() * kSecondsPerRollout, static_cast<std::int64_t>(steps * kStepBytes * 2.0)};
}

Result<void> SimulateExperiment::run(const RunInputs& inputs, RunContext& context) {
    const auto request = requestOf(inputs.parameters);
    if (!request)
        return request.error();
    const std::size_t jobs = request->cells.size() * request->seeds.size();
    std::vector<std::optional<SimulatedCell>> slots(jobs);
    std::atomic<std::size_t> steps{0};
    const auto all = static_cast<double>(jobs * request->setup.steps);
    const std::stop_token stop = context.stopToken();
    parallelFor(jobs, context.threads(), [&](std::size_t job) {
        SimulatedCell one;
        one.cell = request->cells[job % request->cells.size()];
        one.seed = request->seeds[job / request->cells.size()];
        GameSetup setup = request->setup;
        setup.seed = one.seed;
        auto result = simulateGame(setup, one.cell, stop, [&](std::size_t) {
            context.progress(static_cast<double>(++steps) / all, "Training");
        });
        if (!result)
            return; // cancelled: the setup was checked before
        one.result = std::move(*result);
        slots[job] = std::move(one);
    });
    std::vector<SimulatedCell> cells;
    for (auto& slot : slots)
        if (slot)
            cells.push_back(std::move(*slot));
    if (cells.empty())
        return makeError(ErrorCode::cancelled, "cancelled before a cell was trained");
    std::vector<double> untrained;
    for (const std::uint64_t seed : request->seeds) {
        if (stop.stop_requested())
            break;
        GameSetup setup = request->setup;
        setup.seed = seed;
        untrained.push_back(untrainedPair(setup).final);
    }
    return emitAll(cells, untrained, context);
}

} // namespace vitrine::rival_game
