#include "plugins/intruder_threshold/compute/compare_layer.h"

#include "plugins/intruder_threshold/compute/full_update.h"
#include "plugins/intruder_threshold/compute/layer_thresholds.h"
#include "plugins/intruder_threshold/compute/layer_values.h"

#include <algorithm>

namespace vitrine::intruder_threshold {

namespace {

/// The spikes that are kept: those above the full edge, and as many as the criterion looks at.
Eigen::Index spikesKept(const RunSetup& setup, const intruder::FullUpdate& update, const LayerResult& result) {
    const Eigen::Index over = (update.sigma.array() > result.full.theta).count();
    return std::min(std::max(over, static_cast<Eigen::Index>(setup.criterion.k)), update.sigma.size());
}

} // namespace

Result<LayerResult> compareLayer(const RunSetup& setup, const LayerInputs& inputs, const Layer& layer,
                                 const std::stop_token& stop) {
    const auto weight = loadWeight(*inputs.base, layer, stop);
    if (!weight)
        return weight.error();
    const auto tuned = loadSaved(*inputs.tuned, layer, stop);
    if (!tuned)
        return tuned.error();
    const auto spectrum = intruder::layerSpectrum(weight->matrix, intruder::SpectrumPart::valuesAndBasis);
    if (!spectrum)
        return spectrum.error();
    const auto update =
        intruder::fullUpdate(weight->matrix, *spectrum, tuned->matrix, directionsKept(setup.criterion), stop);
    if (!update)
        return update.error();
    LayerResult result = described(layer);
    addThresholds(*spectrum, setup, result);
    result.updateSigma.assign(update->sigma.begin(), update->sigma.end());
    result.updateNorm = update->sigma.norm();
    result.stableRank = update->stableRank;
    addSpikes(*spectrum, update->sigma.head(spikesKept(setup, *update, result)), result);
    addDirections(update->triplets, setup.criterion, result);
    if (update->largest() == 0.0)
        result.notes.emplace_back("unchanged: the tuned weight is that of the base");
    return result;
}

} // namespace vitrine::intruder_threshold
