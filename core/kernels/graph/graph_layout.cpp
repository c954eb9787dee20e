#include "core/kernels/graph/graph_layout.h"

#include "core/kernels/graph/component_layout.h"
#include "core/kernels/graph/planar_layout.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {
namespace {

constexpr double kTileGap = 1.5; // edge lengths between components
constexpr double kCell = 8.0;    // bytes of a number

/// Components, the largest first, equal ones in file order; each lists its nodes in file order.
std::vector<std::vector<std::int32_t>> componentsOf(std::size_t nodeCount, std::span<const NodePair> edges) {
    std::vector<std::int32_t> root(nodeCount);
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&root](std::int32_t node) {
        while (root[static_cast<std::size_t>(node)] != node) {
            auto& above = root[static_cast<std::size_t>(node)];
            above = root[static_cast<std::size_t>(above)];
            node = above;
        }
        return node;
    };
    for (const auto& [from, to] : edges) {
        const std::int32_t a = find(from), b = find(to);
        root[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
    std::vector<std::vector<std::int32_t>> byRoot(nodeCount);
    for (std::size_t node = 0; node < nodeCount; ++node)
        byRoot[static_cast<std::size_t>(find(static_cast<std::int32_t>(node)))].push_back(
            static_cast<std::int32_t>(node));
    std::erase_if(byRoot, [](const auto& nodes) { return nodes.empty(); });
    std::stable_sort(byRoot.begin(), byRoot.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    return byRoot;
}

/// The components as graphs of their own, without loops.
std::vector<ConnectedGraph> split(std::size_t nodeCount, std::span<const NodePair> edges,
                                  const std::vector<std::vector<std::int32_t>>& components) {
    std::vector<std::int32_t> componentOf(nodeCount), placeOf(nodeCount);
    std::vector<ConnectedGraph> graphs(components.size());
    for (std::size_t c = 0; c < components.size(); ++c) {
        graphs[c].nodeCount = components[c].size();
        for (std::size_t i = 0; i < components[c].size(); ++i) {
            componentOf[static_cast<std::size_t>(components[c][i])] = static_cast<std::int32_t>(c);
            placeOf[static_cast<std::size_t>(components[c][i])] = static_cast<std::int32_t>(i);
        }
    }
    for (const auto& [from, to] : edges)
        if (from != to)
            graphs[static_cast<std::size_t>(componentOf[static_cast<std::size_t>(from)])].edges.emplace_back(
                placeOf[static_cast<std::size_t>(from)], placeOf[static_cast<std::size_t>(to)]);
    return graphs;
}

/// Where a tree begins: the source with the most ways out if edges have a direction that any node only sends along,
/// else the node with the most neighbours.
std::int32_t rootOf(const ConnectedGraph& graph) {
    std::vector<int> out(graph.nodeCount, 0), in(graph.nodeCount, 0);
    for (const auto& [from, to] : graph.edges) {
        ++out[static_cast<std::size_t>(from)];
        ++in[static_cast<std::size_t>(to)];
    }
    const bool isTree = graph.edges.size() + 1 == graph.nodeCount;
    std::size_t best = 0;
    const auto rank = [&](std::size_t node) { return std::pair(isTree && in[node] == 0, out[node] + in[node]); };
    for (std::size_t node = 1; node < graph.nodeCount; ++node)
        if (rank(node) > rank(best))
            best = node;
    return static_cast<std::int32_t>(best);
}

/// Levels of a tree from the root; igraph's layout goes one call deeper for each.
int levelsFrom(const ConnectedGraph& graph, std::int32_t root) {
    std::vector<std::vector<std::int32_t>> next(graph.nodeCount);
    for (const auto& [from, to] : graph.edges) {
        next[static_cast<std::size_t>(from)].push_back(to);
        next[static_cast<std::size_t>(to)].push_back(from);
    }
    std::vector<int> level(graph.nodeCount, 0);
    level[static_cast<std::size_t>(root)] = 1;
    std::vector<std::int32_t> queue{root};
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (const std::int32_t node : next[static_cast<std::size_t>(queue[head])])
            if (level[static_cast<std::size_t>(node)] == 0) {
                level[static_cast<std::size_t>(node)] = level[static_cast<std::size_t>(queue[head])] + 1;
                queue.push_back(node);
            }
    return level[static_cast<std::size_t>(queue.back())];
}

/// Scales to a mean edge of one unit; loops are not in there.
void scaleToUnitEdges(const ConnectedGraph& graph, std::vector<SpacePoint>& points) {
    double sum = 0.0;
    for (const auto& [from, to] : graph.edges) {
        const SpacePoint& a = points[static_cast<std::size_t>(from)];
        const SpacePoint& b = points[static_cast<std::size_t>(to)];
        sum += std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
    }
    if (sum <= 0.0)
        return;
    const double scale = static_cast<double>(graph.edges.size()) / sum;
    for (SpacePoint& point : points)
        point = {point.x * scale, point.y * scale, point.z * scale};
}

/// Turns a cloud of points so that it is widest along x and thinnest along z: seen from the front, most of it is seen.
void turnToMainAxes(std::vector<SpacePoint>& points) {
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const SpacePoint& point : points)
        mean += Eigen::Vector3d(point.x, point.y, point.z);
    mean /= static_cast<double>(points.size());
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (const SpacePoint& point : points) {
        const Eigen::Vector3d from = Eigen::Vector3d(point.x, point.y, point.z) - mean;
        spread += from * from.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(spread); // ascending
    if (axes.info() != Eigen::Success)
        return;
    for (SpacePoint& point : points) {
        const Eigen::Vector3d turned =
            axes.eigenvectors().transpose() * (Eigen::Vector3d(point.x, point.y, point.z) - mean);
        point = {turned[2], turned[1], turned[0]};
    }
}

Result<GraphLayout> layoutTree(const ConnectedGraph& graph, int dimensions) {
    const std::int32_t root = rootOf(graph);
    if (const int levels = levelsFrom(graph, root); levels > kMostTreeLevels)
        return makeError(ErrorCode::unsupported, "As a tree this graph would be " + std::to_string(levels) +
                                                     " levels deep; trees are drawn down to " +
                                                     std::to_string(kMostTreeLevels) + " levels");
    return treeByIgraph(graph, dimensions, root);
}

Result<GraphLayout> layoutComponent(const ConnectedGraph& graph, const LayoutRequest& request,
                                    const LayoutWatch& watch) {
    if (graph.nodeCount <= 2) {
        GraphLayout layout;
        layout.points.assign(graph.nodeCount, SpacePoint{});
        layout.points.back().x = graph.nodeCount == 2 ? 1.0 : 0.0;
        return layout;
    }
    switch (request.method) {
    case LayoutMethod::spring:
    case LayoutMethod::kamadaKawai: {
        if (request.method == LayoutMethod::kamadaKawai && graph.nodeCount > kMostKamadaKawaiNodes)
            return makeError(ErrorCode::unsupported, "Kamada-Kawai works on every pair of nodes and is done up to " +
                                                         std::to_string(kMostKamadaKawaiNodes) +
                                                         " connected nodes; here are " +
                                                         std::to_string(graph.nodeCount));
        auto layout = request.method == LayoutMethod::spring
                          ? springByIgraph(graph, request.dimensions, request.seed, watch)
                          : kamadaKawaiByIgraph(graph, request.dimensions, request.seed, watch);
        if (layout && request.dimensions == 3)
            turnToMainAxes(layout->points);
        if (layout)
            scaleToUnitEdges(graph, layout->points);
        return layout;
    }
    case LayoutMethod::tree: return layoutTree(graph, request.dimensions);
    case LayoutMethod::circle: return circleByIgraph(graph, request.dimensions);
    case LayoutMethod::distances: break;
    }
    GraphLayout layout;
    for (const PlanePoint& point : planarLayout(graph.nodeCount, graph.edges, watch.stop))
        layout.points.push_back({point.x, point.y, 0.0});
    layout.complete = !watch.stop.stop_requested();
    layout.iterations = 1;
    return layout;
}

/// Sets components on shelves along x and y, in order, the whole about as wide as high; in space they stand with their
/// middles in one plane.
class Shelves {
public:
    explicit Shelves(double shelfWidth) : m_width(shelfWidth) {}

    void add(std::vector<SpacePoint>& points) {
        SpacePoint low = points.front(), high = low;
        for (const SpacePoint& point : points) {
            low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
        }
        const double width = high.x - low.x;
        if (m_x > 0.0 && m_x + width > m_width) {
            m_y += m_shelfHeight + kTileGap;
            m_x = m_shelfHeight = 0.0;
        }
        for (SpacePoint& point : points)
            point = {point.x - low.x + m_x, point.y - low.y + m_y, point.z - 0.5 * (low.z + high.z)};
        m_x += width + kTileGap;
        m_shelfHeight = std::max(m_shelfHeight, high.y - low.y);
    }

private:
    double m_width;
    double m_x = 0.0, m_y = 0.0, m_shelfHeight = 0.0;
};

double shelfWidthOf(const std::vector<std::vector<SpacePoint>>& tiles) {
    double area = 0.0;
    for (const auto& tile : tiles) {
        const auto [left, right] =
            std::minmax_element(tile.begin(), tile.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
        const auto [top, bottom] =
            std::minmax_element(tile.begin(), tile.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
        area += (right->x - left->x + kTileGap) * (bottom->y - top->y + kTileGap);
    }
    return 1.2 * std::sqrt(area);
}

Result<GraphLayout> layoutWhole(std::size_t nodeCount, std::span<const NodePair> edges, const LayoutRequest& request,
                                const LayoutWatch& watch) {
    // A circle holds all nodes, whatever their components.
    const bool whole = request.method == LayoutMethod::circle;
    std::vector<std::vector<std::int32_t>> components;
    if (whole) {
        components.emplace_back(nodeCount);
        std::iota(components.front().begin(), components.front().end(), 0);
    } else {
        components = componentsOf(nodeCount, edges);
    }
    const std::vector<ConnectedGraph> graphs = split(nodeCount, edges, components);
    GraphLayout result;
    std::vector<std::vector<SpacePoint>> tiles;
    double before = 0.0;
    for (const ConnectedGraph& graph : graphs) {
        const double share = static_cast<double>(graph.nodeCount) / static_cast<double>(nodeCount);
        const LayoutWatch part{[&](double fraction) { watch.progress(before + share * fraction); }, watch.stop};
        auto layout = layoutComponent(graph, request, part);
        if (!layout)
            return layout.error();
        before += share;
        result.iterations += layout->iterations;
        result.complete = result.complete && layout->complete;
        tiles.push_back(std::move(layout->points));
    }
    Shelves shelves(shelfWidthOf(tiles));
    result.points.resize(nodeCount);
    for (std::size_t c = 0; c < tiles.size(); ++c) {
        shelves.add(tiles[c]);
        for (std::size_t i = 0; i < tiles[c].size(); ++i)
            result.points[static_cast<std::size_t>(components[c][i])] = tiles[c][i];
    }
    watch.progress(1.0);
    return result;
}

} // namespace

LayoutForecast forecastLayout(std::size_t nodeCount, std::size_t edgeCount, const LayoutRequest& request) {
    LayoutForecast forecast;
    const double n = static_cast<double>(nodeCount);
    const double m = static_cast<double>(edgeCount);
    forecast.bytes = kCell * (12.0 * n + 8.0 * m);
    if (nodeCount > kMostLayoutNodes || edgeCount > kMostLayoutEdges)
        forecast.refusal = "Graphs of up to " + std::to_string(kMostLayoutNodes) + " nodes and " +
                           std::to_string(kMostLayoutEdges) + " edges are drawn; this one has " +
                           std::to_string(nodeCount) + " and " + std::to_string(edgeCount);
    // Seconds per unit of work, measured on one core of 2023.
    switch (request.method) {
    case LayoutMethod::spring: {
        const bool pairs = request.dimensions == 3 && nodeCount <= kAllPairsNodes;
        forecast.seconds = kSpringIterations * (pairs ? 3e-9 * n * n : 2.8e-7 * (n + 2.0 * m));
        if (request.dimensions == 3 && !pairs)
            forecast.seconds *= 2.0;
        break;
    }
    case LayoutMethod::kamadaKawai:
        forecast.seconds = 1e-8 * 50.0 * n * n;
        forecast.bytes += 3.0 * kCell * n * n;
        break;
    case LayoutMethod::tree:
    case LayoutMethod::circle: forecast.seconds = 2e-6 * (n + m); break;
    case LayoutMethod::distances: forecast.seconds = 4e-7 * (n + 2.0 * m); break;
    }
    return forecast;
}

Result<GraphLayout> layoutGraph(std::size_t nodeCount, std::span<const NodePair> edges, const LayoutRequest& request,
                                const std::function<void(double)>& progress, const std::stop_token& stop) {
    if (request.dimensions != 2 && request.dimensions != 3)
        return makeError(ErrorCode::invalidArgument,
                         "A layout has 2 or 3 dimensions, not " + std::to_string(request.dimensions));
    const auto isNode = [nodeCount](std::int32_t end) { return end >= 0 && static_cast<std::size_t>(end) < nodeCount; };
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (!isNode(edges[i].first) || !isNode(edges[i].second))
            return makeError(ErrorCode::invalidArgument, "Edge " + std::to_string(i) + " joins " +
                                                             std::to_string(edges[i].first) + " and " +
                                                             std::to_string(edges[i].second) + ", but there are " +
                                                             std::to_string(nodeCount) + " nodes");
    if (std::string refusal = forecastLayout(nodeCount, edges.size(), request).refusal; !refusal.empty())
        return makeError(ErrorCode::unsupported, std::move(refusal));
    if (nodeCount == 0)
        return GraphLayout{};
    double told = 0.0;
    const LayoutWatch watch{[&](double fraction) {
                                if (!progress || fraction <= told)
                                    return;
                                told = std::min(fraction, 1.0);
                                progress(told);
                            },
                            stop};
    return layoutWhole(nodeCount, edges, request, watch);
}

} // namespace vitrine
