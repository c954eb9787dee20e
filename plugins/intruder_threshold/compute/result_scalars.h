#pragma once

#include "core/values/scalars.h"
#include "plugins/intruder_threshold/compute/result_tables.h"

namespace vitrine::intruder_threshold {

/// Headline numbers of a base: layers, the most fragile one, spread of the thresholds.
Scalars auditScalars(const std::vector<LayerResult>& layers);

/// Headline numbers of an adapter: supercritical layers, layers with intruders, median threshold, share predicted
/// within a factor of two.
Scalars adapterScalars(const std::vector<LayerResult>& layers, const Criterion& criterion);

/// Headline numbers of a full fine-tuning: how far its update is from the thresholds, layers over them, layers with
/// intruders, stable rank.
Scalars tunedScalars(const std::vector<LayerResult>& layers, const Criterion& criterion);

} // namespace vitrine::intruder_threshold
