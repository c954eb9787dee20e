#pragma once

#include "plugins/intruder_threshold/compute/layer_pairs.h"

namespace vitrine::intruder_threshold {

/// The tensors of one LoRA wrapper. There are two around a module when two of its parameters are adapted.
struct Wrapper {
    std::string module; ///< path without the prefix of PEFT
    int depth = 0;      ///< see AdapterKey
    std::optional<std::uint32_t> a;
    std::optional<std::uint32_t> b;
    bool embedding = false; ///< a and b are lora_embedding_A and lora_embedding_B
    bool magnitude = false; ///< DoRA

    /// Key for PairOptions::choices.
    std::string label() const;
};

/// What a file of an adapter holds, in the order of the file.
struct AdapterParts {
    std::vector<Wrapper> wrappers;
    std::vector<std::pair<std::string, std::uint32_t>> saved; ///< module and full tensor
};

/// Sorts the tensors of an adapter; what has no place goes to plan.leftOut.
AdapterParts adapterParts(const Tensors& adapter, LayerPlan& plan);

/// Extents of B A: out = rows of B, in = the rest of A, rank rows of A. A convolution's factors are flattened.
struct FactorShape {
    std::int64_t out = 0;
    std::int64_t in = 0;
    std::int64_t rank = 0; ///< all experts together
    std::string reason;    ///< why the two do not belong together; empty: they do
};

FactorShape factorShape(const Tensor& a, const Tensor& b);

} // namespace vitrine::intruder_threshold
