#pragma once

#include "widgets/charts/figure_plan.h"
#include "widgets/charts/line_layer.h"

#include <QPainter>
#include <QStringList>

namespace vitrine {

/// Emphasis on screen; print shows none.
struct FigureEmphasis {
    QStringList selected; ///< keys
    QString hovered;      ///< key
};

/// Paints everything of a figure but axes: grid and selected rows underneath, marks and their texts above. One painter
/// for the screen and for every export.
class FigurePainter {
public:
    FigurePainter(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style,
                  const FigureEmphasis& emphasis);

    void paintGround(QPainter* painter) const;
    void paintMarks(QPainter* painter) const;

private:
    struct Layer { // one mark with everything that painting it needs
        const PreparedFigure::Mark& prepared;
        const FigurePlan::Mark& plan;
        int index;
        const FigureMark& mark() const { return *prepared.mark; }
    };

    void paintLine(QPainter* painter, LineLayer& lines, const Layer& layer) const;
    bool goesToLayer(const QPainter* painter, const Layer& layer) const;
    void paintOpenEnd(QPainter* painter, const Layer& layer) const;
    void paintBand(QPainter* painter, const Layer& layer) const;
    void paintPoints(QPainter* painter, const Layer& layer) const;
    void paintIntervals(QPainter* painter, const Layer& layer) const;
    void paintMarkers(QPainter* painter, const Layer& layer, const std::vector<std::size_t>& positions,
                      double radius) const;
    void paintBars(QPainter* painter, const Layer& layer) const;
    void paintBarText(QPainter* painter, const FigureMark& mark, std::size_t i, const QRectF& bar, int decimals,
                      bool strong) const;
    void paintDotValues(QPainter* painter, const Layer& layer) const;
    void paintBoxes(QPainter* painter, const Layer& layer) const;
    void paintCells(QPainter* painter, const Layer& layer) const;
    void paintCellNumbers(QPainter* painter, const FigureMark& mark) const;
    void paintColorBar(QPainter* painter, const FigureMark& mark) const;
    void paintReference(QPainter* painter, const FigureMark& mark) const;
    void paintDiagonal(QPainter* painter, double low, double high) const;
    void paintNonFinite(QPainter* painter, const Layer& layer) const;
    void paintEmphasis(QPainter* painter, const Layer& layer) const;
    void paintLabels(QPainter* painter) const;
    void paintTitles(QPainter* painter) const;
    void paintLegend(QPainter* painter) const;
    void paintBadges(QPainter* painter) const;
    void paintRows(QPainter* painter) const;
    void paintRowNames(QPainter* painter) const;
    void paintBarFeet(QPainter* painter) const;
    void paintBeyondPlot(QPainter* painter, const Layer& layer) const;
    void paintInPlot(QPainter* painter, LineLayer& lines, const Layer& layer) const;

    QColor colorOf(const FigureMark& mark) const;
    QPen linePen(const FigureMark& mark, double width, bool dense) const;
    bool isSelected(const QString& key) const { return !key.isEmpty() && m_emphasis.selected.contains(key); }
    QRectF barRect(const FigureMark& mark, std::size_t i) const;
    QRectF cellRect(std::size_t row, std::size_t column) const;
    QColor cellColor(const FigureMark& mark, double value) const;
    double crossHeight(double value) const;

    const PreparedFigure& m_figure;
    const FigurePlan& m_plan;
    const FigureStyle& m_style;
    const FigureEmphasis& m_emphasis;
    const PlotMap& m_map;
    const Tokens& m_tokens;
    std::ptrdiff_t m_lineCount;
};

/// Rectangle of a bar in a figure of this plan; hit testing uses the same.
QRectF barRectOf(const PreparedFigure& figure, const PlotMap& map, const FigureMark& mark, std::size_t i);
QRectF boxRectOf(const PlotMap& map, const FigureMark& mark, std::size_t i);
/// Place of a value on the screen axis of values; what a log axis has no place for stands at its low end. What is far
/// outside stands just outside.
double valuePixel(const PlotMap& map, bool horizontal, double value);
void drawCross(QPainter* painter, const QPointF& at, const QColor& color, double lineFactor);

} // namespace vitrine
