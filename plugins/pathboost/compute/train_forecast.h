#pragma once

#include "core/jobs/experiment.h"
#include "plugins/pathboost/compute/model.h"

#include <string>

namespace vitrine::pathboost {

/// Seconds that a run is expected to take on one core.
struct TrainSeconds {
    double boosting = 0.0;
    double intervals = 0.0; ///< of the importance
    double baselines = 0.0;
};

/// @param baselines  "all", "fast" or "none" @param intervals  with importance of subsamples
TrainSeconds trainSeconds(const GraphSet& graphs, const FitOptions& options, const std::string& baselines,
                          bool intervals);

/// Bytes that the iterations leave behind: the model with its trees, as numbers and as document, curves, live tables.
double modelBytes(const GraphSet& graphs, const ParameterSet& parameters, const FitOptions& options);

} // namespace vitrine::pathboost
