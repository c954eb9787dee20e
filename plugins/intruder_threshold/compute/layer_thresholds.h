#pragma once

#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "plugins/intruder_threshold/compute/layer_result.h"
#include "plugins/intruder_threshold/compute/layer_spectrum.h"
#include "plugins/intruder_threshold/compute/run_setup.h"

#include <stop_token>

namespace vitrine::intruder_threshold {

/// Name, shape and notes of a layer, nothing measured yet.
LayerResult described(const Layer& layer);

/// Singular values and the thresholds at all edges.
void addThresholds(const intruder::LayerSpectrum& spectrum, const RunSetup& setup, LayerResult& result);

/// The estimate by drawn directions, where the run asks for it. @errors cancelled
Result<void> addFiniteSize(const intruder::LayerSpectrum& spectrum, const RunSetup& setup, LayerResult& result,
                           const std::stop_token& stop);

/// Singular values of the update at deployment, and where the law expects those above the full edge.
/// @param strengths  gamma theta_j, descending     @param result  with its thresholds
void addSpikes(const intruder::LayerSpectrum& spectrum, const intruder::Vector& strengths, LayerResult& result);

/// The k leading directions, and the counts for other criteria. @param triplets  as many as directionsKept
void addDirections(const std::vector<intruder::UpdatedTriplet>& triplets, const Criterion& criterion,
                   LayerResult& result);

/// Leading directions that are looked at: those of the criterion and of the sensitivity tables.
int directionsKept(const Criterion& criterion);

} // namespace vitrine::intruder_threshold
