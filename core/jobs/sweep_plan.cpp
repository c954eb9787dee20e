#include "core/jobs/sweep_plan.h"

#include "core/params/sweep.h"

#include <algorithm>
#include <functional>

namespace vitrine {
namespace {

/// What keeps one run from starting; empty: nothing.
std::string problemOf(const ParameterSchema& schema, const ParameterSet& parameters, const Inspection& inspection) {
    auto problems = validate(schema, parameters);
    problems.insert(problems.end(), inspection.problems.begin(), inspection.problems.end());
    const auto found = std::ranges::find(problems, false, &ParameterProblem::isWarning);
    return found == problems.end() ? std::string() : problemText(*found);
}

} // namespace

SweepPlan planSweep(const Experiment& experiment, const ParameterSchema& schema, const ParameterSet& given,
                    const std::vector<ParameterSet>& combinations, const std::vector<std::uint64_t>& seeds,
                    RunInputs inputs, int atOnce, const std::stop_token& stop) {
    SweepPlan plan;
    std::vector<std::int64_t> peaks;
    const std::vector<std::uint64_t> all = seeds.empty() ? std::vector<std::uint64_t>{inputs.seed} : seeds;
    for (const ParameterSet& combination : combinations) {
        if (stop.stop_requested())
            return plan;
        ParameterSet set = given;
        for (const auto& [id, value] : combination.values())
            set.set(id, value);
        inputs.parameters = set.complete(schema);
        const Inspection inspection = experiment.inspect(inputs);
        for (const auto& [id, value] : inspection.suggested)
            if (schema.find(id) && !set.isSet(id))
                set.set(id, value);
        inputs.parameters = set.complete(schema);
        plan.problem = problemOf(schema, inputs.parameters, inspection);
        if (!plan.problem.empty()) {
            plan.problem = sweepLabel(schema, combination) + ": " + plan.problem;
            return plan;
        }
        const Estimate estimate = experiment.estimate(inputs);
        for (const std::uint64_t seed : all) { // which changes no forecast
            plan.runs.push_back({combination, inputs.parameters, seed, estimate});
            plan.seconds += estimate.seconds;
            peaks.push_back(estimate.peakBytes);
        }
    }
    std::ranges::sort(peaks, std::greater());
    peaks.resize(std::min(peaks.size(), static_cast<std::size_t>(std::max(1, atOnce))));
    for (const std::int64_t peak : peaks)
        plan.peakBytes += peak;
    return plan;
}

} // namespace vitrine
