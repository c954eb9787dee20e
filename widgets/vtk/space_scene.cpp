#include "widgets/vtk/space_scene.h"

#include <vtkActor.h>
#include <vtkGlyph3DMapper.h>
#include <vtkNew.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkSphereSource.h>

#include <algorithm>

namespace vitrine {
namespace {

constexpr double kSphereFrom = 4.0; // px; smaller points are not shaded, nobody would see it

void setColor(vtkProperty* property, const QColor& color) {
    property->SetColor(color.redF(), color.greenF(), color.blueF());
}

void setVisible(const std::vector<vtkSmartPointer<vtkActor>>& actors, bool visible) {
    for (const auto& actor : actors)
        actor->SetVisibility(visible);
}

} // namespace

void SpaceScene::clear() {
    for (auto* set : {&m_solid, &m_movingPoints, &m_always}) {
        for (const Actor& actor : *set)
            m_renderer->RemoveActor(actor);
        set->clear();
    }
    for (const ChunkActors& chunk : m_chunks)
        for (const auto* set : {&chunk.points, &chunk.lines})
            for (const Actor& actor : *set)
                m_renderer->RemoveActor(actor);
    m_chunks.clear();
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

void SpaceScene::show(SpaceGeometryPointer geometry) {
    clear();
    const bool sameSize = m_geometry && geometry && m_geometry->chunks.size() == geometry->chunks.size();
    m_geometry = std::move(geometry);
    if (!m_geometry)
        return;
    m_timedLevel = 0;
    const QColor& ground = m_geometry->ground;
    m_renderer->SetBackgroundAlpha(1.0); // else the window shines through
    m_renderer->SetBackground(ground.redF(), ground.greenF(), ground.blueF());
    if (!sameSize)
        m_movingLevel = m_stillLevel = m_geometry->chunksOf(kFirstElements);
    if (m_geometry->first(m_geometry->chunks.size()).elements() <= kWhole)
        m_stillLevel = m_geometry->chunks.size();
    if (m_geometry->large)
        addLarge();
    else if (m_geometry->spheres)
        addSolid();
    addPaths();
    addHalo();
    applyLevel();
}

void SpaceScene::addSolid() {
    vtkNew<vtkSphereSource> sphere;
    sphere->SetRadius(1.0);
    sphere->SetThetaResolution(16);
    sphere->SetPhiResolution(12);
    vtkNew<vtkGlyph3DMapper> mapper;
    mapper->SetInputData(m_geometry->spheres);
    mapper->SetSourceConnection(sphere->GetOutputPort());
    mapper->SetScaleModeToScaleByMagnitude();
    mapper->SetScaleArray("size");
    mapper->SetColorModeToDirectScalars();
    auto spheres = Actor::New();
    spheres->SetMapper(mapper);
    m_solid.push_back(spheres);
    m_renderer->AddActor(spheres);
    for (const SpaceGeometry::Shape& tubes : m_geometry->tubes)
        add(m_solid, tubes.data);
}

void SpaceScene::addLarge() {
    const auto addPoints = [this](std::vector<Actor>& set, const SpaceGeometry::Shape& shape, bool shaded) {
        const Actor points = add(set, shape.data);
        points->GetProperty()->SetPointSize(static_cast<float>(shape.size));
        if (shaded)
            points->GetProperty()->RenderPointsAsSpheresOn();
        else
            points->GetProperty()->LightingOff();
    };
    addPoints(m_movingPoints, m_geometry->movingPoints, false);
    for (const SpaceGeometry::Chunk& chunk : m_geometry->chunks) {
        ChunkActors& actors = m_chunks.emplace_back();
        for (const SpaceGeometry::Shape& shape : chunk.points)
            addPoints(actors.points, shape, shape.size >= kSphereFrom);
        for (const SpaceGeometry::Shape& shape : chunk.lines) {
            const Actor lines = add(actors.lines, shape.data);
            lines->GetProperty()->LightingOff();
            lines->GetProperty()->SetLineWidth(static_cast<float>(shape.size));
        }
    }
}

void SpaceScene::addPaths() {
    if (!m_geometry->paths)
        return;
    const Actor actor = add(m_always, m_geometry->paths);
    setColor(actor->GetProperty(), m_geometry->pathColor);
    actor->GetProperty()->LightingOff();
}

void SpaceScene::addHalo() {
    const std::optional<SpaceGeometry::Halo>& halo = m_geometry->halo;
    if (!halo)
        return;
    vtkNew<vtkSphereSource> sphere;
    sphere->SetCenter(halo->centre.x, halo->centre.y, halo->centre.z);
    sphere->SetRadius(halo->radius);
    sphere->SetThetaResolution(32);
    sphere->SetPhiResolution(24);
    sphere->Update();
    // Only its far side is drawn, so that it stands around the node like a ring.
    const Actor actor = add(m_always, sphere->GetOutput());
    setColor(actor->GetProperty(), halo->color);
    actor->GetProperty()->LightingOff();
    actor->GetProperty()->FrontfaceCullingOn();
}

void SpaceScene::applyLevel() {
    setVisible(m_movingPoints, m_moving);
    for (std::size_t chunk = 0; chunk < m_chunks.size(); ++chunk) {
        setVisible(m_chunks[chunk].points, !m_moving && chunk < level());
        setVisible(m_chunks[chunk].lines, chunk < level());
    }
}

void SpaceScene::setMoving(bool moving) {
    m_moving = moving && isLarge();
    applyLevel();
}

void SpaceScene::showChunks(std::size_t count) {
    m_stillLevel = count;
    applyLevel();
}

bool SpaceScene::frameTook(double milliseconds) {
    if (m_chunks.empty())
        return false;
    if (!m_moving)
        return adaptStill(milliseconds);
    if (milliseconds > kMovingMs && m_movingLevel > 1)
        --m_movingLevel;
    else if (milliseconds < kMovingMs / 3.0 && m_movingLevel < std::min(m_stillLevel, m_chunks.size()))
        ++m_movingLevel; // what has been shown at rest is with OpenGL already
    return false;
}

bool SpaceScene::adaptStill(double milliseconds) {
    if (m_stillLevel >= m_chunks.size())
        return false;
    if (m_timedLevel < m_stillLevel) {
        m_timedLevel = m_stillLevel;
        return true;
    }
    const std::size_t shown = m_geometry->first(m_stillLevel).elements();
    const double most = static_cast<double>(shown) * kStillMs / std::max(milliseconds, 0.1);
    const auto affordable = static_cast<std::size_t>(std::min(most, static_cast<double>(shown + kMostNew)));
    const std::size_t next = m_geometry->chunksOf(affordable);
    if (next <= m_stillLevel)
        return false;
    m_stillLevel = next;
    return true;
}

} // namespace vitrine
