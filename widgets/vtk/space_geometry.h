#pragma once

#include "widgets/graph/graph_stage.h"

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <optional>

namespace vitrine {

/// What the scene is made of.
struct SpacePicture {
    ShownGraphPointer graph;
    PlacesPointer places;
    GraphAppearance appearance;
    std::vector<NodeSequence> lit;
    GraphElement chosen;
};

/// The shapes of a graph in space, as data that no OpenGL has seen: made on any thread, then only read.
struct SpaceGeometry {
    struct Shape {
        vtkSmartPointer<vtkPolyData> data;
        double size = 1.0; ///< of points and lines, px
    };
    /// Some of the nodes and edges; drawn with those before it, never without them.
    struct Chunk {
        std::vector<Shape> points; ///< at rest only
        std::vector<Shape> lines;
        std::size_t nodes = 0; ///< of this and all chunks before it
        std::size_t edges = 0;
        std::size_t elements() const { return nodes + edges; }
    };
    struct Halo {
        SpacePoint centre;
        double radius = 0.0;
        QColor color;
    };

    static constexpr std::size_t kSolid = 4000; ///< nodes and edges up to which spheres and tubes are drawn

    bool large = false;
    QColor ground;
    vtkSmartPointer<vtkPolyData> spheres; ///< small graphs: points with their radius as "size"
    std::vector<Shape> tubes;             ///< small graphs
    Shape movingPoints;                   ///< large graphs: as many nodes as can be moved
    std::vector<Chunk> chunks;            ///< large graphs: in a random order, the same every time
    vtkSmartPointer<vtkPolyData> paths;   ///< null: none is lit
    QColor pathColor;
    std::optional<Halo> halo;

    /// Chunks that hold at most so many nodes and edges; the first one in any case.
    std::size_t chunksOf(std::size_t elements) const;
    Chunk first(std::size_t chunkCount) const; ///< how many nodes and edges that many chunks hold, without shapes
};

using SpaceGeometryPointer = std::shared_ptr<const SpaceGeometry>;

/// @param mostChunks  of a large graph; the others are left out
/// @return an empty ground when the picture is empty, null when stopped
/// @cost 0.1 s for 200,000 nodes and 1,000,000 edges
SpaceGeometryPointer makeSpaceGeometry(const SpacePicture& picture, const Tokens& tokens, std::size_t mostChunks,
                                       const std::stop_token& stop = {});

/// Whether making it takes more time than the GUI thread has.
bool isLargeInSpace(const ShownGraph& graph);

} // namespace vitrine
