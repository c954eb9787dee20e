#include "plugins/pathboost/compute/path_finder.h"

#include <algorithm>

namespace vitrine::pathboost {

PathFinder::PathFinder(const GraphSet& graphs, const std::string& labelAttribute) : m_adjacency(graphs.topology) {
    m_labelOfNode.assign(static_cast<std::size_t>(m_adjacency.nodeCount()), -1);
    if (const Column* column = graphs.nodes.find(labelAttribute)) {
        m_labels = LabelDictionary::fromColumn(*column);
        m_labelOfNode = m_labels.codes(*column);
    }
}

std::vector<std::vector<std::int32_t>> PathFinder::occurrences(std::int32_t graph, const std::string& key,
                                                               std::size_t maximum) const {
    const auto labels = splitPathKey(key);
    if (!labels || graph < 0 || graph >= graphCount())
        return {};
    std::vector<std::int32_t> path;
    for (const std::string& label : *labels)
        path.push_back(m_labels.code(label));
    if (std::find(path.begin(), path.end(), -1) != path.end())
        return {};
    return pathOccurrences(m_adjacency, m_labelOfNode, graph, path, maximum);
}

} // namespace vitrine::pathboost
