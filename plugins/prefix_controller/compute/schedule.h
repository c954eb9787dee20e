#pragma once

#include <span>
#include <vector>

namespace vitrine::prefix_controller {

/// Envelope of the ratios at progress s: rho_max clip((1 - s) / (1 - w), 0, 1).
/// @param flat  w, share of the training before it falls; 1: it never does
double envelopeAt(double progress, double flat, double largestRatio);

/// delta(d) = span (1 - 2 d): easier problems get less. @param solved  d, share of the probe that was solved
double offsetOf(double solved, double span);

/// Ratio of one sample: min(envelope, clip(base + offset, 0, rho_max)).
double sampleRatio(double base, double offset, double envelope, double largestRatio);

enum class DecayShape { linear, cosine };
/// One schedule for all, from `start` to 0. @param progress  in [0, 1]
double decayAt(double progress, double start, DecayShape shape);

/// The values made non-decreasing by pooling adjacent violators, all weights equal.
std::vector<double> isotonic(std::span<const double> values);

/// Smallest ratio at which a success curve reaches the target: the curve made non-decreasing, the knot (1, 1) behind
/// it, linear between knots, clamped to [0, rho_max].
/// @param grid  ascending ratios   @param success  as long as the grid
double invert(std::span<const double> grid, std::span<const double> success, double target, double largestRatio);

/// FLOPs of a step: 2 N for every token that is sampled, 6 N for every token that carries loss.
double flopsOf(double parameters, double sampledTokens, double trainedTokens);

} // namespace vitrine::prefix_controller
