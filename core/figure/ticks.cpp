#include "core/figure/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Decimals that tell multiples of `step` apart.
int decimalsOf(double step) {
    if (!(step > 0))
        return 0;
    const int decimals = -static_cast<int>(std::floor(std::log10(step) + 1e-9));
    return std::clamp(decimals, 0, 12);
}

int decimalsOfValues(const std::vector<double>& values) {
    double smallest = 1.0;
    for (double value : values)
        if (value != 0.0)
            smallest = std::min(smallest, std::abs(value));
    return decimalsOf(smallest);
}

bool wantsScientific(const std::vector<double>& values, int decimals) {
    double largest = 0.0;
    for (double value : values)
        largest = std::max(largest, std::abs(value));
    return largest >= 1e7 || decimals > 5;
}

Ticks finished(std::vector<double> values) {
    Ticks ticks;
    ticks.values = std::move(values);
    ticks.decimals = decimalsOfValues(ticks.values);
    ticks.scientific = wantsScientific(ticks.values, ticks.decimals);
    return ticks;
}

/// Every n-th decade so that at most maxCount remain.
int decadeStep(int first, int last, int maxCount) {
    return std::max(1, (last - first + maxCount) / std::max(maxCount, 1));
}

double multiplesWithin(double low, double high, double step) {
    return std::floor(high / step + 1e-6) - std::ceil(low / step - 1e-6) + 1;
}

/// The largest nice step that gives so many ticks; quarters only when nothing else does. 0: none.
double stepWithin(double low, double high, int least, int most, bool quarters) {
    const double power = std::pow(10.0, std::floor(std::log10(high - low)));
    double quarterStep = 0.0;
    for (double nice : {5.0, 2.5, 2.0, 1.0, 0.5, 0.25, 0.2, 0.1}) {
        const double step = nice * power;
        const double count = multiplesWithin(low, high, step);
        if (count < least || count > most)
            continue;
        if (nice != 2.5 && nice != 0.25)
            return step;
        if (quarters && quarterStep == 0.0)
            quarterStep = step;
    }
    return quarterStep;
}

/// The largest nice step that gives at least four ticks and at most maxCount, or three, or two: one tick alone gives no
/// scale.
double tickStep(double low, double high, int maxCount, bool quarters) {
    for (int least = std::min(4, maxCount); least >= 2; --least)
        if (const double step = stepWithin(low, high, least, maxCount, quarters); step > 0)
            return step;
    const double step = niceStep((high - low) / std::max(maxCount - 1, 1));
    return quarters || step != 2.5 ? step : 5.0; // two and a half is no whole number
}

} // namespace

AxisTransform::AxisTransform(AxisScale scale, double symlogThreshold)
    : m_scale(scale), m_threshold(symlogThreshold > 0 ? symlogThreshold : 1.0) {}

double AxisTransform::forward(double value) const {
    if (!std::isfinite(value))
        return kNan;
    switch (m_scale) {
    case AxisScale::linear:
    case AxisScale::category: return value;
    case AxisScale::log: return value > 0 ? std::log10(value) : kNan;
    case AxisScale::symlog: break;
    }
    return std::copysign(std::log10(1.0 + std::abs(value) / m_threshold), value);
}

double AxisTransform::inverse(double position) const {
    switch (m_scale) {
    case AxisScale::linear:
    case AxisScale::category: return position;
    case AxisScale::log: return std::pow(10.0, position);
    case AxisScale::symlog: break;
    }
    return std::copysign(m_threshold * (std::pow(10.0, std::abs(position)) - 1.0), position);
}

double niceStep(double rawStep) {
    if (!(rawStep > 0) || !std::isfinite(rawStep))
        return 1.0;
    const double power = std::pow(10.0, std::floor(std::log10(rawStep)));
    const double fraction = rawStep / power;
    for (double nice : {1.0, 2.0, 2.5, 5.0})
        if (fraction <= nice * (1 + 1e-9))
            return nice * power;
    return 10.0 * power;
}

Ticks linearTicks(double low, double high, int maxCount, bool integers) {
    Ticks ticks;
    if (!std::isfinite(low) || !std::isfinite(high))
        return ticks;
    if (!(high > low)) {
        ticks.values = {low};
        ticks.decimals =
            decimalsOf(std::abs(low) > 0 ? std::pow(10.0, std::floor(std::log10(std::abs(low)))) / 100 : 1);
        return ticks;
    }
    const double step =
        integers ? std::max(1.0, tickStep(low, high, maxCount, false)) : tickStep(low, high, maxCount, true);
    // A quarter of a power needs one decimal more than a half or a fifth.
    const bool quarter = std::abs(step / std::pow(10.0, std::floor(std::log10(step) + 1e-9)) - 2.5) < 1e-6;
    const int decimals = integers ? 0 : decimalsOf(step) + (quarter && step < 10 ? 1 : 0);
    const double slack = step * 1e-6;
    for (double index = std::ceil((low - slack) / step); index * step <= high + slack; ++index) {
        const double value = index * step;
        ticks.values.push_back(std::abs(value) < slack ? 0.0 : value);
        if (ticks.values.size() > 64)
            break;
    }
    ticks.decimals = decimals;
    ticks.scientific = wantsScientific(ticks.values, decimals);
    return ticks;
}

Ticks logTicks(double low, double high, int maxCount) {
    if (!(low > 0) || !(high > low) || !std::isfinite(high))
        return low > 0 ? finished({low}) : Ticks{};
    const double decades = std::log10(high / low);
    if (decades < 0.7)
        return linearTicks(low, high, maxCount);
    const int first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
    const int last = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
    const bool between = decades < 2.6;
    const int step = between ? 1 : decadeStep(first, last, maxCount);
    std::vector<double> values;
    for (int exponent = first; exponent <= last; ++exponent) {
        if (exponent % step != 0)
            continue;
        for (double factor : {1.0, 2.0, 5.0}) {
            if (factor > 1.0 && !between)
                break;
            const double value = factor * std::pow(10.0, exponent);
            if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
                values.push_back(value);
        }
    }
    return finished(std::move(values));
}

Ticks symlogTicks(double low, double high, double threshold, int maxCount) {
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high))
        return {};
    if (!(threshold > 0))
        threshold = 1.0;
    const double reach = std::max(std::abs(low), std::abs(high));
    if (reach <= threshold * 2)
        return linearTicks(low, high, maxCount);
    const int first = static_cast<int>(std::ceil(std::log10(threshold) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(reach) + 1e-9));
    const bool bothSides = low < 0 && high > 0;
    const int step = decadeStep(first, last, bothSides ? std::max(2, maxCount / 2) : maxCount);
    std::vector<double> values;
    for (int exponent = last; exponent >= first; exponent -= step)
        if (const double value = -std::pow(10.0, exponent); value >= low * (1 + 1e-9) && value <= high)
            values.push_back(value);
    if (low <= 0 && high >= 0)
        values.push_back(0.0);
    std::vector<double> upper;
    for (int exponent = last; exponent >= first; exponent -= step)
        if (const double value = std::pow(10.0, exponent); value >= low && value <= high * (1 + 1e-9))
            upper.push_back(value);
    values.insert(values.end(), upper.rbegin(), upper.rend());
    if (values.size() < 2) // a range between two powers
        return linearTicks(low, high, maxCount);
    return finished(std::move(values));
}

Ticks axisTicks(const FigureAxis& axis, double low, double high, int maxCount) {
    switch (axis.scale) {
    case AxisScale::log: return logTicks(low, high, maxCount + 1);
    case AxisScale::symlog: return symlogTicks(low, high, axis.symlogThreshold, maxCount + 1);
    case AxisScale::category: {
        Ticks ticks;
        const auto count = static_cast<double>(axis.categories.size());
        for (double index = std::max(0.0, std::ceil(low)); index < count && index <= high; ++index)
            ticks.values.push_back(index);
        return ticks;
    }
    case AxisScale::linear: break;
    }
    return linearTicks(low, high, maxCount, axis.integerTicks);
}

std::pair<double, double> niceRange(double low, double high, int maxCount) {
    if (!(high > low))
        return {low - 0.5, high + 0.5};
    const double step = niceStep((high - low) / std::max(maxCount - 1, 1));
    return {std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step};
}

} // namespace vitrine
