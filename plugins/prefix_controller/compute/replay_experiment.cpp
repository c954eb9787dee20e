#include "plugins/prefix_controller/compute/outputs.h"
#include "plugins/prefix_controller/compute/setup_parameters.h"
#include "plugins/prefix_controller/compute/simulated_methods.h"
#include "plugins/prefix_controller/compute/small_experiments.h"
#include "plugins/prefix_controller/compute/table_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitrine::prefix_controller {

namespace {

/// Recorded rates by step, ascending.
struct Trace {
    std::vector<double> step, rate;
    std::int64_t leftOut = 0; ///< rows without step or rate
    std::int64_t repeated = 0;
};

Result<Trace> traceOf(const RunInputs& inputs) {
    const auto table = inputs.get<Table>("trace");
    if (!table)
        return table.error();
    const auto steps = numbersOf(**table, inputs.parameters, "step_column");
    if (!steps)
        return steps.error();
    const auto rates = numbersOf(**table, inputs.parameters, "rate_column");
    if (!rates)
        return rates.error();
    const Column *step = *steps, *rate = *rates;
    Trace trace;
    std::map<double, double> byStep; // the last row of a step wins
    for (std::size_t row = 0; row < (*table)->rowCount(); ++row) {
        const double t = step->number(row), y = rate->number(row);
        if (!step->isValid(row) || !rate->isValid(row) || !std::isfinite(t) || !std::isfinite(y)) {
            ++trace.leftOut;
            continue;
        }
        if (y < 0.0 || y > 1.0)
            return makeError(ErrorCode::invalidArgument,
                             fmt::format("rate_column: row {}: {:g} is no success rate from 0 to 1", row + 1, y));
        trace.repeated += byStep.contains(t) ? 1 : 0;
        byStep[t] = y;
    }
    if (byStep.empty())
        return makeError(ErrorCode::invalidArgument, "rate_column: there is no row with a step and a rate");
    for (const auto& [t, y] : byStep) {
        trace.step.push_back(t);
        trace.rate.push_back(y);
    }
    return trace;
}

} // namespace

Inspection ReplayExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    const auto table = inputs.get<Table>("trace");
    if (!table)
        return inspection;
    for (const char* name : {"step", "_step", "global_step", "t"})
        if ((*table)->find(name) && !inspection.suggested.contains("step_column"))
            inspection.suggested["step_column"] = name;
    for (const char* name : {"rate_raw", "rate", "rewards/accuracy_reward/mean", "train/rewards/accuracy_reward/mean"})
        if ((*table)->find(name) && !inspection.suggested.contains("rate_column"))
            inspection.suggested["rate_column"] = name;
    return inspection;
}

Estimate ReplayExperiment::estimate(const RunInputs& inputs) const {
    const auto table = inputs.get<Table>("trace");
    return {0.02, table ? static_cast<std::int64_t>((*table)->rowCount()) * 100 : 0};
}

Result<void> ReplayExperiment::run(const RunInputs& inputs, RunContext& context) {
    context.progress(0.1, "Computing");
    const auto trace = traceOf(inputs);
    if (!trace)
        return trace.error();
    if (trace->leftOut > 0)
        context.log(LogLevel::warning, fmt::format("{} rows without a step or a rate were left out.", trace->leftOut));
    if (trace->repeated > 0)
        context.log(LogLevel::warning, fmt::format("{} rows repeat a step; the last one counts.", trace->repeated));
    ControllerSettings settings = controllerOf(inputs.parameters);
    if (inputs.parameters.text("mode") == "bisect")
        settings.mode = StepMode::bisect;
    const auto window = static_cast<std::size_t>(inputs.parameters.integer("window"));
    Controller controller(settings, std::min(inputs.parameters.real("rho_start"), settings.largestRatio));
    SimulatedMethod run;
    std::vector<double> times, means, asked{controller.ratio()}, askedAt{trace->step.front()};
    for (std::size_t first = 0; first + window <= trace->rate.size() && !context.stopRequested(); first += window) {
        double sum = 0.0;
        for (std::size_t i = first; i < first + window; ++i)
            sum += trace->rate[i];
        const double end = trace->step[first + window - 1];
        run.result.updates.push_back(controller.update(sum / static_cast<double>(window), settings.largestRatio));
        run.result.updateSteps.push_back(static_cast<std::size_t>(std::max(0.0, end)));
        times.push_back(end);
        means.push_back(run.result.updates.back().ema);
        askedAt.push_back(end);
        asked.push_back(controller.ratio());
    }
    Series series;
    series.x = {"Step", ""};
    series.y = {"Success rate and ratio asked for (open loop)", ""};
    series.lines.push_back(lineOf("k/G", trace->step, trace->rate));
    if (!times.empty())
        series.lines.push_back(lineOf("EMA", std::move(times), std::move(means)));
    series.lines.push_back(lineOf("ratio asked for", std::move(askedAt), std::move(asked)));
    if (auto done = context.emitArtifact(kLoop, makeValue(std::move(series))); !done)
        return done;
    context.progress(1.0, "Finished");
    return context.emitArtifact(kUpdates, makeValue(updatesTable({run})));
}

} // namespace vitrine::prefix_controller
