#include "core/kernels/graph/component_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kCell = 2.0; // edge lengths; nodes further apart than this do not repel, as in igraph's grid
constexpr std::size_t kNodesBetweenStops = 512;
constexpr int kMostCellsAside = 64;

/// Nodes sorted by the cell they stand in.
class CellGrid {
public:
    explicit CellGrid(const std::vector<SpacePoint>& points) {
        SpacePoint high = m_low = points.front();
        for (const SpacePoint& point : points) {
            m_low = {std::min(m_low.x, point.x), std::min(m_low.y, point.y), std::min(m_low.z, point.z)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
        }
        m_size = {cells(high.x - m_low.x), cells(high.y - m_low.y), cells(high.z - m_low.z)};
        m_first.assign(static_cast<std::size_t>(m_size[0]) * m_size[1] * m_size[2] + 1, 0);
        std::vector<std::size_t> cellOf(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto [x, y, z] = at(points[i]);
            cellOf[i] = index(x, y, z);
            ++m_first[cellOf[i] + 1];
        }
        for (std::size_t cell = 1; cell < m_first.size(); ++cell)
            m_first[cell] += m_first[cell - 1];
        std::vector<std::size_t> next(m_first.begin(), m_first.end() - 1);
        m_nodes.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            m_nodes[next[cellOf[i]]++] = i;
    }

    template <class Visit>
    void visitNear(const SpacePoint& point, Visit visit) const {
        const auto [x, y, z] = at(point);
        for (int cz = std::max(z - 1, 0); cz <= std::min(z + 1, m_size[2] - 1); ++cz)
            for (int cy = std::max(y - 1, 0); cy <= std::min(y + 1, m_size[1] - 1); ++cy) {
                // Cells along x lie side by side, so their nodes are one run.
                const std::size_t from = m_first[index(std::max(x - 1, 0), cy, cz)];
                const std::size_t to = m_first[index(std::min(x + 1, m_size[0] - 1), cy, cz) + 1];
                for (std::size_t i = from; i < to; ++i)
                    visit(m_nodes[i]);
            }
    }

private:
    static int cells(double length) { return std::clamp(static_cast<int>(length / kCell) + 1, 1, kMostCellsAside); }
    int place(double value, double low, int axis) const {
        return std::clamp(static_cast<int>((value - low) / kCell), 0, m_size[static_cast<std::size_t>(axis)] - 1);
    }
    std::array<int, 3> at(const SpacePoint& point) const {
        return {place(point.x, m_low.x, 0), place(point.y, m_low.y, 1), place(point.z, m_low.z, 2)};
    }
    std::size_t index(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * static_cast<std::size_t>(m_size[1]) + static_cast<std::size_t>(y)) *
                   static_cast<std::size_t>(m_size[0]) +
               static_cast<std::size_t>(x);
    }

    SpacePoint m_low;
    std::array<int, 3> m_size{};
    std::vector<std::size_t> m_first; // per cell, the place of its first node in m_nodes
    std::vector<std::size_t> m_nodes;
};

SpacePoint minus(const SpacePoint& a, const SpacePoint& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

void addScaled(SpacePoint& to, const SpacePoint& direction, double factor) {
    to = {to.x + factor * direction.x, to.y + factor * direction.y, to.z + factor * direction.z};
}

/// Forces on all nodes; false when the stop came first.
bool forces(const ConnectedGraph& graph, const std::vector<SpacePoint>& points, std::vector<SpacePoint>& force,
            const std::stop_token& stop) {
    const CellGrid grid(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i % kNodesBetweenStops == 0 && stop.stop_requested())
            return false;
        SpacePoint sum;
        grid.visitNear(points[i], [&](std::size_t other) {
            const SpacePoint gap = minus(points[i], points[other]);
            const double squared = gap.x * gap.x + gap.y * gap.y + gap.z * gap.z;
            if (squared < kCell * kCell && squared > 1e-18)
                addScaled(sum, gap, 1.0 / squared);
        });
        force[i] = sum;
    }
    for (const auto& [from, to] : graph.edges) {
        const auto a = static_cast<std::size_t>(from);
        const auto b = static_cast<std::size_t>(to);
        const SpacePoint gap = minus(points[a], points[b]);
        const double length = std::hypot(gap.x, gap.y, gap.z);
        addScaled(force[a], gap, -length);
        addScaled(force[b], gap, length);
    }
    return true;
}

} // namespace

GraphLayout springInSpace(const ConnectedGraph& graph, std::vector<SpacePoint> start, const LayoutWatch& watch) {
    GraphLayout layout;
    layout.points = std::move(start);
    std::vector<SpacePoint> force(graph.nodeCount);
    const double heat = 0.3 * std::cbrt(static_cast<double>(graph.nodeCount));
    for (int step = 0; step < kSpringIterations; ++step) {
        if (watch.stop.stop_requested() || !forces(graph, layout.points, force, watch.stop)) {
            layout.complete = false;
            break;
        }
        const double longest = heat * (1.0 - static_cast<double>(step) / kSpringIterations);
        double move = 0.0;
        for (std::size_t i = 0; i < layout.points.size(); ++i) {
            const double length = std::hypot(force[i].x, force[i].y, force[i].z);
            const double share = length > longest ? longest / length : 1.0;
            addScaled(layout.points[i], force[i], share);
            move += share * length;
        }
        ++layout.iterations;
        watch.progress(static_cast<double>(step + 1) / kSpringIterations);
        if (move < kSettledMove * static_cast<double>(graph.nodeCount))
            break;
    }
    return layout;
}

} // namespace vitrine
