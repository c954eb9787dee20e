#include "plugins/intruder_threshold/compute/analyse_layer.h"

#include "plugins/intruder_threshold/compute/alignment.h"
#include "plugins/intruder_threshold/compute/compare_layer.h"
#include "plugins/intruder_threshold/compute/layer_scan.h"
#include "plugins/intruder_threshold/compute/layer_thresholds.h"
#include "plugins/intruder_threshold/compute/layer_values.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr int kOctavesBelow = 6, kOctavesAbove = 4;

/// How the update lies to the leading directions of the base, at the full edge.
void addAlignment(const intruder::SecularProblem& problem, const intruder::LayerSpectrum& spectrum,
                  const RunSetup& setup, LayerResult& result) {
    result.alignment = result.shareLeft = result.shareRight = std::nan("");
    const auto edge = intruder::criticalEdge(spectrum.sigma, spectrum.rows, spectrum.cols, 0, setup.kappa);
    if (!edge || problem.rank() == 0)
        return;
    const auto found = intruder::alignment(problem, spectrum, *edge, static_cast<int>(setup.criterion.k));
    if (!found)
        return;
    result.alignment = found->factor;
    result.shareLeft = found->energyLeft;
    result.shareRight = found->energyRight;
}

Result<intruder::SecularProblem> problemOf(const LayerInputs& inputs, const Layer& layer, const Eigen::MatrixXd& weight,
                                           const intruder::LayerSpectrum& spectrum, LayerResult* result,
                                           const std::stop_token& stop) {
    const auto factors = loadFactors(*inputs.adapter, layer, stop);
    if (!factors)
        return factors.error();
    auto product = intruder::loraFactors(factors->b, factors->a);
    if (!product)
        return product.error();
    if (result) {
        addSpikes(spectrum, layer.gamma * product->theta, *result);
        if (product->inactive())
            result->notes.emplace_back("inactive adapter: its product is zero");
    }
    return intruder::secularProblem(spectrum, weight, *product, layer.gamma);
}

Result<void> addUpdate(const RunSetup& setup, const LayerInputs& inputs, const Layer& layer,
                       const Eigen::MatrixXd& weight, const intruder::LayerSpectrum& spectrum, LayerResult& result,
                       const std::stop_token& stop) {
    result.rank = layer.rank;
    result.gamma = layer.gamma;
    result.gammaSource = layer.gammaSource;
    auto problem = problemOf(inputs, layer, weight, spectrum, &result, stop);
    if (!problem)
        return problem.error();
    addAlignment(*problem, spectrum, setup, result);
    intruder::ExactOptions options;
    options.k = directionsKept(setup.criterion);
    intruder::ExactRung rung(std::move(*problem), options.k);
    const auto deployed = rung.at(1.0, options, stop);
    if (!deployed)
        return deployed.error();
    addDirections(deployed->triplets, setup.criterion, result);
    if (setup.grid == ScanGrid::off)
        return {};
    auto scan = scanLayer(rung, scanStrengths(setup.grid), setup.criterion, stop);
    if (!scan)
        return scan.error();
    result.scan = std::move(scan->points);
    result.first = std::move(scan->first);
    result.persistent = std::move(scan->persistent);
    return {};
}

} // namespace

Result<LayerInputs> openInputs(const RunSetup& setup, const std::stop_token& stop) {
    LayerInputs inputs;
    if (setup.baseInMemory) {
        inputs.base = setup.baseInMemory;
    } else {
        auto base = TensorSource::open(setup.base, stop);
        if (!base)
            return base.error();
        inputs.base = std::move(*base);
    }
    const auto& changed = setup.tuned ? setup.tuned : setup.adapter;
    if (!changed)
        return inputs;
    auto update = TensorSource::open(changed, stop);
    if (!update)
        return update.error();
    (setup.tuned ? inputs.tuned : inputs.adapter) = std::move(*update);
    return inputs;
}

Result<LayerResult> analyseLayer(const RunSetup& setup, const LayerInputs& inputs, const Layer& layer,
                                 const std::stop_token& stop) {
    if (layer.update == Update::replacement && inputs.tuned)
        return compareLayer(setup, inputs, layer, stop);
    if (layer.update == Update::replacement)
        return makeError(ErrorCode::unsupported,
                         "the adapter replaces the whole weight; compare it as full fine-tuning");
    const auto weight = loadWeight(*inputs.base, layer, stop);
    if (!weight)
        return weight.error();
    const bool updated = layer.update == Update::lowRank;
    const auto spectrum = intruder::layerSpectrum(weight->matrix, updated ? intruder::SpectrumPart::valuesAndBasis
                                                                          : intruder::SpectrumPart::values);
    if (!spectrum)
        return spectrum.error();
    LayerResult result = described(layer);
    addThresholds(*spectrum, setup, result);
    if (auto done = addFiniteSize(*spectrum, setup, result, stop); !done)
        return done.error();
    if (weight->noiseFloor > 0.0)
        result.notes.push_back("rounding of the quantised weights adds about " + std::to_string(weight->noiseFloor) +
                               " to the edge");
    if (updated)
        if (auto done = addUpdate(setup, inputs, layer, weight->matrix, *spectrum, result, stop); !done)
            return done.error();
    return result;
}

Result<intruder::ExactRung> exactRungOf(const LayerInputs& inputs, const Layer& layer, int k,
                                        const std::stop_token& stop) {
    const auto weight = loadWeight(*inputs.base, layer, stop);
    if (!weight)
        return weight.error();
    const auto spectrum = intruder::layerSpectrum(weight->matrix, intruder::SpectrumPart::valuesAndBasis);
    if (!spectrum)
        return spectrum.error();
    auto problem = problemOf(inputs, layer, weight->matrix, *spectrum, nullptr, stop);
    if (!problem)
        return problem.error();
    return intruder::ExactRung(std::move(*problem), k);
}

std::vector<double> scanStrengths(ScanGrid grid) {
    std::vector<double> strengths;
    const int perOctave = grid == ScanGrid::fine ? 8 : 4;
    if (grid != ScanGrid::off)
        for (int step = -kOctavesBelow * perOctave; step <= kOctavesAbove * perOctave; ++step)
            strengths.push_back(std::exp2(static_cast<double>(step) / perOctave));
    return strengths;
}

} // namespace vitrine::intruder_threshold
