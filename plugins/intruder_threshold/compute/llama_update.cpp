#include "plugins/intruder_threshold/compute/llama_update.h"

#include "core/kernels/linalg/dense.h"
#include "plugins/intruder_threshold/compute/layer_values.h"
#include "plugins/intruder_threshold/compute/llama_weights.h"

#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

Error notFollowed(const std::string& name, const std::string& reason) {
    return makeError(ErrorCode::unsupported,
                     "the loss cannot follow this adapter: it also changes " + name + " (" + reason + ")");
}

Result<Eigen::MatrixXd> deltaOf(const LayerInputs& inputs, const Layer& layer, const std::stop_token& stop) {
    Eigen::MatrixXd delta;
    if (layer.update == Update::replacement) {
        auto saved = loadSaved(*inputs.adapter, layer, stop);
        if (!saved)
            return saved.error();
        const auto weight = loadWeight(*inputs.base, layer, stop);
        if (!weight)
            return weight.error();
        delta = saved->matrix - weight->matrix;
    } else {
        const auto factors = loadFactors(*inputs.adapter, layer, stop);
        if (!factors)
            return factors.error();
        delta = layer.gamma * linalg::product(factors->b, linalg::Shape::asIs, factors->a, linalg::Shape::asIs);
    }
    if (layer.weight.transposed)
        delta = delta.transpose().eval();
    return delta;
}

} // namespace

double LlamaUpdate::norm(std::span<const double> strengths) const {
    double square = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i)
        square += strengths[i] * strengths[i] * deltas[places[i]].squaredNorm();
    return std::sqrt(square);
}

Result<LlamaUpdate> readUpdate(const LayerInputs& inputs, const LayerPlan& plan, const intruder::LlamaModel& model,
                               const std::stop_token& stop) {
    if (!plan.leftOut.empty())
        return notFollowed(plan.leftOut.front().name, plan.leftOut.front().reason);
    LlamaUpdate update;
    update.deltas.resize(model.matrixCount());
    for (const Layer& layer : plan.layers) {
        const std::string& tensor = inputs.base->tensors().items.at(layer.weight.tensor).name;
        const auto place = llamaMatrix(model.shape, tensor);
        if (!place)
            return notFollowed(tensor, "no matrix of a block");
        auto delta = deltaOf(inputs, layer, stop);
        if (!delta)
            return delta.error();
        const Eigen::MatrixXd& weight = model.matrix(*place);
        Eigen::MatrixXd& target = update.deltas[*place];
        if (delta->rows() != weight.rows() || delta->cols() != weight.cols() || target.size() > 0)
            return notFollowed(tensor, "a part of the matrix");
        target = *std::move(delta);
        update.places.push_back(*place);
    }
    return update;
}

intruder::LlamaModel updatedModel(const intruder::LlamaModel& base, const LlamaUpdate& update,
                                  std::span<const double> strengths) {
    intruder::LlamaModel model = base;
    for (std::size_t i = 0; i < update.places.size(); ++i)
        model.matrix(update.places[i]) += strengths[i] * update.deltas[update.places[i]];
    return model;
}

} // namespace vitrine::intruder_threshold
