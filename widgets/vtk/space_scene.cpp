#include "widgets/vtk/space_scene.h"

#include "core/base/rng.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkSphereSource.h>
#include <vtkTubeFilter.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

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
constexpr std::size_t kLevels = 6; // of edges in motion, each half of the one before
constexpr std::size_t kFewestEdges = 1500;
constexpr double kScaleSteps = 3.0; // sizes of nodes and widths of edges are told apart in thirds

void addColor(vtkUnsignedCharArray* to, QRgb color) {
    to->InsertNextTuple3(qRed(color), qGreen(color), qBlue(color));
}

vtkNew<vtkUnsignedCharArray> makeColors() {
    vtkNew<vtkUnsignedCharArray> colors;
    colors->SetNumberOfComponents(3);
    colors->SetName("colour");
    return colors;
}

/// Points drawn as they are, one vertex cell for all.
vtkSmartPointer<vtkPolyData> pointCloud(const std::vector<SpacePoint>& places, const std::vector<std::int32_t>& nodes,
                                        const std::vector<QRgb>& colors) {
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> cells;
    const auto array = makeColors();
    cells->InsertNextCell(static_cast<int>(nodes.size()));
    for (const std::int32_t node : nodes) {
        const SpacePoint& place = places[static_cast<std::size_t>(node)];
        cells->InsertCellPoint(points->InsertNextPoint(place.x, place.y, place.z));
        addColor(array, colors[static_cast<std::size_t>(node)]);
    }
    auto data = vtkSmartPointer<vtkPolyData>::New();
    data->SetPoints(points);
    data->SetVerts(cells);
    data->GetPointData()->SetScalars(array);
    return data;
}

/// Two points for each edge, so that each has its own colour.
vtkSmartPointer<vtkPolyData> segments(const ShownGraph& graph, const std::vector<SpacePoint>& places,
                                      std::span<const std::int32_t> edges, const std::vector<QRgb>& colors) {
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> cells;
    const auto array = makeColors();
    for (const std::int32_t edge : edges) {
        if (graph.checked({GraphElement::Kind::edge, edge}).kind == GraphElement::Kind::none)
            continue;
        cells->InsertNextCell(2);
        const auto [from, to] = graph.edges()[static_cast<std::size_t>(edge)];
        for (const std::int32_t end : {from, to}) {
            const SpacePoint& place = places[static_cast<std::size_t>(end)];
            cells->InsertCellPoint(points->InsertNextPoint(place.x, place.y, place.z));
            addColor(array, colors[static_cast<std::size_t>(edge)]);
        }
    }
    auto data = vtkSmartPointer<vtkPolyData>::New();
    data->SetPoints(points);
    data->SetLines(cells);
    data->GetPointData()->SetScalars(array);
    return data;
}

std::vector<std::int32_t> countedUp(std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Elements by their factor, in steps.
std::map<double, std::vector<std::int32_t>> byFactor(std::size_t count, const std::vector<float>& factors) {
    std::map<double, std::vector<std::int32_t>> groups;
    for (std::size_t i = 0; i < count; ++i) {
        const double factor = i < factors.size() ? static_cast<double>(factors[i]) : 1.0;
        groups[std::max(std::round(kScaleSteps * factor) / kScaleSteps, 1.0 / kScaleSteps)].push_back(
            static_cast<std::int32_t>(i));
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

vtkSmartPointer<vtkPolyData> tubes(vtkPolyData* lines, double radius) {
    vtkNew<vtkTubeFilter> filter;
    filter->SetInputData(lines);
    filter->SetRadius(radius);
    filter->SetNumberOfSides(6);
    filter->Update();
    return filter->GetOutput();
}

} // namespace

/// Colours of all nodes and edges, faded outside of the chosen neighbourhood.
struct SpaceScene::Colors {
    std::vector<QRgb> nodes, edges;

    Colors(const SpacePicture& picture, const GraphLook& look, const Tokens& tokens) {
        const ShownGraph& graph = *picture.graph;
        nodes = look.nodeColors;
        edges = look.linkColors;
        nodes.resize(graph.nodeCount(), tokens.text2.rgb());
        edges.resize(graph.edges().size(), mixed(tokens.base, tokens.text, kLinkInk).rgb());
        if (picture.chosen.kind == GraphElement::Kind::none)
            return;
        std::set<std::int32_t> nearNodes, nearEdges;
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
    static void fade(std::vector<QRgb>& colors, const std::set<std::int32_t>& kept, const QColor& ground) {
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

void SpaceScene::clear() {
    for (auto* set : {&m_full, &m_movingPoints, &m_movingLines, &m_always}) {
        for (const Actor& actor : *set)
            m_renderer->RemoveActor(actor);
        set->clear();
    }
    m_movingCounts.clear();
}

SpaceScene::Actor SpaceScene::add(std::vector<Actor>& set, vtkPolyData* data) {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(data);
    mapper->SetColorModeToDirectScalars();
    auto actor = Actor::New();
    actor->SetMapper(mapper);
    set.push_back(actor);
    m_renderer->AddActor(actor);
    return actor;
}

void SpaceScene::build(const SpacePicture& picture, const Tokens& tokens) {
    clear();
    m_renderer->SetBackgroundAlpha(1.0); // else the window shines through
    m_renderer->SetBackground(tokens.base.redF(), tokens.base.greenF(), tokens.base.blueF());
    if (!picture.graph || !picture.places || picture.places->empty())
        return;
    m_large = picture.graph->nodeCount() + picture.graph->edges().size() > kSolid;
    const GraphLook look = lookOf(picture.appearance, tokens);
    const Colors colors(picture, look, tokens);
    buildMoving(picture, colors);
    if (m_large)
        buildLines(picture, colors, look);
    else
        buildSolid(picture, colors, look);
    buildPaths(picture, tokens);
    buildHalo(picture, look, tokens);
    showFull(m_showsFull);
}

void SpaceScene::buildMoving(const SpacePicture& picture, const Colors& colors) {
    const std::size_t edgeCount = picture.graph->edges().size();
    const Actor points =
        add(m_movingPoints, pointCloud(*picture.places, countedUp(picture.graph->nodeCount()), colors.nodes));
    points->GetProperty()->LightingOff();
    points->GetProperty()->SetPointSize(kMovingPoint);
    // The same order every time, so that the edges that are left out do not flicker.
    std::vector<std::int32_t> edges;
    edges.reserve(edgeCount);
    for (const std::uint32_t edge :
         rng::permutation(1, rng::streamOf("edges in motion"), 0, static_cast<std::uint32_t>(edgeCount)))
        edges.push_back(static_cast<std::int32_t>(edge));
    std::size_t count = edgeCount;
    for (std::size_t level = 0; level < kLevels; ++level) {
        const Actor lines =
            add(m_movingLines, segments(*picture.graph, *picture.places, std::span(edges).first(count), colors.edges));
        lines->GetProperty()->LightingOff();
        m_movingCounts.push_back(count);
        if (count <= kFewestEdges)
            break;
        count /= 2;
    }
    m_level = std::min(m_level, m_movingLines.size() - 1);
}

void SpaceScene::buildSolid(const SpacePicture& picture, const Colors& colors, const GraphLook& look) {
    const double radius = nodeRadius(*picture.places);
    const auto cloud = pointCloud(*picture.places, countedUp(picture.graph->nodeCount()), colors.nodes);
    vtkNew<vtkFloatArray> sizes;
    sizes->SetName("size");
    for (std::size_t node = 0; node < picture.graph->nodeCount(); ++node)
        sizes->InsertNextValue(static_cast<float>(radius) *
                               (node < look.nodeScales.size() ? look.nodeScales[node] : 1.0F));
    cloud->GetPointData()->AddArray(sizes);
    vtkNew<vtkSphereSource> sphere;
    sphere->SetRadius(1.0);
    sphere->SetThetaResolution(16);
    sphere->SetPhiResolution(12);
    vtkNew<vtkGlyph3DMapper> mapper;
    mapper->SetInputData(cloud);
    mapper->SetSourceConnection(sphere->GetOutputPort());
    mapper->SetScaleModeToScaleByMagnitude();
    mapper->SetScaleArray("size");
    mapper->SetColorModeToDirectScalars();
    auto spheres = Actor::New();
    spheres->SetMapper(mapper);
    m_full.push_back(spheres);
    m_renderer->AddActor(spheres);
    for (const auto& [factor, edges] : byFactor(picture.graph->edges().size(), look.linkWidths)) {
        const auto lines = segments(*picture.graph, *picture.places, edges, colors.edges);
        if (lines->GetNumberOfPoints() > 0)
            add(m_full, tubes(lines, std::min(kTubeRadius * factor, radius)));
    }
}

void SpaceScene::buildLines(const SpacePicture& picture, const Colors& colors, const GraphLook& look) {
    for (const auto& [factor, nodes] : byFactor(picture.graph->nodeCount(), look.nodeScales)) {
        const Actor points = add(m_full, pointCloud(*picture.places, nodes, colors.nodes));
        points->GetProperty()->SetPointSize(static_cast<float>(kStillPoint * factor));
        points->GetProperty()->RenderPointsAsSpheresOn();
    }
    for (const auto& [factor, edges] : byFactor(picture.graph->edges().size(), look.linkWidths)) {
        const Actor lines = add(m_full, segments(*picture.graph, *picture.places, edges, colors.edges));
        lines->GetProperty()->LightingOff();
        lines->GetProperty()->SetLineWidth(static_cast<float>(look.linkWidths.empty() ? 1.0 : factor));
    }
}

void SpaceScene::buildPaths(const SpacePicture& picture, const Tokens& tokens) {
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> cells;
    for (const SpacePoint& place : *picture.places)
        points->InsertNextPoint(place.x, place.y, place.z);
    const auto count = static_cast<std::int32_t>(picture.places->size());
    for (const NodeSequence& sequence : picture.lit)
        for (std::size_t i = 1; i < sequence.size(); ++i) {
            const std::int32_t from = sequence[i - 1], to = sequence[i];
            if (from < 0 || to < 0 || from >= count || to >= count)
                continue;
            cells->InsertNextCell(2);
            cells->InsertCellPoint(from);
            cells->InsertCellPoint(to);
        }
    if (cells->GetNumberOfCells() == 0)
        return;
    vtkNew<vtkPolyData> lines;
    lines->SetPoints(points);
    lines->SetLines(cells);
    const Actor actor = add(m_always, tubes(lines, kPathRadius));
    const QColor color = mixed(tokens.base, seriesColor(2, tokens), kPathTint);
    actor->GetProperty()->SetColor(color.redF(), color.greenF(), color.blueF());
    actor->GetProperty()->LightingOff();
}

void SpaceScene::buildHalo(const SpacePicture& picture, const GraphLook& look, const Tokens& tokens) {
    if (!picture.chosen.isNode())
        return;
    const auto node = static_cast<std::size_t>(picture.chosen.index);
    const SpacePoint& place = (*picture.places)[node];
    const double scale = node < look.nodeScales.size() ? static_cast<double>(look.nodeScales[node]) : 1.0;
    vtkNew<vtkSphereSource> sphere;
    sphere->SetCenter(place.x, place.y, place.z);
    sphere->SetRadius(scale * nodeRadius(*picture.places) + kHaloRoom);
    sphere->SetThetaResolution(32);
    sphere->SetPhiResolution(24);
    sphere->Update();
    // Only its far side is drawn, so that it stands around the node like a ring.
    const Actor actor = add(m_always, sphere->GetOutput());
    actor->GetProperty()->SetColor(tokens.accent.redF(), tokens.accent.greenF(), tokens.accent.blueF());
    actor->GetProperty()->LightingOff();
    actor->GetProperty()->FrontfaceCullingOn();
}

void SpaceScene::showFull(bool full) {
    m_showsFull = full;
    for (const Actor& actor : m_full)
        actor->SetVisibility(full);
    for (const Actor& actor : m_movingPoints)
        actor->SetVisibility(!full);
    for (std::size_t level = 0; level < m_movingLines.size(); ++level)
        m_movingLines[level]->SetVisibility(!full && level == m_level);
}

void SpaceScene::adapt(double frameMs) {
    if (m_movingLines.empty())
        return;
    if (frameMs > kGoalMs && m_level + 1 < m_movingLines.size())
        ++m_level;
    else if (frameMs < kGoalMs / 3.0 && m_level > 0)
        --m_level;
}

std::size_t SpaceScene::movingEdges() const {
    return m_movingCounts.empty() ? 0 : m_movingCounts[m_level];
}

} // namespace vitrine
