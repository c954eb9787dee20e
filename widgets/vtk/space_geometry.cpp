#include "widgets/vtk/space_geometry.h"

#include "core/base/rng.h"
#include "widgets/vtk/space_shapes.h"

#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_set>

namespace vitrine {
namespace {

constexpr double kNodeRadius = 0.16; // edge lengths
constexpr double kTubeRadius = 0.028;
constexpr double kPathRadius = 0.11;
constexpr double kPathTint = 0.6; // over the ground; opaque, because blending is dear and differs between drivers
constexpr double kHaloRoom = 0.06;
constexpr double kFaded = 0.25;    // of a colour that is not in the neighbourhood
constexpr double kLinkInk = 0.45;  // of the text over the ground
constexpr double kMovingPoint = 3; // px
constexpr double kStillPoint = 7;
constexpr double kSmallestPoint = 2;
constexpr std::size_t kRoomyNodes = 20'000; // up to which points have their full size and all are seen moving
constexpr std::size_t kNodesAhead = 3;      // nodes are drawn so many times sooner than edges
constexpr double kScaleSteps = 3.0;         // sizes of nodes and widths of edges are told apart in thirds
constexpr std::size_t kFirstChunk = 1500;   // edges; each chunk doubles what is drawn, up to
constexpr std::size_t kLargestChunk = 100'000;

std::vector<std::int32_t> countedUp(std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Elements by their factor, in steps.
std::map<double, std::vector<std::int32_t>> byFactor(std::span<const std::int32_t> elements,
                                                     const std::vector<float>& factors) {
    std::map<double, std::vector<std::int32_t>> groups;
    if (factors.empty()) {
        groups.emplace(1.0, std::vector<std::int32_t>(elements.begin(), elements.end()));
        return groups;
    }
    for (const std::int32_t element : elements) {
        const auto at = static_cast<std::size_t>(element);
        const double factor = at < factors.size() ? static_cast<double>(factors[at]) : 1.0;
        groups[std::max(std::round(kScaleSteps * factor) / kScaleSteps, 1.0 / kScaleSteps)].push_back(element);
    }
    return groups;
}

/// Nodes stand closer than their edges are long in dense graphs; spheres shrink with the room there is.
double nodeRadius(const std::vector<SpacePoint>& places) {
    SpacePoint low = places.front(), high = low;
    for (const SpacePoint& place : places) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y), std::min(low.z, place.z)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y), std::max(high.z, place.z)};
    }
    const double volume = std::max(high.x - low.x, 1.0) * std::max(high.y - low.y, 1.0) * std::max(high.z - low.z, 1.0);
    return kNodeRadius * std::min(1.0, std::cbrt(volume / static_cast<double>(places.size())));
}

/// Colours of all nodes and edges, faded outside of the chosen neighbourhood.
struct Colors {
    std::vector<QRgb> nodes, edges;

    Colors(const SpacePicture& picture, const GraphLook& look, const Tokens& tokens) {
        const ShownGraph& graph = *picture.graph;
        nodes = look.nodeColors;
        edges = look.linkColors;
        nodes.resize(graph.nodeCount(), tokens.text2.rgb());
        edges.resize(graph.edges().size(), mixed(tokens.base, tokens.text, kLinkInk).rgb());
        if (picture.chosen.kind == GraphElement::Kind::none)
            return;
        std::unordered_set<std::int32_t> nearNodes, nearEdges;
        if (picture.chosen.isNode()) {
            const auto next = graph.neighbours(picture.chosen.index);
            nearNodes.insert(next.begin(), next.end());
            nearNodes.insert(picture.chosen.index);
            const auto incident = graph.incidentEdges(picture.chosen.index);
            nearEdges.insert(incident.begin(), incident.end());
        } else {
            const auto [from, to] = graph.edges()[static_cast<std::size_t>(picture.chosen.index)];
            nearNodes = {from, to};
            nearEdges = {picture.chosen.index};
        }
        fade(nodes, nearNodes, tokens.base);
        fade(edges, nearEdges, tokens.base);
        if (look.linkColors.empty())
            for (const std::int32_t edge : nearEdges)
                edges[static_cast<std::size_t>(edge)] = tokens.text.rgb();
    }

private:
    static void fade(std::vector<QRgb>& colors, const std::unordered_set<std::int32_t>& kept, const QColor& ground) {
        std::map<QRgb, QRgb> faded;
        for (std::size_t i = 0; i < colors.size(); ++i) {
            if (kept.contains(static_cast<std::int32_t>(i)))
                continue;
            const auto [place, isNew] = faded.try_emplace(colors[i], QRgb{0});
            if (isNew)
                place->second = mixed(ground, QColor(colors[i]), kFaded).rgb();
            colors[i] = place->second;
        }
    }
};

/// In a random order, so that any first part of them looks like the whole; the same every time, so that what is left
/// out does not flicker.
std::vector<std::int32_t> mixedUp(std::size_t count, std::string_view stream) {
    std::vector<std::int32_t> numbers;
    numbers.reserve(count);
    for (const std::uint32_t number : rng::permutation(1, rng::streamOf(stream), 0, static_cast<std::uint32_t>(count)))
        numbers.push_back(static_cast<std::int32_t>(number));
    return numbers;
}

/// Those edges that join two nodes.
std::vector<std::int32_t> drawable(const ShownGraph& graph, std::vector<std::int32_t> edges) {
    std::erase_if(edges, [&](std::int32_t edge) { return !graph.checked({GraphElement::Kind::edge, edge}).isEdge(); });
    return edges;
}

void addSolid(SpaceGeometry& geometry, const SpacePicture& picture, const Colors& colors, const GraphLook& look) {
    const double radius = nodeRadius(*picture.places);
    const std::vector<std::int32_t> nodes = countedUp(picture.graph->nodeCount());
    geometry.spheres = pointCloud(*picture.places, nodes, colors.nodes);
    vtkNew<vtkFloatArray> sizes;
    sizes->SetName("size");
    for (std::size_t node = 0; node < nodes.size(); ++node)
        sizes->InsertNextValue(static_cast<float>(radius) *
                               (node < look.nodeScales.size() ? look.nodeScales[node] : 1.0F));
    geometry.spheres->GetPointData()->AddArray(sizes);
    for (const auto& [factor, edges] :
         byFactor(drawable(*picture.graph, countedUp(picture.graph->edges().size())), look.linkWidths)) {
        const auto lines = segments(picture.graph->edges(), *picture.places, edges, colors.edges);
        if (!edges.empty())
            geometry.tubes.push_back({tubesAround(lines, std::min(kTubeRadius * factor, radius)), 1.0});
    }
}

/// The chunks of a large graph: each doubles the edges, and the nodes are there sooner.
class ChunkMaker {
public:
    ChunkMaker(const SpacePicture& picture, const Colors& colors, const GraphLook& look)
        : m_picture(picture), m_colors(colors), m_look(look),
          m_nodes(mixedUp(picture.graph->nodeCount(), "nodes in motion")),
          m_edges(drawable(*picture.graph, mixedUp(picture.graph->edges().size(), "edges in motion"))) {
        // A crowd of large points would be one blot.
        const double crowd = static_cast<double>(m_nodes.size()) / static_cast<double>(kRoomyNodes);
        m_pointSize = kStillPoint / std::sqrt(std::max(1.0, crowd));
    }
    SpaceGeometry::Shape movingPoints() const {
        const auto some = std::span(m_nodes).first(std::min(m_nodes.size(), kRoomyNodes));
        return {pointCloud(*m_picture.places, some, m_colors.nodes), kMovingPoint};
    }
    bool isDone() const { return m_nodesDone == m_nodes.size() && m_edgesDone == m_edges.size(); }
    SpaceGeometry::Chunk next() {
        SpaceGeometry::Chunk chunk;
        const std::size_t edges =
            std::min(std::clamp(m_edgesDone, kFirstChunk, kLargestChunk), m_edges.size() - m_edgesDone);
        for (const auto& [factor, part] : byFactor(std::span(m_edges).subspan(m_edgesDone, edges), m_look.linkWidths))
            if (!part.empty())
                chunk.lines.push_back(
                    {segments(m_picture.graph->edges(), *m_picture.places, part, m_colors.edges), factor});
        m_edgesDone += edges;
        const std::size_t due = kNodesAhead * m_nodes.size() * m_edgesDone / std::max<std::size_t>(m_edges.size(), 1);
        const std::size_t nodes = std::min(std::max(due, m_nodesDone + kRoomyNodes), m_nodes.size()) - m_nodesDone;
        for (const auto& [factor, part] : byFactor(std::span(m_nodes).subspan(m_nodesDone, nodes), m_look.nodeScales))
            if (!part.empty())
                chunk.points.push_back({pointCloud(*m_picture.places, part, m_colors.nodes),
                                        std::max(m_pointSize * factor, kSmallestPoint)});
        m_nodesDone += nodes;
        chunk.nodes = m_nodesDone;
        chunk.edges = m_edgesDone;
        return chunk;
    }

private:
    const SpacePicture& m_picture;
    const Colors& m_colors;
    const GraphLook& m_look;
    std::vector<std::int32_t> m_nodes, m_edges;
    std::size_t m_nodesDone = 0, m_edgesDone = 0;
    double m_pointSize = kStillPoint;
};

void addHalo(SpaceGeometry& geometry, const SpacePicture& picture, const GraphLook& look, const Tokens& tokens) {
    if (!picture.chosen.isNode())
        return;
    const auto node = static_cast<std::size_t>(picture.chosen.index);
    const double scale = node < look.nodeScales.size() ? static_cast<double>(look.nodeScales[node]) : 1.0;
    geometry.halo =
        SpaceGeometry::Halo{(*picture.places)[node], scale * nodeRadius(*picture.places) + kHaloRoom, tokens.accent};
}

} // namespace

std::size_t SpaceGeometry::chunksOf(std::size_t elements) const {
    std::size_t count = std::min<std::size_t>(1, chunks.size());
    while (count < chunks.size() && chunks[count].elements() <= elements)
        ++count;
    return count;
}

SpaceGeometry::Chunk SpaceGeometry::first(std::size_t chunkCount) const {
    Chunk counts;
    if (chunkCount > 0 && !chunks.empty()) {
        const Chunk& last = chunks[std::min(chunkCount, chunks.size()) - 1];
        counts.nodes = last.nodes;
        counts.edges = last.edges;
    }
    return counts;
}

bool isLargeInSpace(const ShownGraph& graph) {
    return graph.nodeCount() + graph.edges().size() > SpaceGeometry::kSolid;
}

SpaceGeometryPointer makeSpaceGeometry(const SpacePicture& picture, const Tokens& tokens, std::size_t mostChunks,
                                       const std::stop_token& stop) {
    auto geometry = std::make_shared<SpaceGeometry>();
    geometry->ground = tokens.base;
    if (!picture.graph || !picture.places || picture.places->empty())
        return geometry;
    geometry->large = isLargeInSpace(*picture.graph);
    const GraphLook look = lookOf(picture.appearance, tokens);
    const Colors colors(picture, look, tokens);
    if (geometry->large) {
        ChunkMaker maker(picture, colors, look);
        geometry->movingPoints = maker.movingPoints();
        while (!maker.isDone() && geometry->chunks.size() < mostChunks && !stop.stop_requested())
            geometry->chunks.push_back(maker.next());
    } else {
        addSolid(*geometry, picture, colors, look);
    }
    if (stop.stop_requested())
        return nullptr;
    if (const auto lines = pathLines(*picture.places, picture.lit))
        geometry->paths = tubesAround(lines, kPathRadius);
    geometry->pathColor = mixed(tokens.base, seriesColor(2, tokens), kPathTint);
    addHalo(*geometry, picture, look, tokens);
    return geometry;
}

} // namespace vitrine
