#include "plugins/template/compute/column_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine::column_summary {
namespace {

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Value at a share of the way through sorted numbers, linear between neighbours.
double quantile(std::span<const double> sorted, double share) {
    const double position = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double between = position - static_cast<double>(below);
    return sorted[below] + between * (sorted[above] - sorted[below]);
}

} // namespace

ColumnStatistics columnStatistics(std::span<const double> values, double trim) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const auto n = static_cast<double>(sorted.size());
    const auto cut = static_cast<std::size_t>(trim * n);

    ColumnStatistics statistics;
    statistics.mean = meanOf(sorted);
    double squares = 0.0;
    for (double value : sorted)
        squares += (value - statistics.mean) * (value - statistics.mean);
    statistics.standardDeviation = sorted.size() > 1 ? std::sqrt(squares / (n - 1.0)) : 0.0;
    statistics.trimmedMean = meanOf(std::span(sorted).subspan(cut, sorted.size() - 2 * cut));
    statistics.minimum = sorted.front();
    statistics.median = quantile(sorted, 0.5);
    statistics.maximum = sorted.back();
    return statistics;
}

Histogram histogram(std::span<const double> values, int bins) {
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    const double start = *lowest;
    const double width = (*highest - start) / bins;
    Histogram result;
    for (int i = 0; i <= bins; ++i)
        result.edges.push_back(i == bins ? *highest : start + width * i);
    result.counts.assign(static_cast<std::size_t>(bins), 0);
    for (double value : values) {
        // Found among the edges that are shown, so that a count never contradicts them.
        const auto right = std::upper_bound(result.edges.begin(), result.edges.end() - 1, value);
        ++result.counts[static_cast<std::size_t>(right - result.edges.begin()) - 1];
    }
    return result;
}

Result<double> resampledMean(std::span<const double> values, const Rng& rng, std::uint64_t resample,
                             const std::stop_token& stop) {
    constexpr std::uint32_t kDrawsBetweenLooks = 1U << 20U; // some 10 ms
    const auto n = static_cast<std::uint32_t>(values.size());
    double sum = 0.0;
    for (std::uint32_t i = 0; i < n; ++i) {
        if (i % kDrawsBetweenLooks == 0 && stop.stop_requested())
            return makeError(ErrorCode::cancelled, "cancelled");
        sum += values[rng.index(n, resample, i)];
    }
    return sum / n;
}

std::pair<double, double> percentileInterval(std::span<const double> sortedMeans, double confidence) {
    const double tail = (1.0 - confidence) / 2.0;
    return {quantile(sortedMeans, tail), quantile(sortedMeans, 1.0 - tail)};
}

} // namespace vitrine::column_summary
