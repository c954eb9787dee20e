#pragma once

#include <cstdint>

namespace vitrine::rival_game {

/// Outcomes of draft and final answer on the same problems.
struct Cascade {
    std::int64_t kept = 0;      ///< n11, draft right, final right
    std::int64_t regressed = 0; ///< n10, draft right, final wrong
    std::int64_t converted = 0; ///< n01, draft wrong, final right
    std::int64_t lost = 0;      ///< n00, both wrong

    void add(bool draft, bool final);
    std::int64_t problems() const { return kept + regressed + converted + lost; }
    std::int64_t draftsRight() const { return kept + regressed; }
    std::int64_t finalsRight() const { return kept + converted; }
    /// Shares; NaN where nothing stands in the denominator.
    double draft() const;
    double final() const;
    double net() const;            ///< final - draft
    double conversionRate() const; ///< of the wrong drafts
    double keepRate() const;       ///< of the right drafts
    double regressionRate() const; ///< 1 - keepRate
};

/// What is possible where only the counts of right drafts and right answers are known.
struct CascadeBounds {
    std::int64_t fewestConverted = 0;
    std::int64_t mostConverted = 0; ///< regressions are conversions less the net gain
};
CascadeBounds cascadeBounds(std::int64_t draftsRight, std::int64_t finalsRight, std::int64_t problems);

/// How much the better of two equally good estimates is above the truth in the mean: sd sqrt((1 - r) / pi).
/// @param p  accuracy   @param n  problems   @param correlation  r of the two estimates
double bestOfTwoBias(double p, std::int64_t n, double correlation);

} // namespace vitrine::rival_game
