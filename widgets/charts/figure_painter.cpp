#include "widgets/charts/figure_painter.h"

#include "core/values/text.h"
#include "widgets/style/badge.h"
#include "widgets/style/metrics.h"

#include <QFontMetricsF>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace vitrine {

FigurePainter::FigurePainter(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style,
                             const FigureEmphasis& emphasis)
    : m_figure(figure), m_plan(plan), m_style(style), m_emphasis(emphasis), m_map(plan.layout.map),
      m_tokens(style.tokens()),
      m_lineCount(std::ranges::count(figure.spec().marks, MarkKind::line, &FigureMark::kind)) {}

QColor FigurePainter::colorOf(const FigureMark& mark) const {
    return seriesColor(mark.slot, m_tokens);
}

void FigurePainter::paintGround(QPainter* painter) const {
    const FigureLayout& layout = m_plan.layout;
    const QRectF& plot = m_map.plot;
    paintRows(painter);
    if (layout.denseRows)
        paintRowNames(painter);
    if (m_figure.has(MarkKind::cells))
        return;
    // Qt Charts would also draw a grid line at both ends of the range, which makes a frame.
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setPen(QPen(m_tokens.grid, m_style.lineFactor));
    if (m_figure.spec().x.scale != AxisScale::category)
        for (const TickMark& tick : layout.xTicks) {
            const double x = std::floor(plot.left() + tick.part * plot.width()) + 0.5;
            painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
    if (m_figure.spec().y.scale != AxisScale::category)
        for (const TickMark& tick : layout.yTicks) {
            const double y = std::floor(plot.bottom() - tick.part * plot.height()) + 0.5;
            painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        }
    paintBarFeet(painter);
}

void FigurePainter::paintBarFeet(QPainter* painter) const {
    // Bars stand on a line at zero; a category axis itself has neither line nor ticks.
    const auto bars =
        std::find_if(m_figure.marks().begin(), m_figure.marks().end(), [](const PreparedFigure::Mark& mark) {
            return mark.mark->kind == MarkKind::bars && mark.mark->barWidth <= 0;
        });
    if (bars == m_figure.marks().end())
        return;
    const QRectF& plot = m_map.plot;
    painter->setPen(QPen(m_tokens.axis, m_style.lineFactor));
    const double zero = bars->mark->horizontal ? m_map.xPixel(0.0) : m_map.yPixel(0.0);
    if (bars->mark->horizontal) {
        const double x = std::floor(std::isfinite(zero) ? zero : plot.left()) + 0.5;
        if (x >= plot.left() && x <= plot.right())
            painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        return;
    }
    const double y = std::floor(std::isfinite(zero) ? zero : plot.bottom()) + 0.5;
    if (y >= plot.top() && y <= plot.bottom() + 1)
        painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
}

void FigurePainter::paintRows(QPainter* painter) const {
    // The row of a selected category, over the whole width of the pane.
    const FigureSpec& spec = m_figure.spec();
    if (spec.y.scale != AxisScale::category || m_figure.has(MarkKind::cells))
        return;
    const auto fillRow = [&](const QString& key, const QColor& color) {
        const QList<MarkPoint> points = m_figure.pointsOf(key);
        for (const MarkPoint& point : points) {
            const FigureMark& mark = spec.marks[static_cast<std::size_t>(point.mark)];
            if (point.index < 0)
                continue;
            const std::vector<double>& places = mark.kind == MarkKind::points ? mark.y : mark.x;
            const double y = m_map.yPixel(places[static_cast<std::size_t>(point.index)]);
            const double half = std::min(m_map.yUnit() / 2, 16.0);
            if (y > m_map.plot.top() && y < m_map.plot.bottom())
                painter->fillRect(QRectF(0, y - half, m_plan.size.width(), half * 2), color);
        }
    };
    if (!m_emphasis.hovered.isEmpty() && !isSelected(m_emphasis.hovered))
        fillRow(m_emphasis.hovered, m_tokens.hover);
    for (const QString& key : m_emphasis.selected)
        fillRow(key, m_tokens.selection);
}

void FigurePainter::paintRowNames(QPainter* painter) const {
    QList<double> strong;
    for (const QString& key : m_emphasis.selected)
        for (const MarkPoint& point : m_figure.pointsOf(key)) {
            const FigureMark& mark = m_figure.spec().marks[static_cast<std::size_t>(point.mark)];
            const std::vector<double>& places = mark.kind == MarkKind::points ? mark.y : mark.x;
            if (mark.kind == MarkKind::cells)
                strong.append(point.index);
            else if (point.index >= 0 && static_cast<std::size_t>(point.index) < places.size())
                strong.append(places[static_cast<std::size_t>(point.index)]);
        }
    painter->setPen(m_tokens.text2);
    for (const TickMark& tick : m_plan.layout.yTicks) {
        painter->setFont(strong.contains(tick.value) ? m_style.strongFont : m_style.font);
        const double y = m_map.plot.bottom() - tick.part * m_map.plot.height();
        painter->drawText(QRectF(0, y - 10, m_map.plot.left() - 8, 20), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
}

void FigurePainter::paintMarks(QPainter* painter) const {
    painter->setRenderHint(QPainter::Antialiasing, true);
    const auto layer = [this](std::size_t i) {
        return Layer{m_figure.marks()[i], m_plan.marks[i], static_cast<int>(i)};
    };
    // Bars, boxes and dots put texts outside the plot; lines and references lie over them.
    for (std::size_t i = 0; i < m_plan.marks.size(); ++i)
        paintBeyondPlot(painter, layer(i));
    painter->save();
    painter->setClipRect(m_map.plot.adjusted(-4, -4, 4, 4));
    LineLayer lines(painter, m_map.plot.adjusted(-4, -4, 4, 4));
    for (std::size_t i = 0; i < m_plan.marks.size(); ++i)
        paintInPlot(painter, lines, layer(i));
    lines.flush();
    for (std::size_t i = 0; i < m_plan.marks.size(); ++i) {
        paintNonFinite(painter, layer(i));
        paintEmphasis(painter, layer(i));
    }
    painter->restore();
    paintTitles(painter);
    paintLabels(painter);
    paintLegend(painter);
    paintBadges(painter);
}

void FigurePainter::paintBeyondPlot(QPainter* painter, const Layer& layer) const {
    switch (layer.mark().kind) {
    case MarkKind::bars: paintBars(painter, layer); break;
    case MarkKind::boxes: paintBoxes(painter, layer); break;
    case MarkKind::points: paintDotValues(painter, layer); break;
    case MarkKind::cells: paintColorBar(painter, layer.mark()); break;
    default: break;
    }
}

void FigurePainter::paintInPlot(QPainter* painter, LineLayer& lines, const Layer& layer) const {
    if (layer.mark().kind != MarkKind::line)
        lines.flush(); // what comes later lies above
    switch (layer.mark().kind) {
    case MarkKind::line: paintLine(painter, lines, layer); break;
    case MarkKind::points: paintPoints(painter, layer); break;
    case MarkKind::cells: paintCells(painter, layer); break;
    case MarkKind::referenceX:
    case MarkKind::referenceY:
    case MarkKind::diagonal: paintReference(painter, layer.mark()); break;
    case MarkKind::bars:
    case MarkKind::boxes: break;
    }
}

void FigurePainter::paintTitles(QPainter* painter) const {
    const FigureLayout& layout = m_plan.layout;
    const QFontMetricsF metrics(m_style.font);
    const QRectF& plot = m_map.plot;
    painter->setFont(m_style.font);
    painter->setPen(m_tokens.text2);
    const QString x = metrics.elidedText(layout.xTitle, Qt::ElideRight, m_plan.size.width() - 8);
    const double width = metrics.horizontalAdvance(x);
    // Centred on the plot, but a long title may use the whole width of the pane.
    const double left = std::clamp(plot.center().x() - width / 2, 4.0, std::max(4.0, m_plan.size.width() - 4 - width));
    painter->drawText(QPointF(left, m_plan.size.height() - metrics.descent() - 3), x);
    const QString y = metrics.elidedText(layout.yTitle, Qt::ElideRight, m_plan.size.height() - 8);
    const double length = metrics.horizontalAdvance(y);
    const double start =
        std::clamp(plot.center().y() + length / 2, 4.0 + length, std::max(4.0 + length, m_plan.size.height() - 4));
    painter->save();
    painter->translate(4 + metrics.ascent(), start);
    painter->rotate(-90);
    painter->drawText(QPointF(0, 0), y);
    painter->restore();
}

void FigurePainter::paintReference(QPainter* painter, const FigureMark& mark) const {
    QPen pen(mark.slot > 0 ? colorOf(mark)
             : mark.strong ? m_tokens.text
                           : m_tokens.text2,
             (mark.strong ? 1.25 : 1.0) * m_style.lineFactor);
    pen.setCapStyle(Qt::FlatCap);
    if (mark.dash == DashStyle::dotted)
        pen.setDashPattern({1.5, 2.5});
    else if (mark.dash != DashStyle::solid && !mark.strong)
        pen.setDashPattern({4, 3});
    painter->setPen(pen);
    const QRectF& plot = m_map.plot;
    if (mark.kind == MarkKind::diagonal) {
        const double low = std::max(m_map.xValue(plot.left()), m_map.yValue(plot.bottom()));
        const double high = std::min(m_map.xValue(plot.right()), m_map.yValue(plot.top()));
        if (high > low)
            paintDiagonal(painter, low, high);
    } else if (mark.kind == MarkKind::referenceX && !mark.x.empty()) {
        const double x = std::floor(m_map.xPixel(mark.x.front())) + 0.5;
        if (x >= plot.left() && x <= plot.right() + 1)
            painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    } else if (mark.kind == MarkKind::referenceY && !mark.y.empty()) {
        const double y = std::floor(m_map.yPixel(mark.y.front())) + 0.5;
        if (y >= plot.top() - 1 && y <= plot.bottom())
            painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
}

void FigurePainter::paintDiagonal(QPainter* painter, double low, double high) const {
    const FigureSpec& spec = m_figure.spec();
    if (spec.x.scale == spec.y.scale && spec.x.symlogThreshold == spec.y.symlogThreshold) {
        painter->drawLine(m_map.pixel(low, low), m_map.pixel(high, high));
        return;
    }
    // Where the axes differ in scale, y = x is a curve.
    constexpr int kPieces = 128;
    QPolygonF curve;
    const double from = m_map.xPixel(low), to = m_map.xPixel(high);
    for (int i = 0; i <= kPieces; ++i) {
        const double value = m_map.xValue(from + (to - from) * i / kPieces);
        const QPointF pixel = m_map.pixel(value, value);
        if (std::isfinite(pixel.x()) && std::isfinite(pixel.y()))
            curve.append(pixel);
    }
    painter->drawPolyline(curve);
}

double FigurePainter::crossHeight(double value) const {
    return value > 0 ? m_map.plot.top() + 8 : m_map.plot.bottom() - 8; // +Inf above, -Inf and NaN below
}

void FigurePainter::paintNonFinite(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    if (mark.kind != MarkKind::line && mark.kind != MarkKind::points)
        return;
    double before = -1e9;
    for (std::size_t i : layer.prepared.yIndex.nonFinite()) {
        if (i >= mark.x.size())
            break;
        const double x = m_map.xPixel(mark.x[i]);
        if (!std::isfinite(x) || x < m_map.plot.left() - 1 || x > m_map.plot.right() + 1 || std::abs(x - before) < 3)
            continue; // crosses that would merge are drawn once; the badge has the count
        drawCross(painter, QPointF(x, crossHeight(mark.y[i])), m_tokens.error, m_style.lineFactor);
        before = x;
    }
}

void FigurePainter::paintLabels(QPainter* painter) const {
    for (const PlotLabel& label : m_plan.layout.labels) {
        const QFont& font = label.strong ? m_style.strongFont : m_style.font;
        const QFontMetricsF metrics(font);
        const double width = metrics.horizontalAdvance(label.text);
        const double left = label.alignment & Qt::AlignRight ? label.anchor.x() - width : label.anchor.x();
        const double base = label.anchor.y() + (metrics.ascent() - metrics.descent()) / 2;
        if (!label.strong && m_map.plot.contains(QPointF(left, label.anchor.y()))) {
            QColor ground = m_tokens.base;
            ground.setAlphaF(0.8F);
            painter->fillRect(QRectF(left - 2, base - metrics.ascent(), width + 4, metrics.height()), ground);
        }
        painter->setFont(font);
        painter->setPen(label.color);
        painter->drawText(QPointF(left, base), label.text);
    }
    if (m_plan.layout.annotations.isEmpty())
        return;
    const QFontMetricsF metrics(m_style.font);
    const QRectF box = m_plan.layout.annotationsBox;
    QPointF at = box.topLeft();
    painter->setFont(m_style.font);
    for (const QString& line : m_plan.layout.annotations) {
        QColor ground = m_tokens.base;
        ground.setAlphaF(0.8F);
        const double width = metrics.horizontalAdvance(line);
        if (m_plan.layout.annotationsRight)
            at.setX(box.right() - width);
        painter->fillRect(QRectF(at.x() - 2, at.y(), width + 4, metrics.height() + 1), ground);
        painter->setPen(m_tokens.text);
        painter->drawText(at + QPointF(0, metrics.ascent()), line);
        at += QPointF(0, std::ceil(metrics.height()) + 1);
    }
}

void FigurePainter::paintLegend(QPainter* painter) const {
    const FigureLayout& layout = m_plan.layout;
    if (layout.legend.isEmpty())
        return;
    if (m_map.plot.contains(layout.legendBox.center())) {
        QColor ground = m_tokens.base;
        ground.setAlphaF(0.9F);
        painter->fillRect(layout.legendBox, ground);
    }
    const QFontMetricsF metrics(m_style.font);
    for (const LegendEntry& entry : layout.legend) {
        const FigureMark& mark = *m_figure.marks()[static_cast<std::size_t>(entry.mark)].mark;
        const QPointF middle(entry.rect.left() + 11, entry.rect.center().y());
        if (mark.kind == MarkKind::line) {
            painter->setPen(linePen(mark, mark.width, false));
            painter->drawLine(middle - QPointF(11, 0), middle + QPointF(11, 0));
        }
        if (mark.kind == MarkKind::bars) {
            painter->fillRect(QRectF(middle.x() - 5, middle.y() - 5, 10, 10), colorOf(mark));
        } else if (mark.kind == MarkKind::points || mark.markers) {
            const MarkerShape shape = pointShape(mark, m_style.theme);
            const bool open = markerIsOpen(shape) || mark.hollow;
            painter->setPen(open ? QPen(colorOf(mark), 1.5 * m_style.lineFactor) : QPen(Qt::NoPen));
            painter->setBrush(open ? (mark.hollow ? QBrush(m_tokens.base) : QBrush(Qt::NoBrush))
                                   : QBrush(colorOf(mark)));
            painter->drawPath(markerPath(shape, 3.5).translated(middle));
        }
        painter->setFont(m_style.font);
        painter->setPen(m_tokens.text2);
        painter->drawText(
            QPointF(entry.rect.left() + 28, entry.rect.center().y() + (metrics.ascent() - metrics.descent()) / 2),
            entry.label);
    }
}

void FigurePainter::paintBadges(QPainter* painter) const {
    QPointF at = m_plan.badgesAt;
    const QFontMetricsF metrics(m_style.font);
    for (const QString& text : m_plan.badges) {
        const double width = metrics.horizontalAdvance(text) + 16;
        const QRectF rect(at.x() - width, at.y(), width, metrics::kBadgeHeight);
        painter->setPen(QPen(m_tokens.line2, m_style.lineFactor));
        painter->setBrush(m_tokens.alt);
        painter->drawRoundedRect(rect, metrics::kBadgeRadius, metrics::kBadgeRadius);
        painter->setPen(m_tokens.text2);
        painter->setFont(m_style.font);
        painter->drawText(QPointF(rect.left() + 8, rect.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                          text);
        at += QPointF(0, metrics::kBadgeHeight + 4);
    }
}

void drawCross(QPainter* painter, const QPointF& at, const QColor& color, double lineFactor) {
    painter->setPen(QPen(color, 1.75 * lineFactor, Qt::SolidLine, Qt::RoundCap));
    painter->drawLine(at + QPointF(-3, -3), at + QPointF(3, 3));
    painter->drawLine(at + QPointF(-3, 3), at + QPointF(3, -3));
}

} // namespace vitrine
