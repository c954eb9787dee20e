#pragma once

#include "widgets/charts/painted_drawing.h"
#include "widgets/molecule/gallery_delegate.h"

#include <functional>
#include <memory>
#include <vector>

namespace vitrine {

/// What a sheet of a gallery shows.
struct GallerySheetData {
    std::shared_ptr<const GraphSet> graphs;
    std::vector<int> order;       ///< graphs, the first ones are drawn
    std::vector<double> values;   ///< at the right of each name, one per graph of the set; empty: the target
    HighlightFunction highlights; ///< may be null
    std::function<std::string()> csv;
};

/// Pictures of graphs on paper: of those in order as many as fit, row by row.
class GallerySheet : public PaintedDrawing {
public:
    static constexpr int kMostCells = 60;
    static constexpr std::int64_t kMostNodes = 400; ///< of a graph that is laid out for a cell; larger ones are counted

    explicit GallerySheet(GallerySheetData data);

    std::string csv() const override { return m_data.csv ? m_data.csv() : std::string(); }
    std::shared_ptr<const FigureDrawing> withTexts(const ChangeText& change) const override;
    void paint(QPainter& painter, const QRectF& area, const Tokens& tokens) const override;

private:
    void paintGraph(QPainter& painter, const QRectF& area, int graph, const GraphInk& ink, const Tokens& tokens) const;

    GallerySheetData m_data;
    std::vector<GalleryCell> m_cells;
};

/// One graph on paper, as `paint` draws it.
class GraphDrawing : public PaintedDrawing {
public:
    using Paint = std::function<void(QPainter&, const QRectF&)>;
    GraphDrawing(Paint paint, std::function<std::string()> csv) : m_paint(std::move(paint)), m_csv(std::move(csv)) {}
    /// Print ink, the sequences lit.
    static Paint paintOf(GraphPicturePointer picture, std::vector<NodeSequence> lit);

    std::string csv() const override { return m_csv ? m_csv() : std::string(); }
    /// Labels of nodes are data and stay.
    std::shared_ptr<const FigureDrawing> withTexts(const ChangeText& change) const override;
    void paint(QPainter& painter, const QRectF& area, const Tokens&) const override { m_paint(painter, area); }

private:
    Paint m_paint;
    std::function<std::string()> m_csv;
};

} // namespace vitrine
