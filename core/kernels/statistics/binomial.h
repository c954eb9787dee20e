#pragma once

#include <cstdint>

namespace vitrine {

/// Bounds of a probability.
struct ProbabilityInterval {
    double low = 0.0;
    double high = 1.0;
};

/// Interval of Clopper and Pearson for k successes in n independent trials: its coverage is at least the level.
/// @param level  in (0, 1)
/// @return [0, 1] where n is 0     @source Clopper and Pearson, Biometrika 26, 1934
ProbabilityInterval clopperPearson(std::int64_t k, std::int64_t n, double level = 0.95);

/// Two-sided exact test of McNemar for paired outcomes: only pairs in which the two differ count.
/// @param n01, n10  discordant pairs of either kind
/// @return 1 where there are none     @source McNemar, Psychometrika 12, 1947
double mcnemarExact(std::int64_t n01, std::int64_t n10);

} // namespace vitrine
