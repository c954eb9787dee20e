#pragma once

#include "plugins/intruder_threshold/compute/clusters.h"
#include "plugins/intruder_threshold/compute/layer_spectrum.h"
#include "plugins/intruder_threshold/compute/lora_factors.h"

#include <vector>

namespace vitrine::intruder {

/// Everything about W + s gamma B A that does not depend on s, in units of sigma_1 and turned so that the left side is
/// the smaller one (Gram form: the right singular vectors of W are never needed).
struct SecularProblem {
    double unit = 1.0;       ///< sigma_1, or gamma theta_1 where W = 0; multiply results by it
    bool transposed = false; ///< left and right are exchanged against the layer
    Eigen::Index order = 0;  ///< q
    Vector sigma;            ///< all q singular values of W, descending
    Vector weights;          ///< e values gamma theta_j, descending

    /// Poles that the update reaches, descending. Of more than 2 e equal ones 2 e representatives are left.
    Vector poles;
    /// poles x 2 e: row i holds (a_i, y_i) with a = U^T U_P and y = U^T W V_P.
    Matrix rows;
    std::vector<Eigen::Index> original; ///< index of each pole in sigma
    std::vector<Cluster> clusters;      ///< of equal poles, as indices into poles
    Vector unchanged;                   ///< singular values of W that every W(s) keeps, descending
    std::vector<Eigen::Index> unchangedIndex;

    Eigen::Index rank() const { return weights.size(); }
    auto a() const { return rows.leftCols(rank()); }
    auto y() const { return rows.rightCols(rank()); }
};

/// @param layer  spectrum of w with its basis
/// @param gamma  deployment scale, > 0
/// @error invalidArgument  shapes do not fit, no basis, or gamma not positive and finite
/// Cost m n e + q^2 e.
Result<SecularProblem> secularProblem(const LayerSpectrum& layer, const MatrixIn& w, const LoraFactors& factors,
                                      double gamma);

/// The core matrix M(z) = Z^T (z - H_0)^{-1} Z, 2 e x 2 e symmetric, by its defining sums.
/// @param z  in units of the problem, not a pole
/// @param dropped  number of largest atoms left out of the sums (the alignment of an edge)
Matrix coreMatrix(const SecularProblem& problem, double z, Eigen::Index dropped = 0);

} // namespace vitrine::intruder
