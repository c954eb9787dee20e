#pragma once

#include "core/data/weights/safetensors_writer.h"
#include "core/data/weights/tensor_source.h"
#include "plugins/intruder_threshold/compute/layer_pairs.h"
#include "plugins/intruder_threshold/compute/spike_budget.h"

#include <map>
#include <string>

namespace vitrine::intruder_threshold {

/// An adapter that is written anew: its tensors as they were, but for the factors that were changed.
class BudgetWriter {
public:
    explicit BudgetWriter(std::shared_ptr<const TensorSource> adapter) : m_adapter(std::move(adapter)) {}

    /// Puts the factors of one layer in the place of the old ones. @errors unsupported (type), io, cancelled
    Result<void> replace(const Layer& layer, const BudgetedFactors& factors, const std::stop_token& stop);

    /// Writes adapter_config.json and adapter_model.safetensors into a new or empty folder; one that holds just these
    /// bytes already is left as it is.
    /// @param note  kept in the metadata of the file   @errors io, invalid_argument (the folder holds something)
    Result<void> write(const std::string& folder, const std::string& note, const std::stop_token& stop) const;

private:
    Result<void> put(const MatrixSource& place, const Eigen::MatrixXd& matrix, const std::stop_token& stop);

    std::shared_ptr<const TensorSource> m_adapter;
    std::map<std::uint32_t, std::vector<double>> m_values; ///< of changed tensors
};

} // namespace vitrine::intruder_threshold
