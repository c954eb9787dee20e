#pragma once

#include "core/values/matrix.h"
#include "core/values/scalars.h"
#include "core/values/series.h"
#include "core/values/table.h"
#include "plugins/prefix_controller/compute/simulator.h"

#include <vector>

namespace vitrine::prefix_controller {

/// One trained method of one seed.
struct SimulatedMethod {
    Method method = Method::ada;
    std::uint64_t seed = 0;
    SimResult result;

    /// "ada/101"
    std::string name() const;
};

/// One row per method and seed: the ablation table.
Table methodsTable(const std::vector<SimulatedMethod>& runs, const SimSetup& setup);
/// Held-out pass@1 over the steps; a line per method with the range of the seeds as its band.
Series progressOf(const std::vector<SimulatedMethod>& runs);
/// The same over the FLOPs that were spent, a line per method, first seed.
Series computeOf(const std::vector<SimulatedMethod>& runs);
/// k/G, its moving average, ratios and envelope of the first run with the whole controller, else of the first.
Series loopOf(const std::vector<SimulatedMethod>& runs);
/// One row per step of every run.
Table stepsTable(const std::vector<SimulatedMethod>& runs);
/// One row per update of every controlled run.
Table updatesTable(const std::vector<SimulatedMethod>& runs);
/// One row per step and cohort of every run.
Table cohortsTable(const std::vector<SimulatedMethod>& runs);
/// Steps x (G + 1): groups by number of correct rollouts, of the first controlled run, else of the first.
Matrix histogramOf(const std::vector<SimulatedMethod>& runs);
/// Success over the ratio at four times, of the same run.
Series curvesOf(const std::vector<SimulatedMethod>& runs);
/// Headlines of the same run, and its lead over the other methods.
Scalars metricsOf(const std::vector<SimulatedMethod>& runs, const SimSetup& setup);

} // namespace vitrine::prefix_controller
