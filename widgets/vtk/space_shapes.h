#pragma once

#include "widgets/graph/shown_graph.h"

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <QRgb>

#include <span>

namespace vitrine {

// Data of VTK, written as whole arrays: a call per point would take ten times as long. Bounds are known afterwards, so
// that nobody has to look for them while a frame is drawn.

/// Points drawn as they are, one vertex cell for all. @param colors  by node
vtkSmartPointer<vtkPolyData> pointCloud(const std::vector<SpacePoint>& places, std::span<const std::int32_t> nodes,
                                        const std::vector<QRgb>& colors);
/// Two points for each edge, so that each has its own colour. Ends have been checked. @param colors  by edge
vtkSmartPointer<vtkPolyData> segments(const std::vector<NodePair>& edges, const std::vector<SpacePoint>& places,
                                      std::span<const std::int32_t> chosen, const std::vector<QRgb>& colors);
/// Lines between nodes that follow each other; null when there is none. Numbers that are no nodes are passed over.
vtkSmartPointer<vtkPolyData> pathLines(const std::vector<SpacePoint>& places,
                                       const std::vector<std::vector<std::int32_t>>& sequences);
/// @param radius  edge lengths
vtkSmartPointer<vtkPolyData> tubesAround(vtkPolyData* lines, double radius);

} // namespace vitrine
