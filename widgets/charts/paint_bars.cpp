#include "core/values/text.h"
#include "widgets/charts/figure_labels.h"
#include "widgets/charts/figure_painter.h"
#include "widgets/charts/number_label.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

// Bars and boxes of FigurePainter.

namespace vitrine {
namespace {

constexpr double kBarPart = 0.6; ///< of the pitch
constexpr double kTextGap = 5;

/// Bar marks share the pitch side by side.
std::pair<int, int> dodge(const PreparedFigure& figure, const FigureMark& mark) {
    int count = 0;
    int place = 0;
    for (const PreparedFigure::Mark& prepared : figure.marks()) {
        if (prepared.mark->kind != MarkKind::bars)
            continue;
        if (prepared.mark == &mark)
            place = count;
        ++count;
    }
    return {place, std::max(count, 1)};
}

} // namespace

double valuePixel(const PlotMap& map, bool horizontal, double value) {
    constexpr double kFar = 1e5;
    const double pixel = horizontal ? map.xPixel(value) : map.yPixel(value);
    if (!std::isfinite(pixel))
        return horizontal ? map.plot.left() : map.plot.bottom();
    return horizontal ? std::clamp(pixel, map.plot.left() - kFar, map.plot.right() + kFar)
                      : std::clamp(pixel, map.plot.top() - kFar, map.plot.bottom() + kFar);
}

QRectF barRectOf(const PreparedFigure& figure, const PlotMap& map, const FigureMark& mark, std::size_t i) {
    if (i >= mark.x.size() || i >= mark.y.size())
        return {};
    const double unit = mark.horizontal ? map.yUnit() : map.xUnit();
    double thickness = mark.barWidth > 0 ? std::max(mark.barWidth * unit - 1, 1.0) : kBarPart * unit;
    double center = mark.horizontal ? map.yPixel(mark.x[i]) : map.xPixel(mark.x[i]);
    if (mark.barWidth <= 0) {
        thickness = std::min(thickness, 48.0);
        const auto [place, count] = dodge(figure, mark);
        thickness /= count;
        center += (place - (count - 1) / 2.0) * thickness;
    }
    const QRectF& plot = map.plot;
    const double begin = i < mark.start.size() ? mark.start[i] : 0.0;
    const double end = begin + mark.y[i];
    const double value = mark.horizontal ? map.xPixel(end) : map.yPixel(end);
    double base = mark.horizontal ? map.xPixel(begin) : map.yPixel(begin);
    if (!std::isfinite(base)) // a log axis has no zero: bars stand on its low end
        base = mark.horizontal ? plot.left() : plot.bottom();
    if (!std::isfinite(value) || !std::isfinite(center))
        return {};
    if (mark.horizontal) {
        const double from = std::clamp(base, plot.left(), plot.right());
        const double to = std::clamp(value, plot.left(), plot.right());
        return QRectF(QPointF(std::min(from, to), center - thickness / 2), QSizeF(std::abs(to - from), thickness));
    }
    const double from = std::clamp(base, plot.top(), plot.bottom());
    const double to = std::clamp(value, plot.top(), plot.bottom());
    return QRectF(QPointF(center - thickness / 2, std::min(from, to)), QSizeF(thickness, std::abs(to - from)));
}

QRectF boxRectOf(const PlotMap& map, const FigureMark& mark, std::size_t i) {
    const BoxSummary& box = mark.boxes[i];
    const double place = i < mark.x.size() ? mark.x[i] : static_cast<double>(i);
    const double unit = mark.horizontal ? map.yUnit() : map.xUnit();
    const double half = std::clamp(unit * kBarPart / 2, 3.0, 8.0);
    if (mark.horizontal) {
        const double y = map.yPixel(place);
        return QRectF(QPointF(valuePixel(map, true, box.q1), y - half),
                      QPointF(valuePixel(map, true, box.q3), y + half))
            .normalized();
    }
    const double x = map.xPixel(place);
    return QRectF(QPointF(x - half, valuePixel(map, false, box.q3)), QPointF(x + half, valuePixel(map, false, box.q1)))
        .normalized();
}

QRectF FigurePainter::barRect(const FigureMark& mark, std::size_t i) const {
    return barRectOf(m_figure, m_map, mark, i);
}

void FigurePainter::paintBars(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    const int decimals = barDecimals(m_figure);
    const bool hasIntervals = mark.lower.size() == mark.y.size() && mark.upper.size() == mark.y.size();
    for (std::size_t i = 0; i < mark.x.size() && i < mark.y.size(); ++i) {
        const QString key = m_figure.keyOf({layer.index, static_cast<int>(i)});
        const bool selected = isSelected(key);
        const QRectF rect = barRect(mark, i);
        const double place = mark.horizontal ? m_map.yPixel(mark.x[i]) : m_map.xPixel(mark.x[i]);
        const bool placeVisible = mark.horizontal ? place > m_map.plot.top() && place < m_map.plot.bottom()
                                                  : place > m_map.plot.left() && place < m_map.plot.right();
        if (!placeVisible)
            continue;
        if (rect.isNull()) {
            const QPointF foot =
                mark.horizontal ? QPointF(m_map.plot.left() + 8, place) : QPointF(place, m_map.plot.bottom() - 8);
            drawCross(painter, foot, m_tokens.error, m_style.lineFactor);
            continue;
        }
        QColor color = selected ? seriesColor(2, m_tokens) : colorOf(mark);
        if (!selected && !key.isEmpty() && key == m_emphasis.hovered)
            color = mixed(color, m_tokens.text, 0.15);
        painter->fillRect(rect, color);
        if (hasIntervals && std::isfinite(mark.lower[i]) && std::isfinite(mark.upper[i])) {
            const QPointF centre = rect.center();
            QColor ink = m_tokens.text;
            ink.setAlphaF(0.4F);
            painter->setPen(QPen(ink, 3 * m_style.lineFactor, Qt::SolidLine, Qt::FlatCap));
            const double least = mark.horizontal ? m_map.plot.left() : m_map.plot.top();
            const double most = mark.horizontal ? m_map.plot.right() : m_map.plot.bottom();
            const double from = std::clamp(valuePixel(m_map, mark.horizontal, mark.lower[i]), least, most);
            const double to = std::clamp(valuePixel(m_map, mark.horizontal, mark.upper[i]), least, most);
            if (mark.horizontal)
                painter->drawLine(QPointF(from, centre.y()), QPointF(to, centre.y()));
            else
                painter->drawLine(QPointF(centre.x(), from), QPointF(centre.x(), to));
        }
        if (mark.showValues)
            paintBarText(painter, mark, i, rect, decimals, selected);
    }
}

double barTextLeft(const QRectF& bar, double end, double textWidth, bool negative, const QRectF& plot) {
    if (!negative)
        return end + kTextGap;
    const double left = end - kTextGap - textWidth;
    return left < plot.left() ? bar.right() + kTextGap : left;
}

void FigurePainter::paintBarText(QPainter* painter, const FigureMark& mark, std::size_t i, const QRectF& bar,
                                 int decimals, bool strong) const {
    const QFontMetricsF metrics(m_style.font);
    const QString text = decimalLabel(mark.y[i], decimals, m_style.locale);
    const double width = metrics.horizontalAdvance(text);
    const bool negative = mark.y[i] < 0;
    painter->setFont(m_style.font);
    painter->setPen(strong ? m_tokens.text : m_tokens.text2);
    const double middle = (metrics.ascent() - metrics.descent()) / 2;
    if (mark.horizontal) {
        if (bar.height() < 7)
            return; // rows closer than text is high
        double end = negative ? bar.left() : bar.right();
        if (!negative && i < mark.upper.size() && std::isfinite(mark.upper[i]))
            end = std::max(end, m_map.xPixel(mark.upper[i]));
        painter->drawText(QPointF(barTextLeft(bar, end, width, negative, m_map.plot), bar.center().y() + middle), text);
    } else if (width + 2 <= m_map.xUnit()) {
        painter->drawText(QPointF(bar.center().x() - width / 2,
                                  negative ? bar.bottom() + metrics.ascent() + 2 : bar.top() - metrics.descent() - 1),
                          text);
    }
}

void FigurePainter::paintDotValues(QPainter* painter, const Layer& layer) const {
    // Values of dots stand in a column at the right, where no interval covers them.
    const FigureMark& mark = layer.mark();
    if (!mark.showValues || !mark.horizontal || m_map.yUnit() < 11)
        return;
    const QFontMetricsF metrics(m_style.font);
    const int decimals = commonDecimals(mark.x);
    painter->setFont(m_style.font);
    for (std::size_t i = 0; i < mark.x.size() && i < mark.y.size(); ++i) {
        const double y = m_map.yPixel(mark.y[i]);
        if (!(y > m_map.plot.top() && y < m_map.plot.bottom()))
            continue;
        const QString text = decimalLabel(mark.x[i], decimals, m_style.locale);
        const bool selected = isSelected(m_figure.keyOf({layer.index, static_cast<int>(i)}));
        painter->setPen(selected ? m_tokens.text : m_tokens.text2);
        painter->drawText(QPointF(m_plan.size.width() - 12 - metrics.horizontalAdvance(text),
                                  y + (metrics.ascent() - metrics.descent()) / 2),
                          text);
    }
}

void FigurePainter::paintBoxes(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    const QFontMetricsF metrics(m_style.font);
    const auto& marks = m_figure.spec().marks;
    const auto first = std::ranges::find(marks, MarkKind::boxes, &FigureMark::kind);
    bool headed = layer.index != first - marks.begin(); // once per figure
    for (std::size_t i = 0; i < mark.boxes.size(); ++i) {
        const BoxSummary& box = mark.boxes[i];
        const QRectF rect = boxRectOf(m_map, mark, i);
        const bool selected = isSelected(m_figure.keyOf({layer.index, static_cast<int>(i)}));
        const QColor color = selected ? seriesColor(2, m_tokens) : colorOf(mark);
        const QPointF centre = rect.center();
        if (mark.horizontal && (centre.y() < m_map.plot.top() || centre.y() > m_map.plot.bottom()))
            continue;
        if (mark.horizontal && mark.boxes.size() <= 64) {
            const QString count = m_style.locale.toString(static_cast<qlonglong>(box.n));
            painter->setFont(m_style.font);
            painter->setPen(m_tokens.text2);
            const double right = m_plan.size.width() - 8;
            painter->drawText(QPointF(right - metrics.horizontalAdvance(count),
                                      centre.y() + (metrics.ascent() - metrics.descent()) / 2),
                              count);
            if (!headed)
                painter->drawText(QPointF(right - metrics.horizontalAdvance(QStringLiteral("n")), m_map.plot.top() + 2),
                                  QStringLiteral("n"));
            headed = true;
        }
        if (box.n == 0)
            continue;
        painter->save();
        painter->setClipRect(m_map.plot.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
        painter->setPen(QPen(color, 1.25 * m_style.lineFactor));
        const auto at = [&](double value, double offset) {
            const double pixel = valuePixel(m_map, mark.horizontal, value);
            return mark.horizontal ? QPointF(pixel, centre.y() + offset) : QPointF(centre.x() + offset, pixel);
        };
        painter->drawLine(at(box.low, 0), at(box.q1, 0));
        painter->drawLine(at(box.q3, 0), at(box.high, 0));
        painter->setBrush(m_tokens.base);
        painter->drawRect(rect);
        const double half = (mark.horizontal ? rect.height() : rect.width()) / 2;
        painter->setPen(QPen(color, 2 * m_style.lineFactor, Qt::SolidLine, Qt::FlatCap));
        painter->drawLine(at(box.median, -half), at(box.median, half));
        painter->restore();
    }
}

} // namespace vitrine
