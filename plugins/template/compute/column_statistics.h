#pragma once

#include "core/base/result.h"
#include "core/base/rng.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace vitrine::column_summary {

struct ColumnStatistics {
    double mean = 0.0;
    double standardDeviation = 0.0; ///< divisor n - 1; 0 for one value
    double trimmedMean = 0.0;
    double minimum = 0.0;
    double median = 0.0;
    double maximum = 0.0;
};

/// Location and spread of some numbers.
/// @param values  n >= 1 finite numbers in any order.
/// @param trim    share left out at each end for the trimmed mean, in [0, 0.5).
/// @return all in the unit of the values.
/// @cost   O(n log n).      @source standard definitions
ColumnStatistics columnStatistics(std::span<const double> values, double trim);

/// Number of values in bins of equal width.
struct Histogram {
    std::vector<double> edges;        ///< bins + 1, ascending; equal when all values are equal
    std::vector<std::int64_t> counts; ///< bins
};

/// @param values  n >= 1 finite numbers.      @param bins  >= 1.
/// @return a value on an inner edge counts to the right bin, the largest to the last one.
/// @cost   O(n).
Histogram histogram(std::span<const double> values, int bins);

/// Mean of one bootstrap resample: n values drawn with replacement.
/// @param values  n >= 1 finite numbers, n < 2^31.
/// @param rng     draws with a = resample and b = position, so resamples can be made in any order.
/// @errors cancelled, seen within 100 ms.
/// @cost   O(n).      @source Efron and Tibshirani 1993, chapter 6
Result<double> resampledMean(std::span<const double> values, const Rng& rng, std::uint64_t resample,
                             const std::stop_token& stop);

/// Percentile interval.
/// @param sortedMeans  resampled means in ascending order, at least one.
/// @param confidence   in (0, 1).
/// @return lower and upper value, linearly interpolated between order statistics.
/// @cost   O(1).      @source Efron and Tibshirani 1993, chapter 13
std::pair<double, double> percentileInterval(std::span<const double> sortedMeans, double confidence);

} // namespace vitrine::column_summary
