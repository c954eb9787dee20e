#include "plugins/pathboost/compute/loss.h"

#include <algorithm>
#include <cmath>

namespace vitrine::pathboost {

namespace {

constexpr double kClip = 2.2e-16;

double logLoss(double logOdds, double truth) {
    const double p = std::clamp(probability(logOdds), kClip, 1.0 - kClip);
    return -(truth * std::log(p) + (1.0 - truth) * std::log(1.0 - p));
}

} // namespace

double probability(double logOdds) {
    return 1.0 / (1.0 + std::exp(-logOdds));
}

double PartError::balancedAccuracy() const {
    const auto wrong = static_cast<std::int64_t>(std::llround(miss * static_cast<double>(n)));
    const std::int64_t negatives = n - positives;
    const std::int64_t trueNegatives = negatives - (wrong - (positives - truePositives));
    return (static_cast<double>(truePositives) / static_cast<double>(positives) +
            static_cast<double>(trueNegatives) / static_cast<double>(negatives)) /
           2.0;
}

PartError partError(Task task, std::span<const double> prediction, std::span<const double> truth) {
    PartError error;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const double difference = truth[i] - prediction[i];
        if (std::isnan(difference))
            continue;
        ++error.n;
        if (task == Task::regression) {
            error.loss += difference * difference;
            error.miss += std::abs(difference);
        } else {
            error.loss += logLoss(prediction[i], truth[i]);
            const bool positive = truth[i] >= 0.5;
            const bool predicted = prediction[i] >= 0.0;
            error.miss += predicted == positive ? 0.0 : 1.0;
            error.positives += positive ? 1 : 0;
            error.truePositives += positive && predicted ? 1 : 0;
        }
    }
    error.loss /= static_cast<double>(error.n); // NaN when there is none
    error.miss /= static_cast<double>(error.n);
    return error;
}

} // namespace vitrine::pathboost
