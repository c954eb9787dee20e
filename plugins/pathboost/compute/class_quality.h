#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>

namespace vitrine::pathboost {

/// Measures of a classification with two classes, in the order of ClassQuality::values.
enum class ClassMeasure : std::size_t { accuracy, balancedAccuracy, auc, f1, recall, logLoss };
inline constexpr std::size_t kClassMeasures = 6;

/// How well probabilities meet classes. Pairs in which either is NaN are left out. A measure is NaN where it is not
/// defined: balanced accuracy and AUC without both classes, recall without a positive, F1 without any positive at all.
struct ClassQuality {
    std::array<double, kClassMeasures> values{};
    std::int64_t n = 0;

    double operator[](ClassMeasure measure) const { return values[static_cast<std::size_t>(measure)]; }
};

/// @param probability  of the positive class; the class is positive from one half on
/// @param truth        0 or 1, same length
/// @cost O(n log n)
ClassQuality classQuality(std::span<const double> probability, std::span<const double> truth);

using ClassIntervals = std::array<std::pair<double, double>, kClassMeasures>;

/// 95 % percentile bootstrap over the pairs with the draws of bootstrapQuality().
/// @errors cancelled; invalid_argument: no pair, or 2^31 and more
/// @cost O(n log n + resamples * n) @source Efron and Tibshirani 1993, chapter 13
Result<ClassIntervals> bootstrapClasses(std::span<const double> probability, std::span<const double> truth,
                                        std::uint64_t seed, std::size_t resamples, int threads,
                                        const std::stop_token& stop);

} // namespace vitrine::pathboost
