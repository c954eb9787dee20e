#include "plugins/prefix_controller/compute/simulate_experiment.h"

#include "core/base/parallel_for.h"
#include "core/params/parameter_error.h"
#include "plugins/prefix_controller/compute/outputs.h"
#include "plugins/prefix_controller/compute/setup_parameters.h"
#include "plugins/prefix_controller/compute/simulated_methods.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

namespace vitrine::prefix_controller {

namespace {

constexpr double kSecondsPerRollout = 2.0e-8; // measured on one core
constexpr double kSecondsPerProblem = 2.0e-6;
constexpr double kStepBytes = 600.0;

Result<void> emitAll(const std::vector<SimulatedMethod>& runs, const SimSetup& setup, RunContext& context) {
    const auto emit = [&](const char* id, auto value) { return context.emitArtifact(id, makeValue(std::move(value))); };
    if (auto done = emit(kMetrics, metricsOf(runs, setup)); !done)
        return done;
    if (auto done = emit(kMethodsOutput, methodsTable(runs, setup)); !done)
        return done;
    if (auto done = emit(kProgress, progressOf(runs)); !done)
        return done;
    if (auto done = emit(kCompute, computeOf(runs)); !done)
        return done;
    if (auto done = emit(kLoop, loopOf(runs)); !done)
        return done;
    if (auto done = emit(kCurves, curvesOf(runs)); !done)
        return done;
    if (auto done = emit(kGroupHistogram, histogramOf(runs)); !done)
        return done;
    if (auto done = emit(kUpdates, updatesTable(runs)); !done)
        return done;
    if (auto done = emit(kCohortsOutput, cohortsTable(runs)); !done)
        return done;
    return emit(kSteps, stepsTable(runs));
}

} // namespace

Inspection SimulateExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    if (const auto request = simRequestOf(inputs.parameters); !request)
        inspection.problems.push_back(problemOf(request.error()));
    return inspection;
}

Estimate SimulateExperiment::estimate(const RunInputs& inputs) const {
    const auto request = simRequestOf(inputs.parameters);
    if (!request)
        return {};
    const auto seeds = static_cast<double>(request->seeds.size());
    const double problems = static_cast<double>(request->setup.problems) * seeds;
    const double steps = expectedSteps(request->setup) * static_cast<double>(request->methods.size()) * seeds;
    const double rollouts =
        steps * static_cast<double>(request->setup.batch) * static_cast<double>(request->setup.rollouts);
    return {rollouts * kSecondsPerRollout + problems * kSecondsPerProblem,
            static_cast<std::int64_t>(steps * kStepBytes + problems * 200.0)};
}

Result<void> SimulateExperiment::run(const RunInputs& inputs, RunContext& context) {
    const auto request = simRequestOf(inputs.parameters);
    if (!request)
        return request.error();
    const std::size_t methods = request->methods.size();
    const std::stop_token stop = context.stopToken();
    std::vector<std::optional<SimulatedMethod>> slots(methods * request->seeds.size());
    std::vector<std::optional<SimStart>> starts(request->seeds.size());
    std::optional<Error> problem;
    std::mutex guard;
    const auto note = [&](const Error& error) {
        const std::lock_guard lock(guard);
        if (error.code != ErrorCode::cancelled)
            problem = error;
    };
    const auto setupOf = [&](std::size_t seed) {
        SimSetup setup = request->setup;
        setup.seed = request->seeds[seed];
        return setup;
    };
    parallelFor(starts.size(), context.threads(), [&](std::size_t seed) {
        if (auto start = startSimulation(setupOf(seed), stop))
            starts[seed] = std::move(*start);
        else
            note(start.error());
    });
    std::atomic<std::size_t> finished{0};
    const auto all = static_cast<double>(slots.size());
    parallelFor(slots.size(), context.threads(), [&](std::size_t job) {
        const std::size_t seed = job / methods;
        if (!starts[seed])
            return;
        const Method method = request->methods[job % methods];
        const SimSetup setup = setupOf(seed);
        auto result = simulate(setup, *starts[seed], method, stop, [&](double part) {
            context.progress((static_cast<double>(finished.load()) + part) / all, "Training " + methodId(method));
        });
        ++finished;
        if (!result)
            return note(result.error());
        slots[job] = SimulatedMethod{method, setup.seed, std::move(*result)};
    });
    if (problem)
        return *problem;
    std::vector<SimulatedMethod> runs;
    for (auto& slot : slots)
        if (slot)
            runs.push_back(std::move(*slot));
    if (runs.empty())
        return makeError(ErrorCode::cancelled, "cancelled before a method was trained");
    return emitAll(runs, request->setup, context);
}

} // namespace vitrine::prefix_controller
