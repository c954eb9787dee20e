#include "tests/plugins/intruder_threshold/weight_fixtures.h"

#include "core/data/weights/safetensors_header.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>

namespace {

std::string bytesOf(const WrittenTensor& tensor) {
    if (!tensor.bytes.empty() || tensor.values.empty())
        return tensor.bytes;
    std::string bytes(tensor.values.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), tensor.values.data(), bytes.size());
    return bytes;
}

} // namespace

std::string safetensorsText(const std::vector<WrittenTensor>& tensors,
                            const std::vector<std::pair<std::string, std::string>>& metadata) {
    nlohmann::ordered_json header;
    for (const auto& [key, value] : metadata)
        header["__metadata__"][key] = value;
    std::string data;
    for (const WrittenTensor& tensor : tensors) {
        const std::size_t begin = data.size();
        data += bytesOf(tensor);
        header[tensor.name] = {
            {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
    }
    const std::string text = header.dump();
    std::string length(8, '\0');
    for (std::size_t i = 0; i < 8; ++i)
        length[i] = static_cast<char>((text.size() >> (8 * i)) & 0xFFU);
    return length + text + data;
}

vitrine::Tensors readWeightsOf(const std::string& folder, const std::string& name) {
    const std::string path = folder + "/" + name;
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    const std::string bytes = text.str();
    auto header = vitrine::parseSafetensorsHeader(bytes, static_cast<std::int64_t>(bytes.size()), name);
    if (!header)
        throw std::runtime_error(header.error().message);
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0)
        throw std::runtime_error("no " + path);
    vitrine::Tensors tensors;
    tensors.form = "weights";
    tensors.folder = folder;
    tensors.files.push_back({name, static_cast<std::int64_t>(bytes.size()), "",
                             facts.st_mtim.tv_sec * 1'000'000'000 + facts.st_mtim.tv_nsec});
    tensors.items = header->items;
    tensors.metadata = header->metadata;
    return tensors;
}

vitrine::Tensors writeWeights(const std::string& folder, const std::string& name,
                              const std::vector<WrittenTensor>& tensors,
                              const std::vector<std::pair<std::string, std::string>>& metadata) {
    std::ofstream(folder + "/" + name, std::ios::binary) << safetensorsText(tensors, metadata);
    return readWeightsOf(folder, name);
}

std::shared_ptr<const vitrine::TensorSource> openWeights(const vitrine::Tensors& tensors) {
    auto source = vitrine::TensorSource::open(std::make_shared<const vitrine::Tensors>(tensors));
    if (!source)
        throw std::runtime_error(source.error().message);
    return *source;
}

vitrine::Tensors outline(const std::vector<WrittenTensor>& tensors) {
    vitrine::Tensors result;
    for (const WrittenTensor& tensor : tensors) {
        vitrine::Tensor item;
        item.name = tensor.name;
        item.dtype = tensor.dtype;
        item.shape = tensor.shape;
        result.items.push_back(std::move(item));
    }
    return result;
}
