#include "plugins/intruder_threshold/compute/layer_thresholds.h"

#include "plugins/intruder_threshold/compute/critical_strength.h"
#include "plugins/intruder_threshold/compute/finite_size.h"

#include <algorithm>
#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

EdgeResult edgeOf(const std::optional<intruder::CriticalEdge>& edge) {
    if (!edge)
        return {std::nan(""), std::nan(""), std::nan(""), std::nan(""), 0};
    return {edge->theta, edge->thetaLow, edge->thetaHigh, edge->logSlope, static_cast<std::int64_t>(edge->dropped)};
}

} // namespace

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

Result<void> addFiniteSize(const intruder::LayerSpectrum& spectrum, const RunSetup& setup, LayerResult& result,
                           const std::stop_token& stop) {
    if (!setup.finiteSize)
        return {};
    intruder::FiniteSizeOptions options;
    options.k = static_cast<int>(setup.criterion.k);
    options.epsilon = setup.criterion.epsilon;
    options.seed = setup.seed;
    const auto estimate = intruder::finiteSizeEstimate(spectrum.sigma, spectrum.rows, spectrum.cols, options, stop);
    if (!estimate)
        return estimate.error();
    result.finiteSize = FiniteSizeResult{estimate->theta, estimate->low, estimate->high};
    return {};
}

void addSpikes(const intruder::LayerSpectrum& spectrum, const intruder::Vector& strengths, LayerResult& result) {
    for (const double strength : strengths) {
        SpikeResult spike{strength, std::nan(""), std::nan(""), std::nan("")};
        if (spike.strength > result.full.theta) {
            const intruder::Outlier outlier =
                intruder::predictedOutlier(spectrum.sigma, spectrum.rows, spectrum.cols, spike.strength);
            spike.predicted = outlier.position;
            spike.overlapLeft = std::sqrt(outlier.leftOverlapSq);
            spike.overlapRight = std::sqrt(outlier.rightOverlapSq);
        }
        result.spikes.push_back(spike);
    }
}

void addDirections(const std::vector<intruder::UpdatedTriplet>& triplets, const Criterion& criterion,
                   LayerResult& result) {
    for (const intruder::UpdatedTriplet& one : triplets)
        result.leading.push_back(
            {one.value, one.maxcosLeft, static_cast<std::int64_t>(one.argLeft), one.maxcosRight, one.directionLeft});
    for (const Criterion& other : otherCriteria())
        result.otherCriteria.push_back(result.intruders(other.k, other.epsilon));
    result.leading.resize(std::min(criterion.k, result.leading.size()));
}

int directionsKept(const Criterion& criterion) {
    const std::size_t others = std::ranges::max(otherCriteria(), {}, &Criterion::k).k;
    return static_cast<int>(std::max(criterion.k, others));
}

} // namespace vitrine::intruder_threshold
