#include "core/kernels/graph/path_walk.h"

#include <algorithm>

namespace vitrine {

namespace {

struct Walk {
    const Adjacency& adjacency;
    std::span<const std::int32_t> labels;
    std::span<const std::int32_t> path;
    std::size_t maximum;
    std::int32_t base;
    std::vector<std::int32_t> nodes; // of the walk so far, numbered over all graphs
    std::vector<std::vector<std::int32_t>> found;

    void visit(std::int32_t node) {
        if (found.size() >= maximum || labels[static_cast<std::size_t>(node)] != path[nodes.size()] ||
            std::find(nodes.begin(), nodes.end(), node) != nodes.end())
            return;
        nodes.push_back(node);
        if (nodes.size() == path.size()) {
            auto& positions = found.emplace_back(nodes);
            for (std::int32_t& position : positions)
                position -= base;
        } else {
            for (const AdjacencySlot& slot : adjacency.neighbours(node))
                visit(slot.node);
        }
        nodes.pop_back();
    }
};

} // namespace

std::vector<std::vector<std::int32_t>> pathOccurrences(const Adjacency& adjacency, std::span<const std::int32_t> labels,
                                                       std::int32_t graph, std::span<const std::int32_t> path,
                                                       std::size_t maximum) {
    if (path.empty())
        return {};
    Walk walk{adjacency, labels, path, maximum, adjacency.firstNode(graph), {}, {}};
    for (std::int32_t node = adjacency.firstNode(graph); node < adjacency.firstNode(graph + 1); ++node)
        walk.visit(node);
    return std::move(walk.found);
}

} // namespace vitrine
