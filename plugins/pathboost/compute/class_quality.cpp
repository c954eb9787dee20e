#include "plugins/pathboost/compute/class_quality.h"

#include "core/base/parallel_for.h"
#include "core/base/rng.h"
#include "plugins/pathboost/compute/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace vitrine::pathboost {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Pair {
    double probability = 0.0;
    bool positive = false;
    double loss = 0.0;
    std::size_t place = 0; // among the comparable pairs, in the order given
};

// By falling probability, so that one pass ranks them.
std::vector<Pair> comparable(std::span<const double> probability, std::span<const double> truth) {
    constexpr double kClip = 2.2e-16;
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (std::isnan(probability[i]) || std::isnan(truth[i]))
            continue;
        const bool positive = truth[i] >= 0.5;
        const double p = std::clamp(probability[i], kClip, 1.0 - kClip);
        pairs.push_back({probability[i], positive, -std::log(positive ? p : 1.0 - p), pairs.size()});
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.probability > b.probability; });
    return pairs;
}

double share(double part, double whole) {
    return whole > 0.0 ? part / whole : kNaN;
}

// weightOf(pair) says how often a pair counts.
template <class WeightOf>
ClassQuality measure(const std::vector<Pair>& pairs, WeightOf&& weightOf) {
    double positives = 0.0, negatives = 0.0, truePositives = 0.0, trueNegatives = 0.0, loss = 0.0;
    double wins = 0.0; // pairs of a positive and a negative in the right order, ties half
    for (std::size_t first = 0; first < pairs.size();) {
        double tiedPositives = 0.0, tiedNegatives = 0.0;
        std::size_t end = first;
        for (; end < pairs.size() && pairs[end].probability == pairs[first].probability; ++end) {
            const double weight = weightOf(pairs[end]);
            (pairs[end].positive ? tiedPositives : tiedNegatives) += weight;
            loss += weight * pairs[end].loss;
        }
        wins += tiedNegatives * (positives + tiedPositives / 2.0);
        positives += tiedPositives;
        negatives += tiedNegatives;
        (pairs[first].probability >= 0.5 ? truePositives : trueNegatives) +=
            pairs[first].probability >= 0.5 ? tiedPositives : tiedNegatives;
        first = end;
    }
    const double n = positives + negatives;
    const double recall = share(truePositives, positives);
    const double falsePositives = negatives - trueNegatives;
    ClassQuality quality;
    quality.n = static_cast<std::int64_t>(n);
    quality.values = {share(truePositives + trueNegatives, n),
                      (recall + share(trueNegatives, negatives)) / 2.0,
                      share(wins, positives * negatives),
                      share(2.0 * truePositives, truePositives + positives + falsePositives),
                      recall,
                      share(loss, n)};
    return quality;
}

} // namespace

ClassQuality classQuality(std::span<const double> probability, std::span<const double> truth) {
    return measure(comparable(probability, truth), [](const Pair&) { return 1.0; });
}

Result<ClassIntervals> bootstrapClasses(std::span<const double> probability, std::span<const double> truth,
                                        std::uint64_t seed, std::size_t resamples, int threads,
                                        const std::stop_token& stop) {
    const std::vector<Pair> pairs = comparable(probability, truth);
    if (pairs.empty() || pairs.size() > std::numeric_limits<std::int32_t>::max())
        return makeError(ErrorCode::invalidArgument,
                         "the bootstrap has " + std::to_string(pairs.size()) + " pairs, expected 1 to 2147483647");
    const auto n = static_cast<std::uint32_t>(pairs.size());
    std::vector<ClassQuality> drawn(resamples);
    parallelFor(resamples, threads, [&](std::size_t i) {
        std::vector<std::uint32_t> times(n, 0);
        for (std::uint32_t position = 0; position < n && !stop.stop_requested(); ++position)
            ++times[rng::index(n, seed, kBootstrapStream, i, position)];
        drawn[i] = measure(pairs, [&](const Pair& pair) { return static_cast<double>(times[pair.place]); });
    });
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "cancelled");
    ClassIntervals intervals;
    for (std::size_t k = 0; k < kClassMeasures; ++k) {
        std::vector<double> values;
        for (const ClassQuality& one : drawn)
            values.push_back(one.values[k]);
        intervals[k] = percentileInterval(std::move(values), 0.025, 0.975);
    }
    return intervals;
}

} // namespace vitrine::pathboost
