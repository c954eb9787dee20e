#include "widgets/charts/figure_painter.h"

#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

// Lines, bands and points of FigurePainter.

namespace vitrine {
namespace {

/// More kept points than this for each pixel of width: the line is a solid area and dashes would only cost time.
constexpr double kDensePerPixel = 1.2;
constexpr std::size_t kMostLineMarkers = 200;
constexpr std::ptrdiff_t kMostStrokedLines = 24; ///< with dashes; among more no eye follows them
constexpr double kFar = 1e5;

/// Far outside the plot is as good as any place there, and QPainter's numbers stay small.
QPointF clamped(const QPointF& pixel) {
    return {std::clamp(pixel.x(), -kFar, kFar), std::clamp(pixel.y(), -kFar, kFar)};
}

QPixmap markerSprite(const QPainterPath& path, const QPen& pen, const QBrush& brush, double ratio) {
    const double reach = 6;
    QPixmap sprite(static_cast<int>(std::ceil(reach * 2 * ratio)), static_cast<int>(std::ceil(reach * 2 * ratio)));
    sprite.setDevicePixelRatio(ratio);
    sprite.fill(Qt::transparent);
    QPainter painter(&sprite);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(reach, reach);
    painter.setPen(pen);
    painter.setBrush(brush);
    painter.drawPath(path);
    return sprite;
}

} // namespace

QPen FigurePainter::linePen(const FigureMark& mark, double width, bool dense) const {
    const double penWidth = width * m_style.lineFactor;
    QColor color = colorOf(mark);
    color.setAlphaF(static_cast<float>(std::clamp(mark.opacity, 0.0, 1.0)));
    QPen pen(color, penWidth, Qt::SolidLine, Qt::FlatCap, dense ? Qt::BevelJoin : Qt::RoundJoin);
    QList<qreal> dash;
    if (mark.dash == DashStyle::bySlot)
        dash = seriesStyle(mark.slot, m_style.theme).dash;
    else if (mark.dash == DashStyle::dashed)
        dash = {4, 3};
    else if (mark.dash == DashStyle::dotted)
        dash = {1.5, 2.5};
    if (!dense && !dash.isEmpty()) {
        for (qreal& length : dash)
            length = length / width; // patterns count in pen widths
        pen.setDashPattern(dash);
    }
    return pen;
}

bool FigurePainter::goesToLayer(const QPainter* painter, const Layer& layer) const {
    const bool dense = static_cast<double>(layer.plan.kept.size()) > m_map.plot.width() * kDensePerPixel;
    return !m_style.isPrint() && layer.prepared.ascending && (dense || m_lineCount > kMostStrokedLines) &&
           LineLayer::canPaint(painter);
}

void FigurePainter::paintLine(QPainter* painter, LineLayer& lines, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    const bool dense = static_cast<double>(layer.plan.kept.size()) > m_map.plot.width() * kDensePerPixel;
    const bool toLayer = goesToLayer(painter, layer);
    const bool showsMarkers = mark.markers && layer.plan.kept.size() <= kMostLineMarkers;
    if (!toLayer || !mark.lower.empty())
        lines.flush();
    paintBand(painter, layer);
    const bool selected = isSelected(m_figure.keyOf({layer.index, -1}));
    const QPen pen = linePen(mark, mark.width + (selected ? 1.0 : 0.0), dense);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    QPolygonF piece;
    const auto flush = [&] {
        if (toLayer)
            lines.addPiece(piece, pen.widthF(), pen.color());
        else if (piece.size() > 1)
            painter->drawPolyline(piece);
        else if (piece.size() == 1)
            painter->drawPoint(piece.front());
        piece.clear();
    };
    for (std::size_t i : layer.plan.kept) {
        if (i == kLineGap) {
            flush();
            continue;
        }
        const QPointF pixel = m_map.pixel(mark.x[i], mark.y[i]);
        if (!std::isfinite(pixel.x()) || !std::isfinite(pixel.y())) {
            flush();
            continue;
        }
        piece.append(clamped(pixel));
    }
    flush();
    if (toLayer && (showsMarkers || m_figure.spec().x.maximum))
        lines.flush();
    paintOpenEnd(painter, layer);
    if (showsMarkers)
        paintMarkers(painter, layer, layer.plan.kept, mark.hollow ? 3.0 : 3.5);
}

void FigurePainter::paintOpenEnd(QPainter* painter, const Layer& layer) const {
    // A line that is still growing towards the end of its axis shows where it is.
    const FigureMark& mark = layer.mark();
    if (!m_figure.spec().x.maximum || mark.label.empty() || layer.plan.kept.empty() ||
        layer.plan.kept.back() == kLineGap)
        return;
    const std::size_t i = layer.plan.kept.back();
    const QPointF pixel = m_map.pixel(mark.x[i], mark.y[i]);
    if (i + 1 != mark.x.size() || !isWithin(m_map.plot, pixel) || pixel.x() > m_map.plot.right() - 24)
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(colorOf(mark));
    painter->drawEllipse(pixel, 3.5, 3.5);
}

void FigurePainter::paintBand(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    if (mark.lower.size() != mark.y.size() || mark.upper.size() != mark.y.size())
        return;
    // Widest band in each pixel column: an interval is never drawn narrower than it is.
    QPolygonF low, high;
    const auto flush = [&] {
        if (!low.isEmpty()) {
            std::reverse(low.begin(), low.end());
            QColor color = colorOf(mark);
            color.setAlphaF(0.16F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(color);
            painter->drawPolygon(high + low);
        }
        low.clear();
        high.clear();
    };
    const QRectF& plot = m_map.plot;
    for (std::size_t i = 0; i < mark.y.size() && i < mark.x.size(); ++i) {
        const double x = m_map.xPixel(mark.x[i]);
        const double bottom = m_map.yPixel(mark.lower[i]);
        const double top = m_map.yPixel(mark.upper[i]);
        if (!std::isfinite(x) || !std::isfinite(bottom) || !std::isfinite(top)) {
            flush();
            continue;
        }
        if (x < plot.left() - kFar || x > plot.right() + kFar)
            continue;
        if (!low.isEmpty() && std::abs(low.back().x() - x) < 0.5) {
            low.back().setY(std::max(low.back().y(), bottom));
            high.back().setY(std::min(high.back().y(), top));
        } else {
            low.append(clamped({x, bottom}));
            high.append(clamped({x, top}));
        }
    }
    flush();
}

void FigurePainter::paintMarkers(QPainter* painter, const Layer& layer, const std::vector<std::size_t>& positions,
                                 double radius) const {
    const FigureMark& mark = layer.mark();
    const MarkerShape shape = pointShape(mark, m_style.theme);
    QColor color = colorOf(mark);
    color.setAlphaF(static_cast<float>(std::clamp(mark.opacity, 0.0, 1.0)));
    const bool open = mark.hollow || markerIsOpen(shape);
    const QPen pen = open ? QPen(color, 1.25 * m_style.lineFactor) : QPen(Qt::NoPen);
    const QBrush brush = mark.hollow ? QBrush(m_tokens.base) : open ? QBrush(Qt::NoBrush) : QBrush(color);
    const QPainterPath path = markerPath(shape, radius);
    // On screen thousands of equal markers are one small picture; files get shapes.
    const bool sprites = !m_style.isPrint() && positions.size() > 64;
    const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
    const QPixmap sprite = sprites ? markerSprite(path, pen, brush, ratio) : QPixmap();
    painter->setPen(pen);
    painter->setBrush(brush);
    for (std::size_t i : positions) {
        if (i == kLineGap)
            continue;
        const QPointF pixel = m_map.pixel(mark.x[i], mark.y[i]);
        if (!isWithin(m_map.plot.adjusted(-1, -1, 1, 1), pixel))
            continue;
        if (sprites)
            painter->drawPixmap(
                QPointF(std::round((pixel.x() - 6) * ratio) / ratio, std::round((pixel.y() - 6) * ratio) / ratio),
                sprite);
        else
            painter->drawPath(path.translated(pixel));
    }
}

void FigurePainter::paintIntervals(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    if (mark.lower.size() != mark.y.size() || mark.upper.size() != mark.y.size())
        return;
    for (std::size_t i : layer.plan.kept) {
        const bool selected = isSelected(m_figure.keyOf({layer.index, static_cast<int>(i)}));
        QColor ink = selected ? seriesColor(2, m_tokens) : colorOf(mark);
        ink.setAlphaF(0.4F);
        painter->setPen(QPen(ink, 3 * m_style.lineFactor, Qt::SolidLine, Qt::FlatCap));
        const QPointF low =
            mark.horizontal ? m_map.pixel(mark.lower[i], mark.y[i]) : m_map.pixel(mark.x[i], mark.lower[i]);
        const QPointF high =
            mark.horizontal ? m_map.pixel(mark.upper[i], mark.y[i]) : m_map.pixel(mark.x[i], mark.upper[i]);
        if (std::isfinite(low.x() + low.y() + high.x() + high.y()))
            painter->drawLine(clamped(low), clamped(high));
    }
}

void FigurePainter::paintPoints(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    paintIntervals(painter, layer);
    const bool dots = m_figure.spec().y.scale == AxisScale::category || m_figure.spec().x.scale == AxisScale::category;
    paintMarkers(painter, layer, layer.plan.kept, dots ? 4.0 : mark.hollow || mark.markers ? 3.0 : 2.5);
}

void FigurePainter::paintEmphasis(QPainter* painter, const Layer& layer) const {
    const FigureMark& mark = layer.mark();
    if (mark.kind != MarkKind::points && mark.kind != MarkKind::line)
        return;
    const auto ring = [&](const QString& key, double radius, const QColor& fill, const QColor& edge) {
        const QList<MarkPoint> points = m_figure.pointsOf(key);
        for (const MarkPoint& point : points) {
            if (point.mark != layer.index || point.index < 0)
                continue;
            const auto i = static_cast<std::size_t>(point.index);
            if (i >= mark.x.size() || i >= mark.y.size())
                continue;
            const QPointF pixel = m_map.pixel(mark.x[i], mark.y[i]);
            if (!isWithin(m_map.plot.adjusted(-1, -1, 1, 1), pixel))
                continue;
            painter->setPen(QPen(edge, 1.25));
            painter->setBrush(fill);
            painter->drawEllipse(pixel, radius, radius);
        }
    };
    // Among points of the same colour only a dark edge tells which one is selected.
    const bool isPoint = mark.kind == MarkKind::points;
    for (const QString& key : m_emphasis.selected)
        ring(key, isPoint ? 5.0 : 4.5, seriesColor(2, m_tokens), isPoint ? m_tokens.text : m_tokens.base);
    if (!m_emphasis.hovered.isEmpty() && m_figure.pointsOf(m_emphasis.hovered).size() <= 64)
        ring(m_emphasis.hovered, 5.0, isSelected(m_emphasis.hovered) ? seriesColor(2, m_tokens) : colorOf(mark),
             m_tokens.text);
}

} // namespace vitrine
