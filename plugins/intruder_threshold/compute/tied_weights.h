#pragma once

#include "core/data/weights/tensor_source.h"
#include "plugins/intruder_threshold/compute/layer_pairs.h"

#include <stop_token>

namespace vitrine::intruder_threshold {

/// Finds heads whose values are those of an embedding of the same shape and type: they are analysed once, under both
/// names. Told apart by hashes of the first megabyte and, of those that begin alike, of all: no tensor is read more
/// often than that, however many there are.
/// @errors as loadMatrix
Result<void> mergeTied(const TensorSource& base, LayerPlan& plan, const std::stop_token& stop = {});

} // namespace vitrine::intruder_threshold
