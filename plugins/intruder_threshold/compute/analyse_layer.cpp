#include "plugins/intruder_threshold/compute/analyse_layer.h"

#include "plugins/intruder_threshold/compute/alignment.h"
#include "plugins/intruder_threshold/compute/critical_strength.h"
#include "plugins/intruder_threshold/compute/layer_scan.h"
#include "plugins/intruder_threshold/compute/layer_values.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr int kSensitivityDirections = 20; ///< the largest k of the sensitivity table
constexpr int kOctavesBelow = 6, kOctavesAbove = 4;

EdgeResult edgeOf(const std::optional<intruder::CriticalEdge>& edge) {
    if (!edge)
        return {std::nan(""), std::nan(""), std::nan(""), std::nan(""), 0};
    return {edge->theta, edge->thetaLow, edge->thetaHigh, edge->logSlope, static_cast<std::int64_t>(edge->dropped)};
}

LayerResult described(const Layer& layer) {
    LayerResult result;
    result.layer = layer.name;
    result.module = layer.module;
    result.depth = layer.depth;
    result.rows = layer.rows;
    result.columns = layer.columns;
    result.notes = layer.notes;
    for (const std::string& other : layer.alsoNamed)
        result.notes.push_back("shared with " + other);
    return result;
}

void addThresholds(const intruder::LayerSpectrum& spectrum, const RunSetup& setup, LayerResult& result) {
    intruder::CriticalOptions options;
    options.k = static_cast<int>(setup.criterion.k);
    options.kappa = setup.kappa;
    const intruder::CriticalStrength critical = intruder::criticalStrength(spectrum, options);
    result.sigma.assign(spectrum.sigma.begin(), spectrum.sigma.end());
    result.norm = spectrum.frobenius();
    result.full = edgeOf(critical.full);
    result.bulk = edgeOf(critical.rankK);
    result.noise = edgeOf(critical.noise);
    for (const intruder::SpectrumWarning warning : critical.warnings)
        result.notes.push_back(intruder::warningText(warning));
}

/// Singular values of the update at deployment, and where the law expects them.
void addSpikes(const intruder::LayerSpectrum& spectrum, const intruder::LoraFactors& factors, double gamma,
               LayerResult& result) {
    for (Eigen::Index j = 0; j < factors.theta.size(); ++j) {
        SpikeResult spike{gamma * factors.theta(j), std::nan(""), std::nan(""), std::nan("")};
        if (spike.strength > result.full.theta) {
            const intruder::Outlier outlier =
                intruder::predictedOutlier(spectrum.sigma, spectrum.rows, spectrum.cols, spike.strength);
            spike.predicted = outlier.position;
            spike.overlapLeft = std::sqrt(outlier.leftOverlapSq);
            spike.overlapRight = std::sqrt(outlier.rightOverlapSq);
        }
        result.spikes.push_back(spike);
    }
    if (factors.inactive())
        result.notes.emplace_back("inactive adapter: its product is zero");
}

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

void addDirections(const intruder::UpdatedSpectrum& updated, LayerResult& result) {
    for (const intruder::UpdatedTriplet& one : updated.triplets)
        result.leading.push_back(
            {one.value, one.maxcosLeft, static_cast<std::int64_t>(one.argLeft), one.maxcosRight, one.directionLeft});
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
    if (result)
        addSpikes(spectrum, *product, layer.gamma, *result);
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
    options.k = std::max(static_cast<int>(setup.criterion.k), kSensitivityDirections);
    intruder::ExactRung rung(std::move(*problem), options.k);
    const auto deployed = rung.at(1.0, options, stop);
    if (!deployed)
        return deployed.error();
    addDirections(*deployed, result);
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
    auto base = TensorSource::open(setup.base, stop);
    if (!base)
        return base.error();
    inputs.base = std::move(*base);
    if (!setup.adapter)
        return inputs;
    auto adapter = TensorSource::open(setup.adapter, stop);
    if (!adapter)
        return adapter.error();
    inputs.adapter = std::move(*adapter);
    return inputs;
}

Result<LayerResult> analyseLayer(const RunSetup& setup, const LayerInputs& inputs, const Layer& layer,
                                 const std::stop_token& stop) {
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
