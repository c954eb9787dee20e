#include "core/figure/distribution.h"

#include "core/base/number_sort.h"
#include "core/figure/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostBins = 60;
constexpr double kFewestBins = 5;

std::vector<double> finiteSorted(std::vector<double> values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    sortNumbers(values);
    return values;
}

bool areWhole(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); });
}

double binWidth(const std::vector<double>& sorted, int bins) {
    const double span = sorted.back() - sorted.front();
    if (bins > 0)
        return span / bins;
    const double spread = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25);
    const double rule = 2.0 * spread / std::cbrt(static_cast<double>(sorted.size()));
    return niceStep(std::clamp(rule, span / (kMostBins - 2), span / kFewestBins));
}

} // namespace

double quantileOfSorted(const std::vector<double>& sorted, double part) {
    if (sorted.empty())
        return kNan;
    const double at = std::clamp(part, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

BoxSummary boxSummary(std::vector<double> values) {
    const std::vector<double> sorted = finiteSorted(std::move(values));
    BoxSummary box;
    box.n = static_cast<std::int64_t>(sorted.size());
    box.q1 = quantileOfSorted(sorted, 0.25);
    box.median = quantileOfSorted(sorted, 0.5);
    box.q3 = quantileOfSorted(sorted, 0.75);
    box.low = box.q1;
    box.high = box.q3;
    const double reach = 1.5 * (box.q3 - box.q1);
    for (double value : sorted) {
        if (value >= box.q1 - reach)
            box.low = std::min(box.low, value);
        if (value <= box.q3 + reach)
            box.high = std::max(box.high, value);
    }
    return box;
}

Histogram histogramOf(const std::vector<double>& values, int bins) {
    return histogramOfSorted(finiteSorted(values), bins);
}

Histogram histogramOfSorted(const std::vector<double>& sorted, int bins) {
    Histogram histogram;
    if (sorted.empty())
        return histogram;
    const double low = sorted.front();
    const double high = sorted.back();
    std::size_t count = 1;
    if (bins <= 0 && areWhole(sorted) && high - low < kMostBins) {
        histogram.start = low - 0.5;
        histogram.width = 1.0;
        count = static_cast<std::size_t>(high - low) + 1;
    } else if (high > low) {
        histogram.width = binWidth(sorted, bins);
        histogram.start = bins > 0 ? low : std::floor(low / histogram.width) * histogram.width;
        count =
            bins > 0
                ? static_cast<std::size_t>(bins)
                : static_cast<std::size_t>(std::floor((high - histogram.start) / histogram.width * (1 + 1e-12))) + 1;
    } else {
        histogram.width = std::abs(low) > 0 ? niceStep(std::abs(low) / 10) : 1.0;
        histogram.start = low - histogram.width / 2;
    }
    histogram.counts.assign(count, 0);
    for (double value : sorted) {
        const double place = std::floor((value - histogram.start) / histogram.width);
        ++histogram.counts[std::min(count - 1, static_cast<std::size_t>(std::max(place, 0.0)))];
    }
    return histogram;
}

} // namespace vitrine
