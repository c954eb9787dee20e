#include "plugins/intruder_threshold/compute/budget_writer.h"

#include "core/base/file_write.h"
#include "core/data/weights/tensor_encode.h"
#include "plugins/intruder_threshold/compute/layer_values.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace vitrine::intruder_threshold {

namespace {

bool holds(const std::string& path, const std::string& bytes) {
    std::ifstream file(path, std::ios::binary);
    const std::string there((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return file.is_open() && there == bytes;
}

} // namespace

Result<void> BudgetWriter::put(const MatrixSource& place, const Eigen::MatrixXd& matrix, const std::stop_token& stop) {
    const Tensor& tensor = m_adapter->tensors().items[place.tensor];
    if (!isWritableDtype(tensor.dtype))
        return makeError(ErrorCode::unsupported, tensor.name + ": values of the type " + tensor.dtype +
                                                     " cannot be written; F64, F32, F16 and BF16 can");
    auto& values = m_values[place.tensor];
    if (values.empty()) {
        values.resize(static_cast<std::size_t>(valueCount(tensor)));
        if (auto read = m_adapter->read(tensor, 0, valueCount(tensor), values.data(), stop); !read)
            return read;
    }
    scatterMatrix(matrix, place, values);
    return {};
}

Result<void> BudgetWriter::replace(const Layer& layer, const BudgetedFactors& factors, const std::stop_token& stop) {
    if (auto done = put(layer.b, factors.b, stop); !done)
        return done;
    return put(layer.a, factors.a, stop);
}

Result<void> BudgetWriter::write(const std::string& folder, const std::string& note,
                                 const std::stop_token& stop) const {
    namespace fs = std::filesystem;
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (!fs::is_directory(folder, problem))
        return makeError(ErrorCode::io, folder + ": the folder cannot be made");
    const Tensors& tensors = m_adapter->tensors();
    std::vector<TensorBytes> written;
    for (std::uint32_t i = 0; i < tensors.items.size(); ++i) {
        const Tensor& tensor = tensors.items[i];
        TensorBytes bytes{tensor.name, tensor.dtype, tensor.shape, {}};
        if (const auto changed = m_values.find(i); changed != m_values.end())
            encodeValues(tensor.dtype, changed->second.data(), changed->second.size(), bytes.bytes);
        else if (auto read = m_adapter->readBytes(tensor, bytes.bytes, stop); !read)
            return read;
        written.push_back(std::move(bytes));
    }
    auto metadata = tensors.metadata;
    metadata["vitrine_spike_budget"] = note;
    const std::string weights = safetensorsFile(written, metadata);
    const std::string configPath = folder + "/adapter_config.json", weightPath = folder + "/adapter_model.safetensors";
    if (!fs::is_empty(folder, problem)) {
        if (holds(configPath, tensors.config) && holds(weightPath, weights))
            return {}; // made again, by a verification
        return makeError(ErrorCode::invalidArgument,
                         folder + ": the folder holds something already; choose a new or an empty one");
    }
    if (auto done = writeFileAtomically(configPath, tensors.config); !done)
        return done;
    return writeFileAtomically(weightPath, weights);
}

} // namespace vitrine::intruder_threshold
