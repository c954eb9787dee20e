#pragma once

#include "core/values/graph_set.h"
#include "plugins/pathboost/compute/fit.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::pathboost {

/// How the graphs are divided, as the parameter `split` says it.
struct SplitRule {
    enum class Kind { none, fraction, column };
    Kind kind = Kind::none;
    double fraction = 0.0; ///< of the graphs, for the test part
    std::string column;    ///< graph column with train, validation or test
};

/// "none", "fraction:0.2" or "column:NAME". @errors invalid_argument
Result<SplitRule> parseSplitRule(std::string_view text);

/// Parts by rule: train first, then validation and test as far as they have graphs; graphs in ascending order. Graphs
/// without a target belong to no part, unless a column names one. The test part of a fraction is drawn with
/// (seed, stream 95).
/// @param target  one per graph, NaN where missing
/// @errors invalid_argument: no such column, a cell that names no part, no graph left to train on
Result<std::vector<Part>> partsByRule(const SplitRule& rule, const GraphSet& graphs, std::span<const double> target,
                                      std::uint64_t seed);

/// Moves a share of the training part, at least one graph and never all, into a new part "validation" between train and
/// test, drawn with (seed, stream 95, 2^32).
/// @param parts  train first, no validation part @errors invalid_argument: fewer than two training graphs
Result<void> holdOutValidation(std::vector<Part>& parts, double share, std::uint64_t seed);

/// `folds` parts of nearly equal size of the graphs, drawn with (seed, stream 95, repeat + 1); each in ascending order.
/// @pre 2 <= folds <= graphs.size()
std::vector<std::vector<std::int32_t>> drawFolds(std::span<const std::int32_t> graphs, int folds, int repeat,
                                                 std::uint64_t seed);

/// Parts by a table with the columns row (from 0) and part. Graphs it does not name belong to no part.
/// @errors invalid_argument: a column is missing, a row is out of range or named twice, a cell names no part
Result<std::vector<Part>> partsByTable(const Table& table, std::size_t graphCount);

} // namespace vitrine::pathboost
