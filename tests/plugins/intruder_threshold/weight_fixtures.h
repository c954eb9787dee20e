#pragma once

#include "core/data/weights/tensor_source.h"

#include <string>
#include <vector>

/// A tensor to be written: F32 values unless bytes are given.
struct WrittenTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values{};
    std::string dtype = "F32";
    std::string bytes{}; ///< of another dtype
};

/// Text of a safetensors file.
std::string safetensorsText(const std::vector<WrittenTensor>& tensors,
                            const std::vector<std::pair<std::string, std::string>>& metadata = {});

/// Writes a file and reads its header. Throws when it is not sound.
vitrine::Tensors writeWeights(const std::string& folder, const std::string& name,
                              const std::vector<WrittenTensor>& tensors,
                              const std::vector<std::pair<std::string, std::string>>& metadata = {});

/// Reads the header of a file, without its hash.
vitrine::Tensors readWeightsOf(const std::string& folder, const std::string& name);

/// Opens what was read. Throws.
std::shared_ptr<const vitrine::TensorSource> openWeights(const vitrine::Tensors& tensors);

/// Tensors with names, types and shapes only, for what needs no values.
vitrine::Tensors outline(const std::vector<WrittenTensor>& tensors);
