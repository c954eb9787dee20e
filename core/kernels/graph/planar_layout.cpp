#include "core/kernels/graph/planar_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vitrine {
namespace {

constexpr std::size_t kPivots = 40;
constexpr std::size_t kStressNodes = 400;
constexpr int kStressSweeps = 60;
constexpr int kPowerSteps = 40;
constexpr double kComponentGap = 1.0;

/// Neighbours of each node in compressed rows.
struct Adjacency {
    std::vector<std::size_t> offset;
    std::vector<std::int32_t> neighbour;

    Adjacency(std::size_t nodeCount, std::span<const std::pair<std::int32_t, std::int32_t>> edges)
        : offset(nodeCount + 1, 0) {
        for (const auto& [from, to] : edges) {
            ++offset[static_cast<std::size_t>(from) + 1];
            ++offset[static_cast<std::size_t>(to) + 1];
        }
        for (std::size_t i = 1; i <= nodeCount; ++i)
            offset[i] += offset[i - 1];
        neighbour.resize(offset.back());
        std::vector<std::size_t> next(offset.begin(), offset.end() - 1);
        for (const auto& [from, to] : edges) {
            neighbour[next[static_cast<std::size_t>(from)]++] = to;
            neighbour[next[static_cast<std::size_t>(to)]++] = from;
        }
    }

    std::span<const std::int32_t> of(std::int32_t node) const {
        const auto index = static_cast<std::size_t>(node);
        return std::span(neighbour).subspan(offset[index], offset[index + 1] - offset[index]);
    }
};

/// Steps from `start` to every node it reaches, -1 elsewhere; `order` receives the nodes as they are met.
void breadthFirst(const Adjacency& graph, std::int32_t start, std::vector<std::int32_t>& steps,
                  std::vector<std::int32_t>& order) {
    order.assign(1, start);
    steps[static_cast<std::size_t>(start)] = 0;
    for (std::size_t head = 0; head < order.size(); ++head) {
        const std::int32_t node = order[head];
        for (const std::int32_t next : graph.of(node)) {
            if (steps[static_cast<std::size_t>(next)] >= 0)
                continue;
            steps[static_cast<std::size_t>(next)] = steps[static_cast<std::size_t>(node)] + 1;
            order.push_back(next);
        }
    }
}

/// Distances in steps from up to `pivotCount` far-apart nodes of one component, row by row.
std::vector<std::vector<double>> pivotDistances(const Adjacency& graph, const std::vector<std::int32_t>& component,
                                                std::size_t pivotCount, std::vector<std::int32_t>& steps,
                                                const std::stop_token& stop) {
    const std::size_t n = component.size();
    std::vector<std::vector<double>> rows;
    std::vector<double> nearest(n, std::numeric_limits<double>::max());
    std::vector<std::int32_t> order;
    std::size_t pivot = 0;
    while (rows.size() < pivotCount) {
        for (const std::int32_t node : component)
            steps[static_cast<std::size_t>(node)] = -1;
        breadthFirst(graph, component[pivot], steps, order);
        std::vector<double>& row = rows.emplace_back(n);
        for (std::size_t i = 0; i < n; ++i) {
            row[i] = steps[static_cast<std::size_t>(component[i])];
            nearest[i] = std::min(nearest[i], row[i]);
        }
        pivot = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
        if (nearest[pivot] == 0.0 || stop.stop_requested())
            break;
    }
    return rows;
}

/// Leading eigenvector of the small symmetric matrix, orthogonal to `without` if that is not empty.
std::vector<double> leadingVector(const std::vector<std::vector<double>>& matrix, const std::vector<double>& without) {
    const std::size_t k = matrix.size();
    std::vector<double> vector(k);
    for (std::size_t i = 0; i < k; ++i)
        vector[i] = 1.0 / (1.0 + static_cast<double>(i)) + (without.empty() ? 0.0 : static_cast<double>(i % 2));
    for (int step = 0; step < kPowerSteps; ++step) {
        std::vector<double> next(k, 0.0);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < k; ++j)
                next[i] += matrix[i][j] * vector[j];
        double shadow = 0.0;
        for (std::size_t i = 0; i < k && !without.empty(); ++i)
            shadow += next[i] * without[i];
        double norm = 0.0;
        for (std::size_t i = 0; i < k; ++i) {
            next[i] -= without.empty() ? 0.0 : shadow * without[i];
            norm += next[i] * next[i];
        }
        if (norm < 1e-18)
            return std::vector<double>(k, 0.0);
        for (double& value : next)
            value /= std::sqrt(norm);
        vector = std::move(next);
    }
    return vector;
}

/// Start positions: the two leading directions of the doubly centred squared distances to the pivots.
std::vector<PlanePoint> pivotStart(std::vector<std::vector<double>> distance) {
    const std::size_t k = distance.size();
    const std::size_t n = distance.front().size();
    std::vector<double> columnMean(n, 0.0);
    double mean = 0.0;
    for (auto& row : distance) {
        for (std::size_t i = 0; i < n; ++i) {
            row[i] *= row[i];
            columnMean[i] += row[i] / static_cast<double>(k);
            mean += row[i] / static_cast<double>(k * n);
        }
    }
    for (auto& row : distance) {
        double rowMean = 0.0;
        for (const double value : row)
            rowMean += value / static_cast<double>(n);
        for (std::size_t i = 0; i < n; ++i)
            row[i] = -0.5 * (row[i] - rowMean - columnMean[i] + mean);
    }
    std::vector<std::vector<double>> gram(k, std::vector<double>(k, 0.0));
    for (std::size_t a = 0; a < k; ++a)
        for (std::size_t b = 0; b < k; ++b)
            for (std::size_t i = 0; i < n; ++i)
                gram[a][b] += distance[a][i] * distance[b][i];
    const std::vector<double> first = leadingVector(gram, {});
    const std::vector<double> second = leadingVector(gram, first);
    std::vector<PlanePoint> points(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t a = 0; a < k; ++a) {
            points[i].x += first[a] * distance[a][i];
            points[i].y += second[a] * distance[a][i];
        }
    return points;
}

/// Scales the start to unit edges and moves nodes that share a place (leaves of one neighbour) a little apart.
void spread(std::vector<PlanePoint>& points, const std::vector<std::int32_t>& component, const Adjacency& graph,
            const std::vector<std::size_t>& placeOf) {
    double length = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (const std::int32_t next : graph.of(component[i])) {
            const PlanePoint& other = points[placeOf[static_cast<std::size_t>(next)]];
            length += std::hypot(points[i].x - other.x, points[i].y - other.y);
            ++count;
        }
    const double scale = length > 1e-12 ? static_cast<double>(count) / length : 1.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double angle = static_cast<double>(i) * std::numbers::pi * (3.0 - std::sqrt(5.0));
        points[i].x = points[i].x * scale + 0.1 * std::cos(angle);
        points[i].y = points[i].y * scale + 0.1 * std::sin(angle);
    }
}

/// One localized sweep of stress majorization: every node moves to the weighted mean of where the others want it.
void stressSweep(std::vector<PlanePoint>& points, const std::vector<std::vector<double>>& distance) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        double x = 0.0, y = 0.0, total = 0.0;
        for (std::size_t j = 0; j < points.size(); ++j) {
            if (i == j || distance[i][j] <= 0.0)
                continue;
            const double weight = 1.0 / (distance[i][j] * distance[i][j]);
            const double dx = points[i].x - points[j].x;
            const double dy = points[i].y - points[j].y;
            const double pull = distance[i][j] / std::max(std::hypot(dx, dy), 1e-9);
            x += weight * (points[j].x + dx * pull);
            y += weight * (points[j].y + dy * pull);
            total += weight;
        }
        if (total > 0.0)
            points[i] = {x / total, y / total};
    }
}

std::vector<PlanePoint> layoutComponent(const Adjacency& graph, const std::vector<std::int32_t>& component,
                                        std::vector<std::int32_t>& steps, std::vector<std::size_t>& placeOf,
                                        const std::stop_token& stop) {
    const std::size_t n = component.size();
    if (n == 1)
        return {PlanePoint{}};
    for (std::size_t i = 0; i < n; ++i)
        placeOf[static_cast<std::size_t>(component[i])] = i;
    std::vector<PlanePoint> points = pivotStart(pivotDistances(graph, component, std::min(n, kPivots), steps, stop));
    spread(points, component, graph, placeOf);
    if (n > kStressNodes || stop.stop_requested())
        return points;
    std::vector<std::vector<double>> all(n, std::vector<double>(n));
    std::vector<std::int32_t> order;
    for (std::size_t i = 0; i < n; ++i) {
        for (const std::int32_t node : component)
            steps[static_cast<std::size_t>(node)] = -1;
        breadthFirst(graph, component[i], steps, order);
        for (std::size_t j = 0; j < n; ++j)
            all[i][j] = steps[static_cast<std::size_t>(component[j])];
    }
    for (int sweep = 0; sweep < kStressSweeps && !stop.stop_requested(); ++sweep)
        stressSweep(points, all);
    return points;
}

/// One component with its own origin, and the room it takes.
struct Tile {
    std::vector<std::int32_t> nodes;
    std::vector<PlanePoint> points; ///< from (0, 0) to (width, height)
    double width = 0.0;
    double height = 0.0;
};

Tile makeTile(std::vector<std::int32_t> nodes, std::vector<PlanePoint> points) {
    PlanePoint low = points.front(), high = points.front();
    for (const PlanePoint& point : points) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    for (PlanePoint& point : points)
        point = {point.x - low.x, point.y - low.y};
    return {std::move(nodes), std::move(points), high.x - low.x, high.y - low.y};
}

/// Sets the tiles on shelves, in order, so that the whole is about as wide as high.
std::vector<PlanePoint> packTiles(const std::vector<Tile>& tiles, std::size_t nodeCount) {
    double area = 0.0;
    for (const Tile& tile : tiles)
        area += (tile.width + kComponentGap) * (tile.height + kComponentGap);
    const double shelfWidth = std::sqrt(area) * 1.2;
    std::vector<PlanePoint> result(nodeCount);
    double x = 0.0, y = 0.0, shelfHeight = 0.0;
    for (const Tile& tile : tiles) {
        if (x > 0.0 && x + tile.width > shelfWidth) {
            y += shelfHeight + kComponentGap;
            x = shelfHeight = 0.0;
        }
        for (std::size_t i = 0; i < tile.nodes.size(); ++i)
            result[static_cast<std::size_t>(tile.nodes[i])] = {x + tile.points[i].x, y + tile.points[i].y};
        x += tile.width + kComponentGap;
        shelfHeight = std::max(shelfHeight, tile.height);
    }
    return result;
}

} // namespace

std::vector<PlanePoint> planarLayout(std::size_t nodeCount,
                                     std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                                     std::stop_token stop) {
    const Adjacency graph(nodeCount, edges);
    std::vector<std::int32_t> steps(nodeCount, -1);
    std::vector<std::size_t> placeOf(nodeCount, 0);
    std::vector<Tile> tiles;
    for (std::size_t node = 0; node < nodeCount; ++node) {
        if (steps[node] >= 0)
            continue;
        std::vector<std::int32_t> component;
        breadthFirst(graph, static_cast<std::int32_t>(node), steps, component);
        std::vector<PlanePoint> points = layoutComponent(graph, component, steps, placeOf, stop);
        tiles.push_back(makeTile(std::move(component), std::move(points)));
    }
    return packTiles(tiles, nodeCount);
}

} // namespace vitrine
