#pragma once

#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "plugins/intruder_threshold/compute/result_tables.h"

#include <stop_token>
#include <vector>

namespace vitrine::intruder_threshold {

/// What a scan over the strength found.
struct LayerScan {
    std::vector<ScanResult> points;
    CrossingResult first;      ///< smallest strength with an intruder: "ok", "left_censored", "none"
    CrossingResult persistent; ///< behind the last clean strength: "ok", "left_censored", "not_persistent", "none"
};

/// Counts intruders at every strength of a grid, and refines both crossings to 1e-4 in log s. The predicate is not
/// monotone: near an avoided crossing the count may return to 0, hence both.
/// @param strengths  ascending, positive
/// @errors those of ExactRung::at
/// @cost   one evaluation of the exact rung per strength and about 10 per crossing     @source section 6
Result<LayerScan> scanLayer(intruder::ExactRung& rung, const std::vector<double>& strengths, const Criterion& criterion,
                            const std::stop_token& stop);

} // namespace vitrine::intruder_threshold
