#pragma once

#include "plugins/intruder_threshold/compute/layer_pairs.h"

namespace vitrine::intruder_threshold {

std::string modulePathOf(const std::string& tensorName); ///< without ".weight"

/// Number of values behind the first extent.
std::int64_t restOf(const Tensor& tensor);

/// Name, kind and place of a layer of the base, with the tensor as shape[0] x rest as its weight.
Layer layerOf(const Tensors& base, std::uint32_t tensor, const Dequantisation& rule);

/// Adds a layer, cut into row blocks where the options ask for it.
/// @errors out_of_range
Result<void> addLayer(Layer layer, const PairOptions& options, LayerPlan& plan);

/// As addLayer, every expert of a 3-D tensor by itself.
Result<void> addWhole(Layer layer, const Tensor& tensor, const PairOptions& options, LayerPlan& plan);

/// As addWhole, with a tensor of the same shape that takes the place of the layer's.
Result<void> addReplacement(Layer layer, std::uint32_t saved, const Dequantisation& rule, const PairOptions& options,
                            const Tensors& base, LayerPlan& plan);

/// Why a tensor is no matrix, or not one that was asked for; empty: it is.
std::string notWanted(const Tensor& tensor, const PairOptions& options);

} // namespace vitrine::intruder_threshold
