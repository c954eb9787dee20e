#pragma once

#include "core/jobs/experiment.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// One run of a sweep before it is started.
struct PlannedRun {
    ParameterSet combination; ///< what is swept
    ParameterSet parameters;  ///< all of them, with what the data suggest where nobody has set anything
    std::uint64_t seed = 0;
    Estimate estimate;
};

/// All runs of a sweep.
struct SweepPlan {
    std::vector<PlannedRun> runs;
    std::string problem;        ///< of the first run that cannot be started, with what tells it apart
    double seconds = 0.0;       ///< of all runs, one after the other
    std::int64_t peakBytes = 0; ///< of those that need most, as many as run side by side
};

/// Completes, checks and forecasts each combination, as a run of its own is on the command line. For worker threads;
/// the plan is not complete when a stop was requested.
/// @param given    what is set in the form; the combinations go over it
/// @param seeds    of the runs of each combination; none: the one of the inputs
/// @param inputs   data and seed of every run
/// @param atOnce   runs side by side, 1 or more
SweepPlan planSweep(const Experiment& experiment, const ParameterSchema& schema, const ParameterSet& given,
                    const std::vector<ParameterSet>& combinations, const std::vector<std::uint64_t>& seeds,
                    RunInputs inputs, int atOnce, const std::stop_token& stop);

} // namespace vitrine
