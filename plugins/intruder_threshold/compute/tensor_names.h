#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::intruder_threshold {

std::vector<std::string_view> splitName(std::string_view name); ///< at dots

enum class AdapterPart {
    a,
    b,
    embeddingA,
    embeddingB,
    magnitude, ///< DoRA
    bias,      ///< lora_B.bias
    saved,     ///< a full tensor, of modules_to_save or of a resized embedding
    foreign    ///< names of another layout
};

/// What a tensor of adapter_model.safetensors is for.
struct AdapterKey {
    AdapterPart part = AdapterPart::foreign;
    std::string module;  ///< path without the prefix of PEFT and without ".base_layer"; saved: without ".weight"
    int depth = 0;       ///< times "base_layer" was taken off: the second wrapper around a module has 1
    std::string adapter; ///< name of the adapter that some files keep in the key; empty: none
};

AdapterKey parseAdapterKey(std::string_view key);

enum class ModuleKind { linear, fusedQkv, convolution, embedding, head, experts, stateSpace };

/// "linear", "fused q k v", "convolution", ...
std::string_view moduleKindName(ModuleKind kind);

/// What the path of a module says about it.
struct ModulePlace {
    std::string module; ///< the path behind the number of the layer, other numbers left out: "self_attn.q_proj"
    std::optional<std::int64_t> depth; ///< first number of the path
};

ModulePlace modulePlace(std::string_view path);

/// @param extents  number of dimensions of the tensor: four and five are convolutions, three are convolutions unless
///                 the path names experts
ModuleKind moduleKind(std::string_view path, std::size_t extents);

} // namespace vitrine::intruder_threshold
