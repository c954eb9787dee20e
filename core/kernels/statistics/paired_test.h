#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace vitrine {

/// Mean of paired differences with its two-sided interval, and the probability of a mean at least as far from zero if
/// the true one were zero.
struct PairedTest {
    std::int64_t n = 0; ///< pairs
    double mean = 0.0;
    double lower = 0.0;
    double upper = 0.0;
    double t = 0.0; ///< infinite when all differences are the same and not zero
    double p = 1.0;
};

/// Student's t-test of paired differences.
/// @param differences  finite
/// @param level        of the interval, in (0, 1)
/// @return empty for fewer than two pairs
/// @source Student, "The probable error of a mean", Biometrika 6, 1908
std::optional<PairedTest> pairedTTest(std::span<const double> differences, double level = 0.95);

/// Probability that |T| is at least |t| for Student's distribution.
/// @param freedom  degrees of freedom, > 0
double studentTwoSided(double t, double freedom);

/// The t whose two-sided probability is `p`. @param p  in (0, 1)
double studentCritical(double p, double freedom);

} // namespace vitrine
