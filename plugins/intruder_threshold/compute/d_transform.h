#pragma once

#include <Eigen/Core>

#include <optional>

namespace vitrine::intruder {

using Vector = Eigen::VectorXd;

/// The D-transform of a spectrum of an m x n matrix at z, in units of z: with x_i = sigma_i / z,
///     left = z phi_L = (1/m) [ sum_{i > p} 1 / ((1 - x_i)(1 + x_i)) + (m - q) ],   D(z) = left right / z^2,
/// and the slopes -z^2 phi'. The p largest atoms are left out of the sums, m and n stay.
/// @source Benaych-Georges and Nadakuditi, "The singular values and vectors of low rank perturbations of large
///         rectangular random matrices", J. Multivariate Analysis 111, 2012
struct DTransform {
    double left = 0.0;
    double right = 0.0;
    double leftSlope = 0.0;
    double rightSlope = 0.0;

    /// 1 / sqrt(D(z)): the strength of a rank-one update whose singular value sits at z.
    double strength(double z) const;
    /// d ln(strength) / d ln z.
    double logSlope() const;
};

/// @param sigma    q values, descending, sigma_{p+1} < z
/// @param dropped  p, the number of largest atoms that are left out
/// Cost O(q).
DTransform dTransform(const Vector& sigma, Eigen::Index rows, Eigen::Index cols, double z, Eigen::Index dropped = 0);

/// Where the universal rung expects the singular value of a generic rank-one update, and how much of the update its
/// vectors carry.
struct Outlier {
    double position = 0.0;       ///< rho, in the unit of sigma
    double leftOverlapSq = 0.0;  ///< |<u~, u>|^2
    double rightOverlapSq = 0.0; ///< |<v~, v>|^2
};

/// Solves D(rho) theta^2 = 1 on (sigma_1, infinity). @param theta  > 0, the absolute strength; that it is above the
/// critical strength is the caller's business. Cost O(q) for each of about ten steps.
Outlier predictedOutlier(const Vector& sigma, Eigen::Index rows, Eigen::Index cols, double theta);

} // namespace vitrine::intruder
