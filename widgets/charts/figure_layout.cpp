#include "widgets/charts/figure_layout.h"

#include "core/values/text.h"
#include "widgets/charts/figure_labels.h"
#include "widgets/charts/number_label.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kTickLength = 4;
constexpr double kLabelGap = 4;
constexpr double kTitleRoom = 18;
constexpr double kAxisPitch = 20;     ///< below it the axis of the library leaves labels out
constexpr double kCategoryPitch = 10; ///< least height of a category label

/// Ticks of an axis with their labels, for a plot of `length` px.
QList<TickMark> marksOf(const Ticks& ticks, const AxisTransform& transform, const AxisRange& range, bool downwards,
                        const FigureStyle& style) {
    QList<TickMark> marks;
    for (double value : ticks.values) {
        const double part = (transform.forward(value) - range.low) / range.span();
        if (part < -1e-6 || part > 1 + 1e-6)
            continue;
        const double inside = std::clamp(part, 0.0, 1.0);
        marks.append({downwards ? 1.0 - inside : inside, value, tickLabel(value, ticks, style.locale)});
    }
    return marks;
}

double widestOf(const QList<TickMark>& marks, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const TickMark& mark : marks)
        widest = std::max(widest, metrics.horizontalAdvance(mark.label));
    return widest;
}

QList<TickMark> categoryMarks(const FigureAxis& axis, const AxisRange& range, double length, bool vertical,
                              const QFontMetricsF& metrics, double maxWidth) {
    QList<TickMark> marks;
    const double pitch = length / range.span();
    double widest = 0;
    const auto first = static_cast<qsizetype>(std::max(0.0, std::ceil(range.low)));
    const auto last =
        std::min(static_cast<qsizetype>(std::floor(range.high)), static_cast<qsizetype>(axis.categories.size()) - 1);
    for (qsizetype i = first; i <= last; ++i) {
        const double part = (static_cast<double>(i) - range.low) / range.span();
        QString label = toQString(axis.categories[static_cast<std::size_t>(i)]);
        if (label.size() > 200)
            label.truncate(200);
        label = metrics.elidedText(label, Qt::ElideRight, maxWidth);
        widest = std::max(widest, metrics.horizontalAdvance(label));
        marks.append({vertical ? 1.0 - part : part, static_cast<double>(i), label});
    }
    // Labels that would touch are thinned to every n-th.
    const double needed = vertical ? kCategoryPitch : widest + kLabelGap - 1;
    const auto step = static_cast<qsizetype>(std::ceil(needed / std::max(pitch, 1e-9)));
    if (step > 1) {
        QList<TickMark> thinned;
        for (const TickMark& mark : marks)
            if (static_cast<qsizetype>(mark.value) % step == 0)
                thinned.append(mark);
        marks = thinned;
    }
    return marks;
}

struct Sides {
    double left = kMarginLeft, top = kMarginTop, right = kMarginRight, bottom = kMarginBottom;
};

QRectF plotRect(const QSizeF& size, const Sides& sides) {
    // Half pixels, so that lines of one pixel are crisp.
    const double left = std::floor(sides.left) + 0.5;
    const double top = std::floor(sides.top) + 0.5;
    const double width = std::max(20.0, std::floor(size.width() - sides.left - sides.right));
    const double height = std::max(20.0, std::floor(size.height() - sides.top - sides.bottom));
    return {left, top, width, height};
}

/// Room for value text at the end of bars: the value axis grows until it fits, unless its end is fixed.
AxisRange withRoomForValues(AxisRange range, const FigureAxis& axis, double length, double needed) {
    if (needed <= 0 || length <= needed * 2)
        return range;
    // Positions of a log axis say nothing about the sign of values: all bars grow upwards there.
    const bool isLog = axis.scale == AxisScale::log;
    const double factor = length / (length - needed);
    if (!axis.maximum && (isLog || range.high > 0.0))
        range.high = range.low + range.span() * factor;
    if (!axis.minimum && !isLog && range.low < 0.0)
        range.low = range.high - range.span() * factor;
    return range;
}

double valueTextRoom(const PreparedFigure& figure, const FigureStyle& style, bool horizontal) {
    double room = 0;
    const int decimals = barDecimals(figure);
    const QFontMetricsF metrics(style.strongFont);
    for (const PreparedFigure::Mark& prepared : figure.marks()) {
        const FigureMark& mark = *prepared.mark;
        if (mark.kind != MarkKind::bars || !mark.showValues || mark.horizontal != horizontal)
            continue;
        for (double value : mark.y)
            room =
                std::max(room, horizontal ? metrics.horizontalAdvance(decimalLabel(value, decimals, style.locale)) + 8
                                          : metrics.height() + 2);
    }
    return room;
}

void setTransforms(FigureLayout& layout, const FigureSpec& spec) {
    layout.map.xTransform = AxisTransform(spec.x.scale, spec.x.symlogThreshold);
    layout.map.yTransform = AxisTransform(spec.y.scale, spec.y.symlogThreshold);
    layout.map.downwards = spec.y.scale == AxisScale::category;
}

void layoutY(FigureLayout& layout, const FigureSpec& spec, const FigureStyle& style, const QSizeF& size) {
    const PlotMap& map = layout.map;
    const QFontMetricsF metrics(style.font);
    if (spec.y.scale == AxisScale::category) {
        layout.yTicks = categoryMarks(spec.y, map.y, map.plot.height(), true, metrics, size.width() * 0.36);
        layout.denseRows = map.plot.height() / map.y.span() < kAxisPitch;
        return;
    }
    const int count = std::clamp(static_cast<int>(map.plot.height() / 30), 2, 6);
    layout.yTickValues =
        axisTicks(spec.y, map.yTransform.inverse(map.y.low), map.yTransform.inverse(map.y.high), count);
    layout.yTicks = marksOf(layout.yTickValues, map.yTransform, map.y, false, style);
}

void layoutX(FigureLayout& layout, const FigureSpec& spec, const FigureStyle& style) {
    const PlotMap& map = layout.map;
    const QFontMetricsF metrics(style.font);
    if (spec.x.scale == AxisScale::category) {
        const double pitch = map.plot.width() / map.x.span();
        layout.xTicks =
            categoryMarks(spec.x, map.x, map.plot.width(), false, metrics, std::max(pitch - kLabelGap * 2, 48.0));
        return;
    }
    for (int count = std::clamp(static_cast<int>(map.plot.width() / 36), 2, 6); count >= 2; --count) {
        layout.xTickValues =
            axisTicks(spec.x, map.xTransform.inverse(map.x.low), map.xTransform.inverse(map.x.high), count);
        layout.xTicks = marksOf(layout.xTickValues, map.xTransform, map.x, false, style);
        const auto labels = static_cast<double>(std::max<qsizetype>(layout.xTicks.size(), 1));
        if (widestOf(layout.xTicks, metrics) + kLabelGap * 2 <= map.plot.width() / labels)
            break;
    }
}

void layoutValues(FigureLayout& layout, const PreparedFigure& figure) {
    const FigureAxis& axis = figure.spec().value;
    Extent extent;
    std::optional<double> neutral;
    for (const PreparedFigure::Mark& prepared : figure.marks()) {
        if (prepared.mark->kind != MarkKind::cells || !prepared.mark->matrix)
            continue;
        for (double cell : prepared.mark->matrix->cells)
            extent.add(cell);
        neutral = prepared.mark->neutral;
    }
    const AxisTransform transform(axis.scale, axis.symlogThreshold);
    double low = axis.scale == AxisScale::log ? extent.smallestPositive : extent.minimum;
    double high = extent.maximum;
    if (!extent.any || (axis.scale == AxisScale::log && low <= 0)) {
        low = axis.scale == AxisScale::log ? 1.0 : 0.0;
        high = low + 1.0;
    }
    AxisRange range = finalRange({transform.forward(low), transform.forward(high)}, axis, transform);
    if (neutral && std::isfinite(transform.forward(*neutral))) {
        // A diverging map is centred on its neutral value even if the data are not.
        const double centre = transform.forward(*neutral);
        const double reach = std::max(std::abs(range.high - centre), std::abs(range.low - centre));
        range = {centre - reach, centre + reach};
    }
    layout.valueRange = range;
    const QRectF& plot = layout.map.plot;
    layout.colorBar = QRectF(plot.right() + 16, plot.top(), 12, plot.height());
    layout.valueTicks = axisTicks(axis, transform.inverse(range.low), transform.inverse(range.high),
                                  std::clamp(static_cast<int>(plot.height() / 30), 2, 6));
}

double leftMargin(const FigureLayout& layout, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const double labels = widestOf(layout.yTicks, metrics) + kTickLength + kLabelGap + 4;
    return std::max(kMarginLeft, std::ceil(labels + (layout.yTitle.isEmpty() ? kLabelGap : kTitleRoom)));
}

FigureLayout layoutWith(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size,
                        const FigureView& view, bool legendAbove) {
    const FigureSpec& spec = figure.spec();
    FigureLayout layout;
    setTransforms(layout, spec);
    layout.xTitle = toQString(axisTitle(spec.x));
    layout.yTitle = toQString(axisTitle(spec.y));
    const FigureRanges full = dataRanges(figure);
    layout.map.x = view.x.value_or(full.x);
    layout.map.y = view.y.value_or(full.y);

    Sides sides;
    sides.bottom = layout.xTitle.isEmpty() ? kMarginBottom - 14 : kMarginBottom;
    sides.right = rightMargin(figure, style, size);
    if (legendAbove)
        sides.top += legendRoomAbove(figure, style, size.width() - kMarginLeft - sides.right);
    layout.map.plot = plotRect(size, sides);
    layoutY(layout, spec, style, size);
    sides.left = leftMargin(layout, style);
    layout.map.plot = plotRect(size, sides);
    if (!view.x)
        layout.map.x = withRoomForValues(full.x, spec.x, layout.map.plot.width(), valueTextRoom(figure, style, true));
    if (!view.y)
        layout.map.y = withRoomForValues(full.y, spec.y, layout.map.plot.height(), valueTextRoom(figure, style, false));
    layoutX(layout, spec, style);
    layoutY(layout, spec, style, size);

    // The axis line stands only where values start.
    const bool sideways = std::any_of(spec.marks.begin(), spec.marks.end(), [](const FigureMark& mark) {
        return mark.horizontal && mark.kind == MarkKind::bars;
    });
    layout.xAxisLine = !sideways && spec.x.scale != AxisScale::category;
    if (figure.has(MarkKind::cells))
        layoutValues(layout, figure);
    placeLabels(layout, figure, style, size);
    placeAnnotations(layout, figure, style);
    return layout;
}

} // namespace

int barDecimals(const PreparedFigure& figure) {
    std::vector<double> values;
    for (const PreparedFigure::Mark& prepared : figure.marks())
        if (prepared.mark->kind == MarkKind::bars && prepared.mark->showValues)
            values.insert(values.end(), prepared.mark->y.begin(), prepared.mark->y.end());
    return commonDecimals(values);
}

FigureLayout layoutFigure(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size,
                          const FigureView& view) {
    FigureLayout layout = layoutWith(figure, style, size, view, false);
    if (legendMarks(figure).isEmpty() || placeLegendInside(layout, figure, style))
        return layout;
    layout = layoutWith(figure, style, size, view, true);
    placeLegendAbove(layout, figure, style);
    return layout;
}

} // namespace vitrine
