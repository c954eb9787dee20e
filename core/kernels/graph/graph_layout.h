#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace vitrine {

struct SpacePoint {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    friend bool operator==(const SpacePoint&, const SpacePoint&) = default;
};

using NodePair = std::pair<std::int32_t, std::int32_t>;

enum class LayoutMethod {
    distances,   ///< distances follow the number of steps (see planarLayout); only in the plane
    spring,      ///< neighbours attract, all others repel (Fruchterman-Reingold)
    kamadaKawai, ///< springs between all pairs, as long as the steps between them
    tree,        ///< levels by the steps from a root (Reingold-Tilford); in space a cone
    circle       ///< on a circle, in space on a sphere, in file order
};

struct LayoutRequest {
    LayoutMethod method = LayoutMethod::spring;
    int dimensions = 2; ///< 2 or 3
    std::uint64_t seed = 1;
};

/// What a layout will cost, before it is started.
struct LayoutForecast {
    double seconds = 0.0; ///< one core of this decade, to a factor of three
    double bytes = 0.0;
    std::string refusal; ///< why it is not done, in one sentence; empty: it is
};

struct GraphLayout {
    std::vector<SpacePoint> points; ///< one per node; neighbours stand about one unit apart; z is 0 in the plane
    int iterations = 0;             ///< of the method, over all components
    bool complete = true;           ///< false: stopped before its rule was met
};

constexpr std::size_t kMostLayoutNodes = 200'000;
constexpr std::size_t kMostLayoutEdges = 1'000'000;
constexpr std::size_t kMostKamadaKawaiNodes = 1'000; ///< of one component: it holds three numbers per pair of nodes
constexpr int kMostTreeLevels = 5'000;

LayoutForecast forecastLayout(std::size_t nodeCount, std::size_t edgeCount, const LayoutRequest& request);

/// Places the nodes of one graph in the plane or in space. Components are laid out by themselves and set side by side,
/// the largest first. The same graph, request and seed give the same bytes. Any thread; calls into igraph go one at a
/// time.
/// @param edges     pairs of node positions; loops and doubles do no harm; the direction only chooses the root of a
///                  tree.
/// @param progress  told a growing fraction of 1, on this thread; may be empty.
/// @return the points; after a stop request (seen within 0.3 s at 10,000 nodes) what was reached so far.
/// @errors invalid_argument: an end of an edge is no node, dimensions other than 2 and 3; unsupported: too large, with
///         the number; internal: igraph failed.
/// @cost see forecastLayout. Iterations end when nodes move by less than 1 % of an edge on average, and at 300 (600 for
///       under 300 nodes).
Result<GraphLayout> layoutGraph(std::size_t nodeCount, std::span<const NodePair> edges, const LayoutRequest& request,
                                const std::function<void(double)>& progress = {}, const std::stop_token& stop = {});

} // namespace vitrine
