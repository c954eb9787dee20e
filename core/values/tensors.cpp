#include "core/values/tensors.h"

namespace vitrine {

std::string shapeText(const Tensor& tensor) {
    std::string text;
    for (const std::int64_t extent : tensor.shape)
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text.empty() ? "1" : text;
}

std::int64_t valueCount(const Tensor& tensor) {
    std::int64_t count = 1;
    for (const std::int64_t extent : tensor.shape)
        count *= extent;
    return count;
}

} // namespace vitrine
