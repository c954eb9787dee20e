#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace vitrine::pathboost {

/// How well predictions meet the truth. Pairs in which either is NaN are left out.
struct Quality {
    double rmse = 0.0; ///< NaN when there is no pair
    double mae = 0.0;
    double r2 = 0.0; ///< 1 - sum of squared errors / sum of squared deviations from the mean; NaN when y is constant
    std::int64_t n = 0;
};
Quality quality(std::span<const double> prediction, std::span<const double> truth);

/// Percentile intervals of the three measures.
struct QualityIntervals {
    std::pair<double, double> rmse;
    std::pair<double, double> mae;
    std::pair<double, double> r2;
};

inline constexpr std::uint64_t kBootstrapStream = 97;

/// Two quantiles of the values that are not NaN, interpolated; NaN when there is none.
std::pair<double, double> percentileInterval(std::vector<double> values, double lower, double upper);

/// 95 % percentile bootstrap over the pairs: resample i draws pair index(n) with (seed, stream 97, i, position), so any
/// two sets of predictions for the same truth are resampled alike.
/// @param resamples  at least 1 @errors cancelled; invalid_argument: no pair, or 2^31 and more
/// @cost O(resamples * n) @source Efron and Tibshirani 1993, chapter 13
Result<QualityIntervals> bootstrapQuality(std::span<const double> prediction, std::span<const double> truth,
                                          std::uint64_t seed, std::size_t resamples, int threads,
                                          const std::stop_token& stop);

} // namespace vitrine::pathboost
