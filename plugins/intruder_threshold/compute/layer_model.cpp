#include "plugins/intruder_threshold/compute/layer_model.h"

#include "plugins/intruder_threshold/compute/layer_values.h"

#include <algorithm>

namespace vitrine::intruder_threshold {

Result<std::shared_ptr<LayerModel>> LayerModel::load(const RunSetup& setup, const std::string& layer, int k,
                                                     const std::stop_token& stop) {
    const auto found = std::ranges::find(setup.plan.layers, layer, &Layer::name);
    if (found == setup.plan.layers.end() || found->update != Update::lowRank)
        return makeError(ErrorCode::notFound, "the adapter has no update of " + layer);
    const auto inputs = openInputs(setup, stop);
    if (!inputs)
        return inputs.error();
    auto rung = exactRungOf(*inputs, *found, k, stop);
    if (!rung)
        return rung.error();
    return std::shared_ptr<LayerModel>(new LayerModel(layer, std::move(*rung), k));
}

Result<intruder::UpdatedSpectrum> LayerModel::at(double s, bool overlaps, const std::stop_token& stop) {
    const std::scoped_lock lock(m_asking);
    intruder::ExactOptions options;
    options.k = m_k;
    options.overlaps = overlaps;
    return m_rung.at(s, options, stop);
}

} // namespace vitrine::intruder_threshold
