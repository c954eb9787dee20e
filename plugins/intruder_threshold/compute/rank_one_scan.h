#pragma once

#include "plugins/intruder_threshold/compute/clusters.h"

#include <Eigen/Core>

#include <array>
#include <optional>
#include <vector>

namespace vitrine::intruder {

using Vector = Eigen::VectorXd;

/// A rank-one update s u v^T of W = U diag(sigma) V^T in the singular bases of W.
struct RankOneUpdate {
    Vector a;             ///< q, U^T u
    Vector b;             ///< q, V^T v
    double beyondU = 0.0; ///< energy of u outside of the q columns of U, of 1
    double beyondV = 0.0;
};

/// One strength at which W + s u v^T has the singular value z.
struct RankOneSolution {
    double strength = 0.0;
    Eigen::Index rank = 0; ///< place of z among the singular values, from 1
};

/// The core matrix of a rank-one update at z, and the strengths that put a singular value there.
struct RankOnePoint {
    double f = 0.0, g = 0.0, c = 0.0; ///< F, G, C
    std::array<std::optional<RankOneSolution>, 2> solutions;
};

/// @param sigma  q values, descending   @param z  positive, not a singular value
/// No root is searched for: 1 / s = C +- sqrt(F G). Cost O(q).
RankOnePoint rankOneAt(const Vector& sigma, const RankOneUpdate& update, double z);

/// max_i |<u_i, u~>| of the singular vector that belongs to z at a strength of rankOneAt. Clusters count as a whole,
/// vectors of vanishing values not at all.
/// @param clusters  clustersOf(sigma)
double rankOneOverlap(const Vector& sigma, const std::vector<Cluster>& clusters, const RankOneUpdate& update,
                      const RankOnePoint& at, double strength, double z);

} // namespace vitrine::intruder
