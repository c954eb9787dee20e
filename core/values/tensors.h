#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// A weight file. Its bytes stay where they are.
struct TensorFile {
    std::string name;       ///< relative to Tensors::folder
    std::int64_t bytes = 0; ///< whole file, as it was read
    std::string sha256;     ///< of the whole file
    std::int64_t modifiedNs =
        0; ///< when it was written, ns since 1970 UTC; says only whether the hash must be looked at
};

/// One tensor: where its values lie.
struct Tensor {
    std::string name;
    std::string dtype;               ///< as safetensors names it: "F32", "BF16", "U8"
    std::vector<std::int64_t> shape; ///< empty: one value
    std::uint32_t file = 0;          ///< index into Tensors::files
    std::int64_t offset = 0;         ///< of its first byte in the file
    std::int64_t bytes = 0;
};

/// Weights that are linked, never copied: what the files hold, and how they are found again. Two values are equal when
/// names, types, shapes and the bytes of the files are; where the files lie is no part of it.
struct Tensors {
    std::string form;   ///< "weights" or "lora_adapter"
    std::string folder; ///< absolute
    std::vector<TensorFile> files;
    std::vector<Tensor> items;
    std::map<std::string, std::string> metadata; ///< of the file
    std::string config;                          ///< text of adapter_config.json or config.json; empty: none

    /// Tensor by name, or null.
    const Tensor* find(std::string_view name) const {
        for (const Tensor& item : items)
            if (item.name == name)
                return &item;
        return nullptr;
    }
};

/// "128 x 344"; of a single value "1".
std::string shapeText(const Tensor& tensor);

/// Number of values, the product of the extents.
std::int64_t valueCount(const Tensor& tensor);

} // namespace vitrine
