#pragma once

#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "plugins/intruder_threshold/compute/layer_spectrum.h"

#include <stop_token>
#include <vector>

namespace vitrine::intruder {

/// What full fine-tuning did to one weight: Delta W = tuned - W, of any rank, and the leading directions of the tuned
/// weight next to those of W.
struct FullUpdate {
    Vector sigma;            ///< q singular values of Delta W, descending
    double stableRank = 0.0; ///< |Delta W|_F^2 / sigma_1(Delta W)^2; NaN where nothing changed
    /// The k leading triplets of the tuned weight. Overlaps are NaN where the value vanishes: such a direction leads
    /// nothing, and which one it is is the choice of a library.
    std::vector<UpdatedTriplet> triplets;

    double largest() const { return sigma.size() > 0 ? sigma(0) : 0.0; }
};

/// @param w       m x n, the base      @param before  its spectrum with basis
/// @param tuned   m x n                @param k       most triplets; clipped to q
/// Clusters of equal singular values of W and its vanishing ones count as in the exact rung. Left and right as in the
/// layer.
/// @error invalidArgument  shapes do not fit, no basis; numeric  not finite, no convergence; cancelled
/// Cost two decompositions, one with vectors, and m n k.
Result<FullUpdate> fullUpdate(const MatrixIn& w, const LayerSpectrum& before, const MatrixIn& tuned, int k,
                              const std::stop_token& stop = {});

} // namespace vitrine::intruder
