#include "plugins/rival_game/compute/bench_experiment.h"

#include "core/params/parameter_error.h"
#include "plugins/rival_game/compute/group_bench.h"
#include "plugins/rival_game/compute/outputs.h"

#include <cmath>

namespace vitrine::rival_game {

namespace {

Result<GroupBench> benchOf(const ParameterSet& parameters) {
    GroupBench bench;
    auto duels = parseGroup(parameters.text("answers"), parameters.text("drafts"), parameters.text("formats"),
                            parameters.text("lengths"), parameters.text("draft_lengths"));
    if (!duels)
        return duels.error();
    bench.duels = std::move(*duels);
    bench.bonus = parameters.real("bonus");
    bench.format = parameters.real("format");
    bench.tie = parameters.real("tie");
    bench.afterWrong = parameters.real("p_after_wrong");
    bench.afterRight = parameters.real("p_after_right");
    return bench;
}

} // namespace

Inspection BenchExperiment::inspect(const RunInputs& inputs) const {
    Inspection inspection;
    if (const auto bench = benchOf(inputs.parameters); !bench)
        inspection.problems.push_back(problemOf(bench.error()));
    return inspection;
}

Estimate BenchExperiment::estimate(const RunInputs&) const {
    return {0.05, std::int64_t{1} << 20};
}

Result<void> BenchExperiment::run(const RunInputs& inputs, RunContext& context) {
    context.progress(0.1, "Computing");
    const auto bench = benchOf(inputs.parameters);
    if (!bench)
        return bench.error();
    if (auto done = context.emitArtifact(kRewards, makeValue(rewardsTable(*bench))); !done)
        return done;
    if (auto done = context.emitArtifact(kIdentities, makeValue(identitiesTable(*bench))); !done)
        return done;
    if (bench->duels.size() > kMostContexts) {
        context.log(LogLevel::warning, "The exact expectation looks at every outcome and is left out for more than " +
                                           std::to_string(kMostContexts) + " rollouts.");
        return context.emitArtifact(kExpected, makeValue(Table{}));
    }
    auto expected = expectedTable(*bench);
    if (!expected)
        return expected.error();
    context.progress(1.0, "Finished");
    return context.emitArtifact(kExpected, makeValue(std::move(*expected)));
}

} // namespace vitrine::rival_game
