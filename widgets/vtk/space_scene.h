#pragma once

#include "widgets/vtk/space_geometry.h"

#include <vtkSmartPointer.h>

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace vitrine {

/// The actors of a graph in space. Of a large graph as much is drawn as the time of a frame allows: little in
/// motion; at rest ever more from frame to frame, as long as the next one does not make the window wait.
class SpaceScene {
public:
    explicit SpaceScene(vtkRenderer* renderer) : m_renderer(renderer) {}

    /// Replaces what is shown; its data go to OpenGL with the frames that first need them.
    void show(SpaceGeometryPointer geometry);
    void setMoving(bool moving);
    /// At rest so many chunks.
    void showChunks(std::size_t count);
    std::size_t stillChunks() const { return m_stillLevel; }
    const SpaceGeometryPointer& geometry() const { return m_geometry; }
    /// Told after each frame; decides on what the next one shows.
    /// @return whether another frame at rest would show more
    bool frameTook(double milliseconds);
    /// Whether nodes or edges are left out at rest.
    bool isPart() const { return m_geometry && m_stillLevel < m_geometry->chunks.size(); }
    bool isLarge() const { return m_geometry && m_geometry->large; }

private:
    static constexpr double kMovingMs = 20.0;
    static constexpr double kStillMs = 80.0; ///< of a frame at rest
    static constexpr std::size_t kWhole =
        100'000; ///< nodes and edges up to which all are drawn at rest, whatever it takes
    static constexpr std::size_t kFirstElements = 32'000; ///< nodes and edges before a frame has been timed
    static constexpr std::size_t kMostNew = 100'000;      ///< handed to OpenGL in one frame
    using Actor = vtkSmartPointer<vtkActor>;
    struct ChunkActors {
        std::vector<Actor> points, lines;
    };

    Actor add(std::vector<Actor>& set, vtkPolyData* data);
    void addSolid();
    void addLarge();
    void addPaths();
    void addHalo();
    void clear();
    /// Chunks drawn now.
    std::size_t level() const { return m_moving ? m_movingLevel : m_stillLevel; }
    bool adaptStill(double milliseconds);
    void applyLevel();

    vtkRenderer* m_renderer;
    SpaceGeometryPointer m_geometry;
    std::vector<Actor> m_solid, m_movingPoints, m_always;
    std::vector<ChunkActors> m_chunks;
    std::size_t m_movingLevel = 0, m_stillLevel = 0;
    std::size_t m_timedLevel = 0; ///< at rest; the first frame of a level hands it to OpenGL and tells nothing
    bool m_moving = false;
};

} // namespace vitrine
