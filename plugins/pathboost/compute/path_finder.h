#pragma once

#include "core/kernels/graph/path_walk.h"
#include "plugins/pathboost/compute/labels.h"

#include "core/values/graph_set.h"

#include <string>
#include <vector>

namespace vitrine::pathboost {

/// Finds the occurrences of labelled paths in single graphs, to light them up. Immutable after construction; may be
/// used from several threads.
class PathFinder {
public:
    /// @param labelAttribute  node column; without such a column nothing is ever found
    PathFinder(const GraphSet& graphs, const std::string& labelAttribute);

    std::int32_t graphCount() const { return m_adjacency.graphCount(); }
    /// Node sequences of a path in one graph, positions within the graph.
    /// @param key  as in the outputs, "6-6-17"; unknown labels and malformed keys give no occurrence
    /// @cost   O(nodes * degree^(length - 1)) of the graph
    std::vector<std::vector<std::int32_t>> occurrences(std::int32_t graph, const std::string& key,
                                                       std::size_t maximum = 10'000) const;

private:
    Adjacency m_adjacency;
    LabelDictionary m_labels;
    std::vector<std::int32_t> m_labelOfNode;
};

} // namespace vitrine::pathboost
