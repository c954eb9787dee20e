#include "plugins/intruder_threshold/compute/critical_strength.h"

#include "plugins/intruder_threshold/compute/clusters.h"
#include "plugins/intruder_threshold/compute/marchenko_pastur.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::intruder {
namespace {

constexpr double vanishing = 1e-13;

double medianOf(const Vector& sigma) {
    const Eigen::Index q = sigma.size();
    return q % 2 == 1 ? sigma(q / 2) : (sigma(q / 2 - 1) + sigma(q / 2)) / 2.0;
}

Eigen::Index above(const Vector& sigma, double limit) {
    return (sigma.array() > limit).count();
}

} // namespace

std::optional<CriticalEdge> criticalEdge(const Vector& sigma, Eigen::Index rows, Eigen::Index cols,
                                         Eigen::Index dropped, double kappa) {
    const Eigen::Index q = sigma.size();
    if (dropped < 0 || dropped >= q || !(sigma(dropped) > vanishing * sigma(0)))
        return std::nullopt;
    const double width = std::pow(static_cast<double>(q), -2.0 / 3.0);
    const auto pointAt = [&](double factor) { return sigma(dropped) * (1.0 + factor * width); };
    const auto strengthAt = [&](double factor) {
        const double z = pointAt(factor);
        return dTransform(sigma, rows, cols, z, dropped).strength(z);
    };
    CriticalEdge edge;
    edge.dropped = dropped;
    edge.z0 = pointAt(kappa);
    const DTransform d = dTransform(sigma, rows, cols, edge.z0, dropped);
    edge.theta = d.strength(edge.z0);
    edge.logSlope = d.logSlope();
    edge.thetaLow = strengthAt(kappa / 2.0);
    edge.thetaHigh = strengthAt(2.0 * kappa);
    return edge;
}

std::string warningText(SpectrumWarning warning) {
    switch (warning) {
    case SpectrumWarning::emptyLayer: return "All weights are zero: an update of any strength is an intruder.";
    case SpectrumWarning::fullEdgeUndefined: return "The full edge is not defined for this spectrum.";
    case SpectrumWarning::rankEdgeUndefined: return "The layer has too few singular values for the rank-k bulk edge.";
    case SpectrumWarning::noiseEdgeUndefined:
        return "Half of the singular values vanish, so no noise bulk can be fitted.";
    case SpectrumWarning::dominatedByOutliers:
        return "The largest singular value is more than 4 times the k-th: the full edge is dominated by outliers.";
    case SpectrumWarning::clustered:
        return "Some singular values coincide: overlaps are taken with the whole group, not with single vectors.";
    }
    return {};
}

CriticalStrength criticalStrength(const LayerSpectrum& layer, const CriticalOptions& options) {
    const Vector& sigma = layer.sigma;
    const Eigen::Index q = sigma.size();
    CriticalStrength out;
    if (q == 0 || sigma(0) == 0.0) {
        out.full = CriticalEdge{};
        out.rankK = CriticalEdge{};
        out.geometricMean = 0.0;
        out.warnings.push_back(SpectrumWarning::emptyLayer);
        return out;
    }
    const auto at = [&](Eigen::Index dropped) {
        return criticalEdge(sigma, layer.rows, layer.cols, dropped, options.kappa);
    };
    const Eigen::Index rankAtoms = std::max<Eigen::Index>(0, std::min<Eigen::Index>(options.k - 1, q - 2));
    out.full = at(0);
    out.rankK = at(rankAtoms);
    const auto larger = static_cast<double>(std::max(layer.rows, layer.cols));
    const double ratio = static_cast<double>(q) / larger;
    out.noiseSigma = medianOf(sigma) / std::sqrt(larger * marchenko_pastur::median(ratio));
    out.noiseEdge =
        out.noiseSigma * (std::sqrt(static_cast<double>(layer.rows)) + std::sqrt(static_cast<double>(layer.cols)));
    out.noise = at(std::min(above(sigma, out.noiseEdge), q / 2));
    out.quantile = at(static_cast<Eigen::Index>(std::llround((1.0 - options.quantile) * static_cast<double>(q))));
    if (out.full && out.rankK)
        out.geometricMean = std::sqrt(out.full->theta) * std::sqrt(out.rankK->theta);

    if (!out.full)
        out.warnings.push_back(SpectrumWarning::fullEdgeUndefined);
    if (!out.rankK)
        out.warnings.push_back(SpectrumWarning::rankEdgeUndefined);
    if (!out.noise)
        out.warnings.push_back(SpectrumWarning::noiseEdgeUndefined);
    if (sigma(0) > 4.0 * sigma(std::min<Eigen::Index>(options.k, q) - 1))
        out.warnings.push_back(SpectrumWarning::dominatedByOutliers);
    if (!clustersOf(sigma).empty())
        out.warnings.push_back(SpectrumWarning::clustered);
    return out;
}

double criticalMultiplier(double theta, double scaledLargest) {
    return scaledLargest > 0.0 ? theta / scaledLargest : std::numeric_limits<double>::infinity();
}

} // namespace vitrine::intruder
