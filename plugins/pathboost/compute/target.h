#pragma once

#include "core/base/result.h"
#include "core/values/graph_set.h"
#include "plugins/pathboost/compute/loss.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace vitrine::pathboost {

/// What is predicted, one number per graph.
struct Target {
    Task task = Task::regression;
    std::string name;
    std::string unit;                 ///< empty for classes
    std::vector<double> values;       ///< NaN where missing or not finite; classes: 0 and 1
    std::vector<std::string> classes; ///< names of the classes 0 and 1; empty for a regression
};

/// The graph column to be predicted: the parameter, else the one that the graphs name.
/// @errors invalid_argument: "target: ..."; none is named, or it does not exist
Result<const Column*> targetColumn(const GraphSet& graphs, const nlohmann::json& parameter);

/// Numbers or two classes, and not the position in the file.
bool canBeTarget(const Column& column);

/// The column has exactly two different values and they are texts, truth values or whole numbers.
bool hasTwoClasses(const Column& column);

/// A column as target. `auto` is a classification when the column has two classes.
/// @param task      "auto", "regression" or "classification"
/// @param positive  name of the positive class; null: the larger number, the later text
/// @errors invalid_argument: "target: ...", "task: ..." or "positive_class: ..."
Result<Target> readTarget(const Column& column, const std::string& task, const nlohmann::json& positive);

/// A column as truth for a model with these classes: 0 and 1, NaN for every other value. Empty classes: its numbers.
std::vector<double> truthValues(const Column& column, const std::vector<std::string>& classes);

} // namespace vitrine::pathboost
