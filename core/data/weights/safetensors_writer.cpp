#include "core/data/weights/safetensors_writer.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace vitrine {

std::string safetensorsFile(const std::vector<TensorBytes>& tensors,
                            const std::map<std::string, std::string>& metadata) {
    constexpr std::size_t kAlignment = 8;
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!metadata.empty())
        header["__metadata__"] = metadata;
    std::size_t end = 0;
    for (const TensorBytes& tensor : tensors) {
        header[tensor.name] = {
            {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {end, end + tensor.bytes.size()}}};
        end += tensor.bytes.size();
    }
    std::string text = header.dump();
    text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
    std::string file;
    file.reserve(kAlignment + text.size() + end);
    for (std::size_t i = 0; i < kAlignment; ++i)
        file += static_cast<char>((std::uint64_t{text.size()} >> (8 * i)) & 0xFFU);
    file += text;
    for (const TensorBytes& tensor : tensors)
        file += tensor.bytes;
    return file;
}

} // namespace vitrine
