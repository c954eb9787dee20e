#pragma once

#include "widgets/graph/graph_stage.h"

#include <vtkSmartPointer.h>

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace vitrine {

/// What the scene is made of.
struct SpacePicture {
    ShownGraphPointer graph;
    PlacesPointer places;
    GraphAppearance appearance;
    std::vector<NodeSequence> lit;
    GraphElement chosen;
};

/// The actors of a graph in space: a light set for motion (points, and as many edges as the frame time allows), and a
/// full one (spheres and tubes; for large graphs shaded points and all lines).
class SpaceScene {
public:
    static constexpr std::size_t kSolid = 4000; ///< nodes and edges up to which spheres and tubes are drawn

    explicit SpaceScene(vtkRenderer* renderer) : m_renderer(renderer) {}

    /// Makes all actors again. @cost 30 ms for 10,000 nodes and 50,000 edges
    void build(const SpacePicture& picture, const Tokens& tokens);
    void showFull(bool full);
    /// Fewer or more edges in motion, from the time the last frame took; see kGoalMs.
    void adapt(double frameMs);
    /// Edges drawn while moving.
    std::size_t movingEdges() const;
    bool isLarge() const { return m_large; }

private:
    static constexpr double kGoalMs = 20.0;
    using Actor = vtkSmartPointer<vtkActor>;
    struct Colors;

    Actor add(std::vector<Actor>& set, vtkPolyData* data);
    void buildMoving(const SpacePicture& picture, const Colors& colors);
    void buildSolid(const SpacePicture& picture, const Colors& colors, const GraphLook& look);
    void buildLines(const SpacePicture& picture, const Colors& colors, const GraphLook& look);
    void buildPaths(const SpacePicture& picture, const Tokens& tokens);
    void buildHalo(const SpacePicture& picture, const GraphLook& look, const Tokens& tokens);
    void clear();

    vtkRenderer* m_renderer;
    std::vector<Actor> m_full;
    std::vector<Actor> m_movingPoints;
    std::vector<Actor> m_movingLines; ///< all edges first, then ever fewer
    std::vector<std::size_t> m_movingCounts;
    std::vector<Actor> m_always;
    std::size_t m_level = 0;
    bool m_large = false;
    bool m_showsFull = true;
};

} // namespace vitrine
