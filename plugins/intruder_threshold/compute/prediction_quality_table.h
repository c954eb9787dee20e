#pragma once

#include "core/values/table.h"
#include "plugins/intruder_threshold/compute/result_tables.h"

namespace vitrine::intruder_threshold {

/// How well each threshold tells which layers bear intruders at s = 1, and where they begin: AUC with its interval
/// after DeLong, share within a factor of two, median and root mean square of log2(s*/s first), with the censored
/// layers counted. A row per threshold.
Table predictionTable(const std::vector<LayerResult>& layers, const Criterion& criterion);

/// Area under the ROC curve with its interval.
struct AreaUnderCurve {
    double value = 0.0; ///< NaN when one class is empty
    double lower = 0.0;
    double upper = 0.0;
};

/// Mann-Whitney form with mid-ranks for ties; 95 % interval after DeLong, DeLong and Clarke-Pearson 1988, within [0,
/// 1].
/// @param scores  larger: more likely positive   @param positive  as long
AreaUnderCurve areaUnderCurve(const std::vector<double>& scores, const std::vector<bool>& positive);

} // namespace vitrine::intruder_threshold
