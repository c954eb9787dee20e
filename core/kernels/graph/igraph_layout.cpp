#include "core/kernels/graph/component_layout.h"
#include "core/kernels/graph/planar_layout.h"

#include "core/base/rng.h"

#include <igraph.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>

namespace vitrine {
namespace {

constexpr std::uint64_t kSeedMask = 0x7fffffff; // igraph takes a positive number
constexpr int kKamadaChunks = 10;
constexpr int kKamadaSteps = 5; // of one node each, times nodes, in one chunk

/// igraph is not thread-safe: its random numbers, its stack of things to free and its handlers are global. Everything
/// of it is called while one of these lives.
class IgraphCall {
public:
    explicit IgraphCall(std::uint64_t seed) : m_lock(mutex()) {
        static std::once_flag handlersSet; // the default one ends the program
        std::call_once(handlersSet, [] {
            igraph_set_error_handler(igraph_error_handler_ignore);
            igraph_set_warning_handler(igraph_warning_handler_ignore);
        });
        igraph_rng_seed(igraph_rng_default(), static_cast<igraph_uint_t>(seed & kSeedMask) + 1);
    }

private:
    static std::mutex& mutex() {
        static std::mutex only;
        return only;
    }
    std::lock_guard<std::mutex> m_lock;
};

Error igraphError(igraph_error_t code) {
    return makeError(ErrorCode::internal, std::string("The layout failed: ") + igraph_strerror(code));
}

/// A graph and the matrix of its places in igraph's form. Made and destroyed within an IgraphCall.
class IgraphGraph {
public:
    IgraphGraph(const ConnectedGraph& graph, int dimensions) : m_dimensions(dimensions) {
        igraph_vector_int_t ends;
        m_status = igraph_vector_int_init(&ends, static_cast<igraph_integer_t>(2 * graph.edges.size()));
        if (m_status != IGRAPH_SUCCESS)
            return;
        for (std::size_t i = 0; i < graph.edges.size(); ++i) {
            VECTOR(ends)[2 * i] = graph.edges[i].first;
            VECTOR(ends)[2 * i + 1] = graph.edges[i].second;
        }
        m_status = igraph_create(&m_graph, &ends, static_cast<igraph_integer_t>(graph.nodeCount), IGRAPH_UNDIRECTED);
        igraph_vector_int_destroy(&ends);
        if (m_status != IGRAPH_SUCCESS)
            return;
        m_hasGraph = true;
        m_status = igraph_matrix_init(&m_places, static_cast<igraph_integer_t>(graph.nodeCount), dimensions);
        m_hasPlaces = m_status == IGRAPH_SUCCESS;
    }
    ~IgraphGraph() {
        if (m_hasPlaces)
            igraph_matrix_destroy(&m_places);
        if (m_hasGraph)
            igraph_destroy(&m_graph);
    }
    IgraphGraph(const IgraphGraph&) = delete;
    IgraphGraph& operator=(const IgraphGraph&) = delete;

    igraph_error_t status() const { return m_status; }
    const igraph_t* graph() const { return &m_graph; }
    igraph_matrix_t* places() { return &m_places; }

    void setPlaces(const std::vector<SpacePoint>& points) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            MATRIX(m_places, i, 0) = points[i].x;
            MATRIX(m_places, i, 1) = points[i].y;
            if (m_dimensions == 3)
                MATRIX(m_places, i, 2) = points[i].z;
        }
    }
    std::vector<SpacePoint> points() const {
        std::vector<SpacePoint> result(static_cast<std::size_t>(igraph_matrix_nrow(&m_places)));
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i] = {MATRIX(m_places, i, 0), MATRIX(m_places, i, 1),
                         igraph_matrix_ncol(&m_places) > 2 ? MATRIX(m_places, i, 2) : 0.0};
        }
        return result;
    }

private:
    int m_dimensions;
    igraph_error_t m_status = IGRAPH_SUCCESS;
    igraph_t m_graph{};
    igraph_matrix_t m_places{};
    bool m_hasGraph = false;
    bool m_hasPlaces = false;
};

/// Runs one call of igraph on the graph, from and to these places.
template <class Call>
Result<std::vector<SpacePoint>> callWith(const ConnectedGraph& graph, int dimensions, std::uint64_t seed,
                                         const std::vector<SpacePoint>& from, Call call) {
    const IgraphCall only(seed);
    IgraphGraph held(graph, dimensions);
    igraph_error_t status = held.status();
    if (status == IGRAPH_SUCCESS) {
        held.setPlaces(from);
        status = call(held.graph(), held.places());
    }
    if (status != IGRAPH_SUCCESS)
        return igraphError(status);
    return held.points();
}

igraph_error_t springSteps(const igraph_t* graph, igraph_matrix_t* places, int dimensions, int steps, double heat) {
    return dimensions == 3
               ? igraph_layout_fruchterman_reingold_3d(graph, places, true, steps, heat, nullptr, nullptr, nullptr,
                                                       nullptr, nullptr, nullptr, nullptr)
               : igraph_layout_fruchterman_reingold(graph, places, true, steps, heat, IGRAPH_LAYOUT_AUTOGRID, nullptr,
                                                    nullptr, nullptr, nullptr, nullptr);
}

/// Where the spring layout of a larger graph starts: its distances, shrunk into the square that igraph's grid covers,
/// and shifted a little by the seed.
std::vector<SpacePoint> springStart(const ConnectedGraph& graph, int dimensions, std::uint64_t seed,
                                    const std::stop_token& stop) {
    std::vector<SpacePoint> start = randomPlaces(graph.nodeCount, dimensions, seed);
    if (graph.nodeCount <= kSmallSpringNodes)
        return start;
    const std::vector<PlanePoint> plane = planarLayout(graph.nodeCount, graph.edges, stop);
    double width = 1.0, height = 1.0;
    for (const PlanePoint& point : plane) {
        width = std::max(width, point.x);
        height = std::max(height, point.y);
    }
    constexpr double kJitter = 0.02;
    const double side = std::sqrt(static_cast<double>(graph.nodeCount));
    const double scale = side / std::max(width, height);
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = {(plane[i].x - 0.5 * width) * scale + kJitter * start[i].x,
                    (plane[i].y - 0.5 * height) * scale + kJitter * start[i].y, 0.25 * start[i].z};
    return start;
}

/// A wide tree of few levels would be a line: its levels move apart.
void spreadLevels(std::vector<SpacePoint>& points) {
    constexpr double kWidest = 3.0; // width over height
    double left = 0.0, right = 0.0, levels = 1.0;
    for (const SpacePoint& point : points) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        levels = std::max(levels, point.y);
    }
    const double apart = std::max(1.0, (right - left) / (kWidest * levels));
    for (SpacePoint& point : points)
        point.y *= apart;
}

} // namespace

std::vector<SpacePoint> randomPlaces(std::size_t nodeCount, int dimensions, std::uint64_t seed) {
    const Rng rng(seed, "graph layout");
    const double count = static_cast<double>(nodeCount);
    const double side = dimensions == 3 ? std::cbrt(count) : std::sqrt(count);
    std::vector<SpacePoint> places(nodeCount);
    for (std::size_t i = 0; i < nodeCount; ++i)
        places[i] = {(rng.u01(i, 0) - 0.5) * side, (rng.u01(i, 1) - 0.5) * side,
                     dimensions == 3 ? (rng.u01(i, 2) - 0.5) * side : 0.0};
    return places;
}

double meanMove(std::span<const SpacePoint> before, std::span<const SpacePoint> after) {
    double sum = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i)
        sum += std::hypot(after[i].x - before[i].x, after[i].y - before[i].y, after[i].z - before[i].z);
    return before.empty() ? 0.0 : sum / static_cast<double>(before.size());
}

Result<GraphLayout> springByIgraph(const ConnectedGraph& graph, int dimensions, std::uint64_t seed,
                                   const LayoutWatch& watch) {
    GraphLayout layout;
    layout.points = springStart(graph, dimensions, seed, watch.stop);
    if (dimensions == 3 && graph.nodeCount > kAllPairsNodes)
        return springInSpace(graph, std::move(layout.points), watch);
    const bool small = graph.nodeCount <= kSmallSpringNodes;
    const double heat = std::sqrt(static_cast<double>(graph.nodeCount)) / (small ? 1.0 : 10.0);
    // Small graphs take one call for the whole schedule; larger ones one call an iteration, so that it can be stopped.
    const int calls = small ? 1 : kSpringIterations;
    const int steps = small ? kSmallSpringIterations : 1;
    for (int call = 0; call < calls; ++call) {
        if (watch.stop.stop_requested()) {
            layout.complete = false;
            break;
        }
        const double left = heat * (1.0 - static_cast<double>(call) / calls);
        auto moved = callWith(graph, dimensions, seed + static_cast<std::uint64_t>(call), layout.points,
                              [&](const igraph_t* held, igraph_matrix_t* places) {
                                  return springSteps(held, places, dimensions, steps, left);
                              });
        if (!moved)
            return moved.error();
        const double move = meanMove(layout.points, *moved);
        layout.points = std::move(*moved);
        layout.iterations += steps;
        watch.progress(static_cast<double>(call + 1) / calls);
        if (move < kSettledMove)
            break;
    }
    return layout;
}

Result<GraphLayout> kamadaKawaiByIgraph(const ConnectedGraph& graph, int dimensions, std::uint64_t seed,
                                        const LayoutWatch& watch) {
    GraphLayout layout;
    layout.points = randomPlaces(graph.nodeCount, dimensions, seed);
    const auto count = static_cast<igraph_integer_t>(graph.nodeCount);
    for (int chunk = 0; chunk < kKamadaChunks; ++chunk) {
        if (watch.stop.stop_requested()) {
            layout.complete = false;
            break;
        }
        auto moved = callWith(graph, dimensions, seed, layout.points, [&](const igraph_t* held, igraph_matrix_t* to) {
            const igraph_integer_t steps = kKamadaSteps * count;
            const auto stiffness = static_cast<igraph_real_t>(count);
            return dimensions == 3 ? igraph_layout_kamada_kawai_3d(held, to, true, steps, 0.0, stiffness, nullptr,
                                                                   nullptr, nullptr, nullptr, nullptr, nullptr, nullptr)
                                   : igraph_layout_kamada_kawai(held, to, true, steps, 0.0, stiffness, nullptr, nullptr,
                                                                nullptr, nullptr, nullptr);
        });
        if (!moved)
            return moved.error();
        const double move = meanMove(layout.points, *moved);
        layout.points = std::move(*moved);
        layout.iterations += kKamadaSteps;
        watch.progress(static_cast<double>(chunk + 1) / kKamadaChunks);
        if (move < kSettledMove / 10.0)
            break;
    }
    return layout;
}

Result<GraphLayout> treeByIgraph(const ConnectedGraph& graph, int dimensions, std::int32_t root) {
    const auto draw = [&](bool circular) {
        return callWith(graph, 2, 0, {}, [&](const igraph_t* held, igraph_matrix_t* to) {
            igraph_vector_int_t roots;
            if (const auto status = igraph_vector_int_init(&roots, 1); status != IGRAPH_SUCCESS)
                return status;
            VECTOR(roots)[0] = root;
            const auto status = circular
                                    ? igraph_layout_reingold_tilford_circular(held, to, IGRAPH_ALL, &roots, nullptr)
                                    : igraph_layout_reingold_tilford(held, to, IGRAPH_ALL, &roots, nullptr);
            igraph_vector_int_destroy(&roots);
            return status;
        });
    };
    auto flat = draw(false);
    if (!flat)
        return flat.error();
    GraphLayout layout;
    layout.iterations = 1;
    layout.points = std::move(*flat);
    if (dimensions < 3) {
        spreadLevels(layout.points);
        return layout;
    }
    auto round = draw(true);
    if (!round)
        return makeError(ErrorCode::internal, round.error().message);
    for (std::size_t i = 0; i < layout.points.size(); ++i)
        layout.points[i] = {(*round)[i].x, layout.points[i].y, (*round)[i].y};
    return layout;
}

Result<GraphLayout> circleByIgraph(const ConnectedGraph& graph, int dimensions) {
    auto round = callWith(graph, dimensions, 0, {}, [&](const igraph_t* held, igraph_matrix_t* to) {
        return dimensions == 3 ? igraph_layout_sphere(held, to) : igraph_layout_circle(held, to, igraph_vss_all());
    });
    if (!round)
        return makeError(ErrorCode::internal, round.error().message);
    // igraph's circle has radius 1; neighbours on it shall stand one unit apart.
    const double count = static_cast<double>(graph.nodeCount);
    const double radius =
        dimensions == 3 ? std::sqrt(count / (4.0 * std::numbers::pi)) : count / (2.0 * std::numbers::pi);
    GraphLayout layout;
    layout.iterations = 1;
    layout.points = std::move(*round);
    for (SpacePoint& point : layout.points)
        point = {point.x * radius, point.y * radius, point.z * radius};
    return layout;
}

} // namespace vitrine
