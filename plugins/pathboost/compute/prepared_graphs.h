#pragma once

#include "core/kernels/graph/path_index.h"
#include "plugins/pathboost/compute/graph_data.h"

#include <memory>
#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Graphs with their path index, ready for any number of fits: anchors, folds, grid candidates and resamples share it.
/// The index grows as paths are asked for, from any thread. The graph set need not outlive it.
struct PreparedGraphs {
    Scheme scheme;
    GraphData data;
    std::unique_ptr<PathIndex> index;
    std::vector<std::string> warnings;

    /// Forecast for the whole life of the index with paths of usual length, not what it holds now.
    std::int64_t memoryBytes() const;
};

/// @param parity  see makeScheme() @param maximumOccurrences  12 bytes each
/// @errors invalid_argument: no such label attribute; out_of_range: 2^31 nodes or edges or more
Result<std::shared_ptr<const PreparedGraphs>> prepareForFits(const GraphSet& graphs, const std::string& labelAttribute,
                                                             bool parity, std::int64_t maximumOccurrences);

} // namespace vitrine::pathboost
