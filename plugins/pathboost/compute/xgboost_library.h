#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace vitrine::pathboost {

/// Dense features, row-major, NaN is missing.
struct FeatureMatrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> cells;
};

/// XGBoost: 300 rounds, depth 5, rate 0.1, all rows in every round, histogram trees, one thread, so the same
/// data give the same bytes. The library is opened at the first call, so a run without baselines never pays for it.
/// @param train   features of the training rows, at least one row and one column
/// @param target  one finite number per training row; logistic: 0 or 1
/// @param logistic  logistic loss, and probabilities as predictions
/// @param tested  features of the rows to be predicted, as many columns
/// @param done    called with the share of rounds done
/// @return one prediction per row of `tested`
/// @errors unsupported: the library is not installed; invalid_argument: shapes differ; internal: the library's own
///         message; cancelled
Result<std::vector<double>> xgboostPredictions(const FeatureMatrix& train, std::span<const double> target,
                                               const FeatureMatrix& tested, bool logistic, const std::stop_token& stop,
                                               const std::function<void(double)>& done = {});

} // namespace vitrine::pathboost
