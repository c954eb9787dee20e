#include "plugins/pathboost/compute/evaluation.h"

#include "core/base/parallel_for.h"
#include "core/base/rng.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::pathboost {

namespace {

// Sums from which the measures follow. Truths are shifted by a constant, so that squares do not cancel.
struct Sums {
    double n = 0.0;
    double truth = 0.0;
    double truthSquares = 0.0;
    double errorSquares = 0.0;
    double errors = 0.0;

    void add(double shifted, double error) {
        n += 1.0;
        truth += shifted;
        truthSquares += shifted * shifted;
        errorSquares += error * error;
        errors += std::abs(error);
    }
    Quality quality() const {
        const double deviations = truthSquares - truth * truth / n;
        constexpr double kRounding = 1e-12; // of sums of equal truths
        const double r2 = deviations > kRounding * truthSquares ? 1.0 - errorSquares / deviations
                                                                : std::numeric_limits<double>::quiet_NaN();
        return {std::sqrt(errorSquares / n), errors / n, r2, static_cast<std::int64_t>(n)};
    }
};

struct Pairs {
    std::vector<double> truth; // minus the mean of all
    std::vector<double> error;
};

Pairs comparable(std::span<const double> prediction, std::span<const double> truth) {
    Pairs pairs;
    double sum = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (std::isnan(prediction[i]) || std::isnan(truth[i]))
            continue;
        pairs.truth.push_back(truth[i]);
        pairs.error.push_back(truth[i] - prediction[i]);
        sum += truth[i];
    }
    const double mean = sum / static_cast<double>(pairs.truth.size());
    for (double& value : pairs.truth)
        value -= mean;
    return pairs;
}

} // namespace

std::pair<double, double> percentileInterval(std::vector<double> values, double lower, double upper) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty())
        return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    std::sort(values.begin(), values.end());
    const auto quantile = [&](double share) {
        const double place = share * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
    };
    return {quantile(lower), quantile(upper)};
}

Quality quality(std::span<const double> prediction, std::span<const double> truth) {
    const Pairs pairs = comparable(prediction, truth);
    Sums sums;
    for (std::size_t i = 0; i < pairs.truth.size(); ++i)
        sums.add(pairs.truth[i], pairs.error[i]);
    return sums.quality();
}

Result<QualityIntervals> bootstrapQuality(std::span<const double> prediction, std::span<const double> truth,
                                          std::uint64_t seed, std::size_t resamples, int threads,
                                          const std::stop_token& stop) {
    const Pairs pairs = comparable(prediction, truth);
    if (pairs.truth.empty() || pairs.truth.size() > std::numeric_limits<std::int32_t>::max())
        return makeError(ErrorCode::invalidArgument, "the bootstrap has " + std::to_string(pairs.truth.size()) +
                                                         " pairs, expected 1 to 2147483647");
    const auto n = static_cast<std::uint32_t>(pairs.truth.size());
    std::vector<Quality> drawn(resamples);
    parallelFor(resamples, threads, [&](std::size_t i) {
        Sums sums;
        for (std::uint32_t position = 0; position < n && !stop.stop_requested(); ++position) {
            const std::uint32_t pair = rng::index(n, seed, kBootstrapStream, i, position);
            sums.add(pairs.truth[pair], pairs.error[pair]);
        }
        drawn[i] = sums.quality();
    });
    if (stop.stop_requested())
        return makeError(ErrorCode::cancelled, "cancelled");
    std::vector<double> rmse;
    std::vector<double> mae;
    std::vector<double> r2;
    for (const Quality& one : drawn) {
        rmse.push_back(one.rmse);
        mae.push_back(one.mae);
        r2.push_back(one.r2);
    }
    return QualityIntervals{percentileInterval(std::move(rmse), 0.025, 0.975),
                            percentileInterval(std::move(mae), 0.025, 0.975),
                            percentileInterval(std::move(r2), 0.025, 0.975)};
}

} // namespace vitrine::pathboost
