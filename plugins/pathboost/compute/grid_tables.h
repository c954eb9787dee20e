#pragma once

#include "core/values/scalars.h"
#include "core/values/table.h"
#include "plugins/pathboost/compute/cross_validation.h"
#include "plugins/pathboost/compute/metrics.h"

#include <span>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Columns candidate, learning_rate, max_path_length, tree_depth, n_iter, repeat, fold, rmse, mae, r2 (of classes:
/// log_loss, accuracy, balanced_accuracy), n.
Table foldsTable(std::span<const FoldError> errors, std::span<const Candidate> candidates, Task task,
                 const std::string& unit);

/// Columns candidate, learning_rate, max_path_length, tree_depth, n_iter, rmse, rmse_sd, mae, mae_sd, r2, r2_sd (of
/// classes the measures of foldsTable()), folds; by candidate.
Table gridTable(std::span<const CandidateSummary> summaries, std::span<const Candidate> candidates, Task task,
                const std::string& unit);

/// Best settings and their errors. @param best  candidate
Scalars gridScalars(const CrossValidation& result, std::span<const CandidateSummary> summaries, std::int32_t best,
                    Task task, const std::string& unit, const FoldPlan& plan);

/// One line of the comparison on the same folds.
struct FoldsOfModel {
    std::string label;
    std::int64_t features = 0; ///< of the first fold
    CandidateSummary summary;
};
/// Columns model, rmse, rmse_sd, mae, mae_sd, r2, r2_sd, folds (of classes as gridTable()), features.
Table foldBaselinesTable(std::span<const FoldsOfModel> models, Task task, const std::string& unit);

} // namespace vitrine::pathboost
