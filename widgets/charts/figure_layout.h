#pragma once

#include "widgets/charts/figure_style.h"
#include "widgets/charts/plot_map.h"
#include "widgets/charts/prepared_figure.h"

#include <QColor>
#include <QList>
#include <QSizeF>
#include <QString>

#include <optional>

namespace vitrine {

/// What the user has zoomed to; an empty axis shows all data.
struct FigureView {
    std::optional<AxisRange> x, y;
    friend bool operator==(const FigureView&, const FigureView&) = default;
};

struct TickMark {
    double part = 0.0; ///< place in the visible range, 0 to 1
    double value = 0.0;
    QString label;
};

/// Text beside the plot or in it: name at the end of a line, name of a reference line.
struct PlotLabel {
    QString text;
    QPointF anchor; ///< left end of the base line's middle
    QColor color;
    bool strong = false;
    Qt::Alignment alignment = Qt::AlignLeft;
};

struct LegendEntry {
    int mark = 0;
    QString label;
    QRectF rect; ///< with the swatch at its left end
};

/// Everything that is decided before a figure is drawn.
struct FigureLayout {
    PlotMap map;
    QList<TickMark> xTicks, yTicks;
    Ticks xTickValues, yTickValues;
    QString xTitle, yTitle;
    bool xAxisLine = true; ///< values start there; bars have their line at zero instead
    QList<PlotLabel> labels;
    QList<LegendEntry> legend;
    QRectF legendBox;     ///< empty: no legend
    QRectF colorBar;      ///< empty: no cells
    AxisRange valueRange; ///< of the colour axis, in positions of its transform
    Ticks valueTicks;
    QStringList annotations;
    QRectF annotationsBox;         ///< empty: no annotations
    bool annotationsRight = false; ///< lines end at the right edge of the box
    bool endLabels = false;
    bool denseRows = false; ///< rows of categories too close for the axis, which hides labels that nearly touch
};

/// Full ranges by the data: padding, zero, equal ranges of a diagonal, fixed limits of the axes.
struct FigureRanges {
    AxisRange x, y;
};
FigureRanges dataRanges(const PreparedFigure& figure);
/// With the fixed limits of the axis; never empty, and its span a number.
AxisRange finalRange(const AxisRange& range, const FigureAxis& axis, const AxisTransform& transform);

constexpr double kMarginLeft = 52;
constexpr double kMarginBottom = 36;
constexpr double kMarginTop = 8;
constexpr double kMarginRight = 16;
constexpr double kMarginEndLabels = 84;

/// Decimals of the values at the ends of bars, the same for all bars of a figure.
int barDecimals(const PreparedFigure& figure);

FigureLayout layoutFigure(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size,
                          const FigureView& view);

} // namespace vitrine
