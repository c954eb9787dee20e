#pragma once

#include "plugins/intruder_threshold/compute/analyse_layer.h"

namespace vitrine::intruder_threshold {

/// One weight of a fully fine-tuned model next to the base: thresholds of the base, singular values of Delta W, and the
/// leading directions of the tuned weight. Holds three matrices of the layer and three squares of its smaller side.
/// @errors as analyseLayer
Result<LayerResult> compareLayer(const RunSetup& setup, const LayerInputs& inputs, const Layer& layer,
                                 const std::stop_token& stop);

} // namespace vitrine::intruder_threshold
