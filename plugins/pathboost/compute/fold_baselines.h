#pragma once

#include "plugins/pathboost/compute/baselines.h"
#include "plugins/pathboost/compute/cross_validation.h"
#include "plugins/pathboost/compute/grid_tables.h"

#include <functional>
#include <string>
#include <vector>

namespace vitrine::pathboost {

struct FoldBaselines {
    std::vector<FoldsOfModel> models; ///< those that were fitted in every fold
    std::vector<std::string> notes;
};

/// Fits the simple models on the folds of a cross-validation. After a stop the folds done so far count.
/// @param input  without rows @param done  called with the share of the work done and what is being done
FoldBaselines foldBaselines(const BaselineInput& input, const FoldPlan& plan, std::span<const std::int32_t> graphs,
                            int threads, const std::stop_token& stop,
                            const std::function<void(double, const std::string&)>& done = {});

} // namespace vitrine::pathboost
