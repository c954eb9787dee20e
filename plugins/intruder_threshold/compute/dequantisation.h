#pragma once

#include "core/values/tensors.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitrine::intruder_threshold {

using TensorNames = std::unordered_map<std::string_view, std::uint32_t>; ///< into a Tensors that outlives it

TensorNames tensorNames(const Tensors& tensors);

/// How stored numbers become weights: minimum + scale (q - zero). Scale and zero may be one number for all, or one per
/// stored row in a companion tensor.
struct Dequantisation {
    double minimum = 0;
    double scale = 1;
    double zero = 0;
    std::optional<std::uint32_t> scaleTensor;
    std::optional<std::uint32_t> zeroTensor;
    bool uniform = false; ///< equal steps: the rounding adds noise to the edge
    std::string source;   ///< "metadata w.min, w.scale"; empty: the values are the weights
};

/// Whether the values of a tensor can be analysed, and by which rule.
struct Readable {
    std::string reason; ///< why not; empty: they can
    Dequantisation rule;
};

/// Affine U8 and I8, and F8 with a scale, one number or one per row; the real types as they are.
Readable readableAs(const Tensors& tensors, const TensorNames& names, std::uint32_t tensor);

/// What rounding in steps of `step` adds to the edge of an m x n matrix: step / sqrt(12) (sqrt(m) + sqrt(n)).
double quantisationFloor(double step, std::int64_t m, std::int64_t n);

/// Tensors that hold the scales or zero points of others.
std::vector<bool> companions(const Tensors& tensors, const TensorNames& names);

} // namespace vitrine::intruder_threshold
