#pragma once

#include "plugins/intruder_threshold/compute/d_transform.h"
#include "plugins/intruder_threshold/compute/layer_spectrum.h"

#include <optional>
#include <string>
#include <vector>

namespace vitrine::intruder {

/// One edge of a spectrum and the strength at which a generic rank-one update leaves it. The evaluation point
/// z0 = sigma_{p+1} (1 + kappa q^(-2/3)) is a definition of the workbench.
struct CriticalEdge {
    Eigen::Index dropped = 0; ///< p, the number of largest atoms left out
    double z0 = 0.0;          ///< evaluation point, unit of sigma
    double theta = 0.0;       ///< critical strength, unit of sigma
    double thetaLow = 0.0;    ///< at half of kappa
    double thetaHigh = 0.0;   ///< at twice kappa
    double logSlope = 0.0;    ///< d ln(theta) / d ln(z0)
};

/// @return empty where the edge is undefined: sigma_{p+1} <= 1e-13 sigma_1, or p >= q
std::optional<CriticalEdge> criticalEdge(const Vector& sigma, Eigen::Index rows, Eigen::Index cols,
                                         Eigen::Index dropped, double kappa = 1.0);

struct CriticalOptions {
    int k = 10;             ///< intruder criterion looks at the k leading vectors, in [1, 50]
    double kappa = 1.0;     ///< distance of the evaluation point from the edge, in units of q^(-2/3)
    double quantile = 0.95; ///< of the quantile edge, in (0, 1)
};

enum class SpectrumWarning {
    emptyLayer,          ///< W = 0: every update is an intruder
    fullEdgeUndefined,   ///< nothing stands at the full edge
    rankEdgeUndefined,   ///< fewer than k singular values
    noiseEdgeUndefined,  ///< more than half of the singular values vanish
    dominatedByOutliers, ///< sigma_1 / sigma_k > 4: the full edge follows few outliers
    clustered            ///< equal singular values: single vectors are arbitrary
};

/// A sentence for a person.
std::string warningText(SpectrumWarning warning);

/// What the spectrum of W alone says about a layer (the universal rung).
struct CriticalStrength {
    std::optional<CriticalEdge> full;     ///< p = 0
    std::optional<CriticalEdge> rankK;    ///< p = k - 1, at most q - 2
    std::optional<CriticalEdge> noise;    ///< p atoms stand above a Marchenko-Pastur bulk fitted to the median
    std::optional<CriticalEdge> quantile; ///< p = round((1 - quantile) q)
    /// sqrt(full rankK), the workbench's combination; empty where one of the two is
    std::optional<double> geometricMean;
    double noiseSigma = 0.0; ///< standard deviation of an entry of the fitted bulk
    double noiseEdge = 0.0;  ///< noiseSigma (sqrt(m) + sqrt(n))
    std::vector<SpectrumWarning> warnings;
};

/// Cost O(q) for each of twelve evaluations of the D-transform.
CriticalStrength criticalStrength(const LayerSpectrum& layer, const CriticalOptions& options = {});

/// s* = theta / (gamma theta_1): the multiplier at which an adapter reaches the critical strength; infinite for an
/// inactive adapter.
/// @param scaledLargest  gamma theta_1 >= 0
double criticalMultiplier(double theta, double scaledLargest);

} // namespace vitrine::intruder
