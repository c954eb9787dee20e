#pragma once

#include "plugins/pathboost/compute/resampled_importance.h"
#include "plugins/pathboost/compute/result_tables.h"

#include <string>

namespace vitrine::pathboost {

/// Columns path, label, anchor, importance, lower, upper, stability (these three with spreads only), times_chosen,
/// first_iteration, graphs_train, graphs_all, mean_effect; most important path first. `predictions` holds counts and
/// effects.
Table importanceOutput(const PathBoostModel& model, const ImportanceTable& importance,
                       const SetPredictions& predictions, const ImportanceSpreads& spreads = {});

/// The importance in every definition that was measured: columns path, label, definition ("absolute/mse",
/// "relative/mae/shared"), importance, lower, upper, stability (with spreads only), unit; by definition, most important
/// path first. @pre importance is not off
Table importanceDefinitions(const PathBoostModel& model, const ImportanceSpreads& spreads = {});

/// "absolute/mse", "relative/mae/shared".
std::string definitionKey(const ImportanceDefinition& definition);
/// "%" when normalised, else the unit of the error.
std::string importanceUnit(const PathBoostModel& model, const ImportanceDefinition& definition, bool normalized);

} // namespace vitrine::pathboost
