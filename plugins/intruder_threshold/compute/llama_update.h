#pragma once

#include "plugins/intruder_threshold/compute/analyse_layer.h"
#include "plugins/intruder_threshold/compute/llama_model.h"

#include <span>
#include <vector>

namespace vitrine::intruder_threshold {

/// What an adapter adds to the weights of a model at deployment.
struct LlamaUpdate {
    std::vector<Eigen::MatrixXd> deltas; ///< as LlamaModel::matrix; empty: not changed
    std::vector<std::size_t> places;     ///< of each layer of the plan among the deltas

    /// Frobenius norm of all deltas, each times the strength of its layer. @param strengths  as places
    double norm(std::span<const double> strengths) const;
};

/// gamma B A of every layer, or what a saved tensor adds. Takes as much memory as the model.
/// @errors unsupported  the adapter changes something else, too, so that the loss would be another one;
///         as loadMatrix
Result<LlamaUpdate> readUpdate(const LayerInputs& inputs, const LayerPlan& plan, const intruder::LlamaModel& model,
                               const std::stop_token& stop);

/// The model with every layer of the plan at a strength of its own. @param strengths  as LlamaUpdate::places
intruder::LlamaModel updatedModel(const intruder::LlamaModel& base, const LlamaUpdate& update,
                                  std::span<const double> strengths);

} // namespace vitrine::intruder_threshold
