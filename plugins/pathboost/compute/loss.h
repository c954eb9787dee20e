#pragma once

#include <cstdint>
#include <span>

namespace vitrine::pathboost {

/// What a model predicts: a number, or the probability of the positive one of two classes.
enum class Task { regression, classification };

/// Errors of one set of predictions; NaN when there is nothing to compare. Predictions of a classification are log-odds
/// F, truths are 0 and 1.
struct PartError {
    double loss = 0.0; ///< mean squared error; classification: log loss of sigma(F)
    double miss = 0.0; ///< mean absolute error; classification: share of wrong classes
    std::int64_t n = 0;
    std::int64_t positives = 0;     ///< classification: graphs of class 1
    std::int64_t truePositives = 0; ///< of these predicted as 1

    /// (recall of class 1 + recall of class 0)/2; NaN without both classes.
    double balancedAccuracy() const;
};

/// sigma(F) = 1 / (1 + exp(-F)).
double probability(double logOdds);

/// Pairs in which either number is NaN are left out. The log loss clips probabilities to [2.2e-16, 1 - 2.2e-16]; the
/// class is 1 when F >= 0.
/// @source sections 5 and 9 of the PathBoost specification
PartError partError(Task task, std::span<const double> prediction, std::span<const double> truth);

} // namespace vitrine::pathboost
