#pragma once

#include "core/figure/figure_spec.h"

#include <vector>

namespace vitrine {

/// Monotone map of an axis: linear and category are the identity, log is log10, symlog is linear within the threshold
/// and logarithmic beyond. @source Webber, "A bi-symmetric log transformation for wide-range data", 2013
class AxisTransform {
public:
    AxisTransform() = default;
    explicit AxisTransform(AxisScale scale, double symlogThreshold = 1.0);

    /// NaN where the scale has no place for the value (not finite, or <= 0 on a log axis).
    double forward(double value) const;
    double inverse(double position) const;
    AxisScale scale() const { return m_scale; }
    bool isIdentity() const { return m_scale == AxisScale::linear || m_scale == AxisScale::category; }

private:
    AxisScale m_scale = AxisScale::linear;
    double m_threshold = 1.0;
};

/// Places for ticks and how many decimals their labels need.
struct Ticks {
    std::vector<double> values; ///< in data units, ascending
    int decimals = 0;           ///< so that neighbouring labels differ
    bool scientific = false;    ///< labels as a power of ten would be shorter
};

/// Smallest of 1, 2, 2.5, 5 times a power of ten that is not below the raw step.
double niceStep(double rawStep);

/// 4 to `maxCount` round ticks within [low, high]. Integer ticks never have a step below one.
Ticks linearTicks(double low, double high, int maxCount = 6, bool integers = false);
/// Powers of ten, thinned to `maxCount`; with less than two decades 1, 2, 5 of each; with less than two thirds of
/// one the linear ticks. low and high > 0.
Ticks logTicks(double low, double high, int maxCount = 7);
/// Zero and powers of ten of both signs beyond the threshold; the linear ticks where there are less than two of them.
Ticks symlogTicks(double low, double high, double threshold, int maxCount = 7);
/// By the scale of the axis; low and high in data units. Categories: one tick for each visible index.
Ticks axisTicks(const FigureAxis& axis, double low, double high, int maxCount = 6);

/// Range widened to the nearest nice ticks outside it.
std::pair<double, double> niceRange(double low, double high, int maxCount = 6);

} // namespace vitrine
