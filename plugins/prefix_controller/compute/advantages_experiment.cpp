#include "core/values/table_rows.h"
#include "plugins/prefix_controller/compute/group_signal.h"
#include "plugins/prefix_controller/compute/outputs.h"
#include "plugins/prefix_controller/compute/small_experiments.h"

#include "core/values/series.h"

namespace vitrine::prefix_controller {

namespace {

/// Advantages of a right and a wrong rollout for every k.
Table groupsTable(int rollouts) {
    TableRows rows;
    for (int k = 0; k <= rollouts; ++k) {
        const GroupSignal signal = groupSignal(k, rollouts);
        rows.integer("k", k);
        rows.real("rate", static_cast<double>(k) / rollouts);
        rows.integer("pairs", signal.pairs);
        rows.real("right_none", signal.none.right);
        rows.real("wrong_none", signal.none.wrong);
        rows.real("right_population", signal.population.right);
        rows.real("wrong_population", signal.population.wrong);
        rows.real("right_trl", signal.trl.right);
        rows.real("wrong_trl", signal.trl.wrong);
        rows.real("positive_none", signal.positiveNone);
        rows.real("positive_population", signal.positivePopulation);
    }
    return rows.table();
}

Series deadZone(int rollouts) {
    constexpr int kPoints = 101;
    Series series;
    series.x = {"Success probability", ""};
    series.y = {"Probability", ""};
    SeriesLine dead, saturated, live, signal;
    dead.id = dead.label = "dead";
    saturated.id = saturated.label = "saturated";
    live.id = live.label = "live";
    signal.id = signal.label = "E[p(1 − p)]";
    for (int i = 0; i < kPoints; ++i) {
        const double q = static_cast<double>(i) / (kPoints - 1);
        const DeadZone zone = deadZoneAt(q, rollouts);
        for (const auto& [line, value] : {std::pair<SeriesLine*, double>{&dead, zone.dead},
                                          {&saturated, zone.saturated},
                                          {&live, zone.live},
                                          {&signal, zone.signal}}) {
            line->x.push_back(q);
            line->y.push_back(value);
        }
    }
    series.lines = {std::move(dead), std::move(saturated), std::move(live), std::move(signal)};
    return series;
}

} // namespace

Inspection AdvantagesExperiment::inspect(const RunInputs&) const {
    return {};
}

Estimate AdvantagesExperiment::estimate(const RunInputs&) const {
    return {0.01, std::int64_t{1} << 20};
}

Result<void> AdvantagesExperiment::run(const RunInputs& inputs, RunContext& context) {
    context.progress(0.1, "Computing");
    const auto rollouts = static_cast<int>(inputs.parameters.integer("rollouts"));
    if (auto done = context.emitArtifact("groups", makeValue(groupsTable(rollouts))); !done)
        return done;
    context.progress(1.0, "Finished");
    return context.emitArtifact("dead_zone", makeValue(deadZone(rollouts)));
}

} // namespace vitrine::prefix_controller
