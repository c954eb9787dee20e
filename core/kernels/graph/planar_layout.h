#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace vitrine {

struct PlanePoint {
    double x = 0.0;
    double y = 0.0;
};

/// Places the nodes of one graph in the plane, so that neighbours stand about one unit apart and distances follow the
/// number of steps between nodes. Components are laid out by themselves and set side by side. The same graph gives the
/// same bytes; no random numbers are used.
/// @param nodeCount  n >= 0.
/// @param edges      pairs of node positions in [0, n); loops and doubles do no harm; direction is ignored.
/// @return n points, units of one edge; after a stop request what was reached so far.
/// @cost  O(k (n + m)) for k = min(n, 40) pivots; components of up to 400 nodes add 60 sweeps of O(n^2).
/// @source Pivot MDS (Brandes, Pich 2007) for the start, stress majorization (Gansner, Koren, North 2004) to finish.
std::vector<PlanePoint> planarLayout(std::size_t nodeCount,
                                     std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                                     std::stop_token stop = {});

} // namespace vitrine
