#include "widgets/vtk/space_shapes.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkTubeFilter.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnsignedCharArray.h>

#include <numeric>

namespace vitrine {
namespace {

constexpr int kTubeSides = 6;

/// Places and colours of points, to be filled one after the other.
class PointArrays {
public:
    explicit PointArrays(std::size_t count) {
        const auto tuples = static_cast<vtkIdType>(count);
        m_places->SetNumberOfComponents(3);
        m_places->SetNumberOfTuples(tuples);
        m_colors->SetNumberOfComponents(4); // as OpenGL takes them, else they would be copied while drawing
        m_colors->SetNumberOfTuples(tuples);
        m_colors->SetName("colour");
        m_place = m_places->GetPointer(0);
        m_color = m_colors->GetPointer(0);
    }
    void add(const SpacePoint& place, QRgb color) {
        for (const double coordinate : {place.x, place.y, place.z})
            *m_place++ = static_cast<float>(coordinate);
        for (const int part : {qRed(color), qGreen(color), qBlue(color), 255})
            *m_color++ = static_cast<unsigned char>(part);
    }
    vtkSmartPointer<vtkPolyData> data() const {
        vtkNew<vtkPoints> points;
        points->SetData(m_places);
        auto data = vtkSmartPointer<vtkPolyData>::New();
        data->SetPoints(points);
        data->GetPointData()->SetScalars(m_colors);
        return data;
    }

private:
    vtkNew<vtkFloatArray> m_places;
    vtkNew<vtkUnsignedCharArray> m_colors;
    float* m_place;
    unsigned char* m_color;
};

/// Cells of equal size over the points 0, 1, 2, …
vtkSmartPointer<vtkCellArray> cellsInOrder(std::size_t cells, std::size_t pointsOfCell) {
    vtkNew<vtkTypeInt32Array> offsets, points;
    offsets->SetNumberOfValues(static_cast<vtkIdType>(cells) + 1);
    points->SetNumberOfValues(static_cast<vtkIdType>(cells) * static_cast<vtkIdType>(pointsOfCell));
    for (std::size_t cell = 0; cell <= cells; ++cell)
        offsets->SetValue(static_cast<vtkIdType>(cell), static_cast<int>(cell * pointsOfCell));
    std::iota(points->GetPointer(0), points->GetPointer(0) + cells * pointsOfCell, 0);
    auto array = vtkSmartPointer<vtkCellArray>::New();
    array->SetData(offsets, points);
    return array;
}

} // namespace

vtkSmartPointer<vtkPolyData> pointCloud(const std::vector<SpacePoint>& places, std::span<const std::int32_t> nodes,
                                        const std::vector<QRgb>& colors) {
    PointArrays points(nodes.size());
    for (const std::int32_t node : nodes)
        points.add(places[static_cast<std::size_t>(node)], colors[static_cast<std::size_t>(node)]);
    auto data = points.data();
    data->SetVerts(cellsInOrder(1, nodes.size()));
    data->ComputeBounds();
    return data;
}

vtkSmartPointer<vtkPolyData> segments(const std::vector<NodePair>& edges, const std::vector<SpacePoint>& places,
                                      std::span<const std::int32_t> chosen, const std::vector<QRgb>& colors) {
    PointArrays points(2 * chosen.size());
    for (const std::int32_t edge : chosen) {
        const auto [from, to] = edges[static_cast<std::size_t>(edge)];
        const QRgb color = colors[static_cast<std::size_t>(edge)];
        points.add(places[static_cast<std::size_t>(from)], color);
        points.add(places[static_cast<std::size_t>(to)], color);
    }
    auto data = points.data();
    data->SetLines(cellsInOrder(chosen.size(), 2));
    data->ComputeBounds();
    return data;
}

vtkSmartPointer<vtkPolyData> pathLines(const std::vector<SpacePoint>& places,
                                       const std::vector<std::vector<std::int32_t>>& sequences) {
    std::vector<NodePair> steps;
    const auto isNode = [&places](std::int32_t node) {
        return node >= 0 && static_cast<std::size_t>(node) < places.size();
    };
    for (const auto& sequence : sequences)
        for (std::size_t i = 1; i < sequence.size(); ++i)
            if (isNode(sequence[i - 1]) && isNode(sequence[i]))
                steps.emplace_back(sequence[i - 1], sequence[i]);
    if (steps.empty())
        return nullptr;
    std::vector<std::int32_t> all(steps.size());
    std::iota(all.begin(), all.end(), 0);
    auto data = segments(steps, places, all, std::vector<QRgb>(steps.size()));
    data->GetPointData()->SetScalars(nullptr); // all of one colour
    return data;
}

vtkSmartPointer<vtkPolyData> tubesAround(vtkPolyData* lines, double radius) {
    vtkNew<vtkTubeFilter> filter;
    filter->SetInputData(lines);
    filter->SetRadius(radius);
    filter->SetNumberOfSides(kTubeSides);
    filter->Update();
    vtkSmartPointer<vtkPolyData> tubes = filter->GetOutput();
    tubes->ComputeBounds();
    return tubes;
}

} // namespace vitrine
