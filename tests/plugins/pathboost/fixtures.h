#pragma once

#include "core/values/graph_set.h"
#include "plugins/pathboost/compute/fit.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace vitrine::pathboost::test {

/// tests/data/<name> as JSON; the test ends when it is missing.
nlohmann::json readJson(const std::string& name);

/// tests/data/graphs/<name> (graphset-1) with the target as graph column "y".
GraphSet readGraphs(const std::string& name, const std::string& labelAttribute);

/// MUTAG with node columns label and degree, edge column bond, graph column y (1 for the class 1, else 0).
GraphSet mutagGraphs();

/// Graphs of tiny_case.json by name, in the given order; every attribute met becomes a column with missing cells.
GraphSet tinyGraphs(const nlohmann::json& fixture, const std::vector<std::string>& names);

/// Rows of one entry of splits.json.
std::vector<std::int32_t> splitRows(const std::string& dataset, const std::string& part);

/// The input of the runs of a molecular data set: all anchors of the training rows, train and test part.
FitInput moleculeInput(const GraphSet& graphs, const std::string& dataset);

std::vector<double> targetOf(const GraphSet& graphs);

/// "(6, 8)" as the reference prints a path, and back.
std::string referenceName(const std::vector<std::string>& labels);
std::string referenceName(const PathBoostModel& model, const std::vector<std::int32_t>& path);

/// |a - b| <= relative * max(|a|, |b|) + absolute, both NaN counts as equal.
bool close(double a, double b, double relative, double absolute = 1e-12);

} // namespace vitrine::pathboost::test
