#pragma once

#include "core/base/result.h"

#include <Eigen/Core>

#include <cstdint>
#include <stop_token>

namespace vitrine::intruder {

struct FiniteSizeOptions {
    int k = 10;           ///< leading directions looked at
    double epsilon = 0.5; ///< overlap limit
    int draws = 24;
    std::uint64_t seed = 0;
};

/// Critical strength of a layer for generic updates as the criterion itself has it, k and epsilon included. A
/// definition of the workbench. Infinite where more than so many draws never bring an intruder.
struct FiniteSizeEstimate {
    double theta = 0.0; ///< median over the draws, unit of sigma
    double low = 0.0;   ///< 10 % of the draws lie below
    double high = 0.0;  ///< 90 %
};

/// Rank-one updates with directions drawn uniformly from the spheres of both sides; of each the smallest strength, on a
/// grid of positions of the singular value, at which one of the k leading directions is an intruder. The same draws for
/// all layers of a seed.
/// @param sigma  singular values of W, descending   @param rows, cols  shape of W
/// @error cancelled
/// Cost draws x about 420 x q.     @source section 7 of the specification; random numbers of stream 91
Result<FiniteSizeEstimate> finiteSizeEstimate(const Eigen::VectorXd& sigma, Eigen::Index rows, Eigen::Index cols,
                                              const FiniteSizeOptions& options, const std::stop_token& stop = {});

} // namespace vitrine::intruder
