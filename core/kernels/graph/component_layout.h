#pragma once

#include "core/kernels/graph/graph_layout.h"

namespace vitrine {

/// One connected graph to be placed, with nodes counted from 0.
struct ConnectedGraph {
    std::size_t nodeCount = 0;
    std::vector<NodePair> edges;
};

/// How a component is worked on: what is told and asked while it goes on.
struct LayoutWatch {
    std::function<void(double)> progress; ///< fraction of this component; never empty
    std::stop_token stop;
};

/// Random start in a box of one unit a node, a function of the seed and the position of the node alone.
std::vector<SpacePoint> randomPlaces(std::size_t nodeCount, int dimensions, std::uint64_t seed);
/// Mean distance between two sets of places, over `count` nodes.
double meanMove(std::span<const SpacePoint> before, std::span<const SpacePoint> after);

// Methods of igraph. @errors internal: what igraph says
Result<GraphLayout> springByIgraph(const ConnectedGraph& graph, int dimensions, std::uint64_t seed,
                                   const LayoutWatch& watch);
Result<GraphLayout> kamadaKawaiByIgraph(const ConnectedGraph& graph, int dimensions, std::uint64_t seed,
                                        const LayoutWatch& watch);
Result<GraphLayout> treeByIgraph(const ConnectedGraph& graph, int dimensions, std::int32_t root);
Result<GraphLayout> circleByIgraph(const ConnectedGraph& graph, int dimensions);

/// Fruchterman-Reingold in space with repulsion from near nodes only: igraph's own in space looks at every pair.
/// @cost O(m + n k) an iteration, k nodes within two edge lengths.
GraphLayout springInSpace(const ConnectedGraph& graph, std::vector<SpacePoint> start, const LayoutWatch& watch);

/// Nodes from which igraph's spring layout goes on instead of from random places, and in steps that can be stopped.
constexpr std::size_t kSmallSpringNodes = 300;
/// Up to here every pair of nodes repels in space.
constexpr std::size_t kAllPairsNodes = 2'000;
constexpr int kSpringIterations = 300;
constexpr int kSmallSpringIterations = 600;
constexpr double kSettledMove = 0.01; ///< of an edge, per node and iteration

} // namespace vitrine
