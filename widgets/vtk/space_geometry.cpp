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
constexpr double kRoomyNodes = 20'000;    // up to which points have their full size
constexpr double kScaleSteps = 3.0;       // sizes of nodes and widths of edges are told apart in thirds
constexpr std::size_t kFirstChunk = 1500; // edges; each chunk doubles what is drawn, up to
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

/// Edges that join two nodes; of a large graph in a random order, so that any first part of them looks like the whole.
/// The order is the same every time, so that edges that are left out do not flicker.
std::vector<std::int32_t> drawableEdges(const ShownGraph& graph, bool mixedUp) {
    const auto count = static_cast<std::uint32_t>(graph.edges().size());
    std::vector<std::int32_t> edges;
    edges.reserve(count);
    const auto add = [&](std::uint32_t edge) {
        const GraphElement element{GraphElement::Kind::edge, static_cast<std::int32_t>(edge)};
        if (graph.checked(element).isEdge())
            edges.push_back(element.index);
    };
    if (mixedUp)
        for (const std::uint32_t edge : rng::permutation(1, rng::streamOf("edges in motion"), 0, count))
            add(edge);
    else
        for (std::uint32_t edge = 0; edge < count; ++edge)
            add(edge);
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
    for (const auto& [factor, edges] : byFactor(drawableEdges(*picture.graph, false), look.linkWidths)) {
        const auto lines = segments(picture.graph->edges(), *picture.places, edges, colors.edges);
        if (!edges.empty())
            geometry.tubes.push_back({tubesAround(lines, std::min(kTubeRadius * factor, radius)), 1.0});
    }
}

void addChunks(SpaceGeometry& geometry, const SpacePicture& picture, const Colors& colors, const GraphLook& look,
               std::size_t mostEdges, const std::stop_token& stop) {
    const std::vector<std::int32_t> edges = drawableEdges(*picture.graph, true);
    const std::size_t count = std::min(edges.size(), mostEdges);
    for (std::size_t first = 0; first < count && !stop.stop_requested();) {
        const std::size_t wanted = std::clamp(first, kFirstChunk, kLargestChunk);
        const std::size_t size = std::min(wanted, count - first);
        SpaceGeometry::Chunk chunk;
        for (const auto& [factor, part] : byFactor(std::span(edges).subspan(first, size), look.linkWidths))
            chunk.lines.push_back({segments(picture.graph->edges(), *picture.places, part, colors.edges), factor});
        first += size;
        chunk.edges = first;
        geometry.chunks.push_back(std::move(chunk));
    }
}

void addPoints(SpaceGeometry& geometry, const SpacePicture& picture, const Colors& colors, const GraphLook& look) {
    const std::vector<std::int32_t> nodes = countedUp(picture.graph->nodeCount());
    geometry.movingPoints = {pointCloud(*picture.places, nodes, colors.nodes), kMovingPoint};
    // A crowd of large points would be one blot.
    const double room = std::sqrt(std::min(1.0, kRoomyNodes / static_cast<double>(nodes.size())));
    for (const auto& [factor, part] : byFactor(nodes, look.nodeScales))
        geometry.points.push_back(
            {pointCloud(*picture.places, part, colors.nodes), std::max(kStillPoint * room * factor, kSmallestPoint)});
}

void addHalo(SpaceGeometry& geometry, const SpacePicture& picture, const GraphLook& look, const Tokens& tokens) {
    if (!picture.chosen.isNode())
        return;
    const auto node = static_cast<std::size_t>(picture.chosen.index);
    const double scale = node < look.nodeScales.size() ? static_cast<double>(look.nodeScales[node]) : 1.0;
    geometry.halo =
        SpaceGeometry::Halo{(*picture.places)[node], scale * nodeRadius(*picture.places) + kHaloRoom, tokens.accent};
}

} // namespace

bool isLargeInSpace(const ShownGraph& graph) {
    return graph.nodeCount() + graph.edges().size() > SpaceGeometry::kSolid;
}

SpaceGeometryPointer makeSpaceGeometry(const SpacePicture& picture, const Tokens& tokens, std::size_t mostEdges,
                                       const std::stop_token& stop) {
    auto geometry = std::make_shared<SpaceGeometry>();
    geometry->ground = tokens.base;
    if (!picture.graph || !picture.places || picture.places->empty())
        return geometry;
    geometry->large = isLargeInSpace(*picture.graph);
    const GraphLook look = lookOf(picture.appearance, tokens);
    const Colors colors(picture, look, tokens);
    if (geometry->large) {
        addPoints(*geometry, picture, colors, look);
        addChunks(*geometry, picture, colors, look, mostEdges, stop);
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
