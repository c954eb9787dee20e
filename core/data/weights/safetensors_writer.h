#pragma once

#include "core/base/result.h"
#include "core/values/tensors.h"

#include <map>
#include <string>
#include <vector>

namespace vitrine {

/// A tensor to be written: its bytes as they will stand in the file.
struct TensorBytes {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::string bytes;
};

/// A safetensors file with these tensors, in this order; the header is padded with spaces to a multiple of 8 bytes.
/// Bytes must fit shape and type.
std::string safetensorsFile(const std::vector<TensorBytes>& tensors,
                            const std::map<std::string, std::string>& metadata);

} // namespace vitrine
