#pragma once

#include "widgets/vtk/space_geometry.h"

#include <vtkSmartPointer.h>

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace vitrine {

/// The actors of a graph in space. Of a large graph as many edges are drawn as the time of a frame allows: few in
/// motion; at rest ever more from frame to frame, as long as the next one does not make the window wait.
class SpaceScene {
public:
    explicit SpaceScene(vtkRenderer* renderer) : m_renderer(renderer) {}

    /// Replaces what is shown; its data go to OpenGL with the frames that first need them.
    void show(SpaceGeometryPointer geometry);
    void setMoving(bool moving);
    /// At rest so many edges at most, or more where all come at once.
    void showEdges(std::size_t count);
    const SpaceGeometryPointer& geometry() const { return m_geometry; }
    /// Told after each frame; decides on the edges of the next one.
    /// @return whether another frame at rest would show more
    bool frameTook(double milliseconds);
    std::size_t shownEdges() const { return edgesOf(level()); }
    std::size_t edgeCount() const { return m_geometry ? m_geometry->edgeCount() : 0; }
    bool isLarge() const { return m_geometry && m_geometry->large; }

private:
    static constexpr double kMovingMs = 20.0;
    static constexpr double kStillMs = 100.0;             ///< of a frame at rest
    static constexpr std::size_t kMovingEdges = 12'000;   ///< before the first frame has been timed
    static constexpr std::size_t kMostNewEdges = 200'000; ///< handed to OpenGL in one frame
    using Actor = vtkSmartPointer<vtkActor>;

    Actor add(std::vector<Actor>& set, vtkPolyData* data);
    void addSolid();
    void addLarge();
    void addPaths();
    void addHalo();
    void clear();
    /// Chunks drawn now.
    std::size_t level() const { return m_moving ? m_movingLevel : m_stillLevel; }
    std::size_t edgesOf(std::size_t level) const;
    std::size_t levelOf(std::size_t edges) const; ///< the largest with at most so many edges, at least 1
    bool adaptStill(double milliseconds);
    void applyLevel();

    vtkRenderer* m_renderer;
    SpaceGeometryPointer m_geometry;
    std::vector<Actor> m_solid, m_movingPoints, m_stillPoints, m_always;
    std::vector<std::vector<Actor>> m_chunks;
    std::size_t m_movingLevel = 0, m_stillLevel = 0;
    bool m_moving = false;
};

} // namespace vitrine
