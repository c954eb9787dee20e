#pragma once

#include "core/values/graph_set.h"
#include "plugins/pathboost/views/path_occurrences.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Graphs that hold a path this many times.
struct OccurrenceBin {
    std::int32_t from = 0;
    std::int32_t to = 0; ///< inclusive; the last bin has no end
    std::string label;   ///< "0", "1–2", "≥ 5"
};

/// 0, 1–2, 3–4, ≥ 5; for a path that mostly occurs more often thirds of the graphs that have it. Without the bins at
/// the end that no graph falls into; never empty.
std::vector<OccurrenceBin> occurrenceBins(const std::vector<std::int32_t>& counts);

/// The graph column that a run predicts: its parameter, else the one that the graphs name; null when it is not there.
const Column* targetOf(const GraphSet& graphs, const nlohmann::json& parameter);

/// Box plots of the target by how often the path occurs, graphs with a known target only. Empty without any.
/// @param counts  of the path in the graphs of the set
std::optional<FigureSpec> occurrenceFigure(const PathGraphs& counts, const GraphSet& graphs, const Column& target);

} // namespace vitrine::pathboost
