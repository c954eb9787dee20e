#pragma once

#include "plugins/intruder_threshold/compute/root_finder.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace vitrine::intruder {

/// One singular triplet of W(s) and how much of it the pretrained vectors explain. Left and right as in the layer.
struct UpdatedTriplet {
    double value = 0.0;       ///< sigma~_j, unit of W
    double maxcosLeft = 0.0;  ///< max_i |<u_i, u~_j>|; over a whole cluster where values coincide
    double maxcosRight = 0.0; ///< max_i |<v_i, v~_j>|
    Eigen::Index argLeft = 0; ///< where the maximum is, from 0
    Eigen::Index argRight = 0;
    double directionLeft = 0.0; ///< |<u~_j, first left direction of the update>|
    double directionRight = 0.0;
    double slope = 0.0; ///< d sigma~_j / ds, unit of W
};

/// The k leading triplets of W(s).
struct UpdatedSpectrum {
    double strength = 0.0; ///< s
    std::vector<UpdatedTriplet> triplets;
    /// q x k, |<u_i, u~_j>| and |<v_i, v~_j>|; empty unless asked for
    Matrix overlapsLeft;
    Matrix overlapsRight;

    /// Number of the first k triplets (all when k < 0) with maxcosLeft < epsilon.
    int intruders(double epsilon, int k = -1) const;
    double minMaxcos() const;
};

struct ExactOptions {
    int k = 10;
    bool overlaps = false;
};

/// Spectrum and overlaps of W + s gamma B A at any s, without a decomposition for each: secular roots of a matrix of
/// order 2 e, whose inertia counts them (the exact rung). Results do not depend on what was asked before. One object is
/// for one thread.
class ExactRung {
public:
    /// @param k  the largest number of triplets that will be asked for; clipped to q
    ExactRung(SecularProblem problem, int k);

    /// @param s     >= 0
    /// @param near  values at another strength, where the search begins, or null: no more than rounding depends on it
    /// @error cancelled; numeric  a search does not end; invalidArgument  s negative or not finite
    /// Cost for each root about 4 factorisations of order 2 e + 7, and q e.
    Result<UpdatedSpectrum> at(double s, const ExactOptions& options, const std::stop_token& stop = {},
                               const UpdatedSpectrum* near = nullptr);
    const SecularProblem& problem() const { return *m_problem; }

private:
    UpdatedTriplet describe(const SecularRoot& root, double s, UpdatedSpectrum& out, Eigen::Index column,
                            bool overlaps) const;
    UpdatedTriplet unchanged(std::size_t which, UpdatedSpectrum& out, Eigen::Index column, bool overlaps) const;

    std::unique_ptr<const SecularProblem> m_problem; ///< stays where it is when this moves
    RootFinder m_finder;
};

} // namespace vitrine::intruder
