#include "widgets/charts/line_layer.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

/// Channels of a premultiplied colour times part / 255, two at a time.
QRgb scaled(QRgb color, QRgb part) {
    constexpr QRgb kPair = 0x00ff00ff;
    const auto both = [part](QRgb channels) {
        const QRgb product = channels * part;
        return ((product + ((product >> 8) & kPair) + 0x00800080) >> 8) & kPair;
    };
    return both(color & kPair) | (both((color >> 8) & kPair) << 8);
}

void blend(QRgb& pixel, QRgb ink, double coverage) {
    const auto part = static_cast<QRgb>(coverage * 255 + 0.5);
    if (part == 0)
        return;
    const QRgb source = part >= 255 ? ink : scaled(ink, part);
    // Channels cannot overflow: the colours are premultiplied.
    pixel = qAlpha(source) == 255 ? source : source + scaled(pixel, 255U - static_cast<QRgb>(qAlpha(source)));
}

} // namespace

LineLayer::LineLayer(QPainter* painter, const QRectF& area)
    : m_painter(painter), m_toDevice(painter->deviceTransform()) {
    const QRect device(QPoint(0, 0), QSizeF(painter->device()->width() * painter->device()->devicePixelRatioF(),
                                            painter->device()->height() * painter->device()->devicePixelRatioF())
                                         .toSize());
    m_area = m_toDevice.mapRect(area).toAlignedRect().intersected(device);
}

bool LineLayer::canPaint(const QPainter* painter) {
    return painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster &&
           painter->deviceTransform().type() <= QTransform::TxScale;
}

void LineLayer::addPiece(const QPolygonF& piece, double width, const QColor& color) {
    if (piece.isEmpty() || m_area.isEmpty())
        return;
    if (!m_isUsed) {
        if (m_image.size() != m_area.size())
            m_image = QImage(m_area.size(), QImage::Format_ARGB32_Premultiplied);
        m_image.fill(Qt::transparent);
        m_isUsed = true;
    }
    m_width = width * m_toDevice.m22();
    m_ink = qPremultiply(color.rgba());
    m_spans.assign(static_cast<std::size_t>(m_area.width()), {});
    m_first = m_area.width();
    m_last = -1;
    const QPointF origin(m_area.topLeft());
    QPointF before = m_toDevice.map(piece.front()) - origin;
    extend(static_cast<int>(std::floor(std::clamp(before.x(), -2.0, m_area.width() + 2.0))), before.y(), before.y());
    for (qsizetype i = 1; i < piece.size(); ++i) {
        const QPointF here = m_toDevice.map(piece[i]) - origin;
        addSegment(before, here);
        before = here;
    }
    Edges last, here = edgesOf(m_first);
    for (int column = m_first; column <= m_last; ++column) {
        const Edges next = edgesOf(column + 1);
        emitColumn(column, last, here, next);
        last = here;
        here = next;
    }
}

void LineLayer::addSegment(const QPointF& from, const QPointF& to) {
    const double left = std::max(from.x(), 0.0);
    const double right = std::min(to.x(), static_cast<double>(m_area.width()));
    const double run = to.x() - from.x();
    if (!(run > 1e-9)) {
        if (from.x() >= 0 && from.x() < m_area.width())
            extend(static_cast<int>(from.x()), from.y(), to.y());
        return;
    }
    const double slope = (to.y() - from.y()) / run;
    const int last = static_cast<int>(right); // neither is negative where the loop runs
    double x = left;
    for (int column = static_cast<int>(left); column <= last && x <= right; ++column) {
        const double next = std::min(right, column + 1.0);
        extend(column, from.y() + slope * (x - from.x()), from.y() + slope * (next - from.x()));
        x = next;
    }
}

void LineLayer::extend(int column, double y0, double y1) {
    if (column < 0 || column >= m_area.width())
        return;
    Span& span = m_spans[static_cast<std::size_t>(column)];
    const double low = std::min(y0, y1), high = std::max(y0, y1);
    span.low = span.any ? std::min(span.low, low) : low;
    span.high = span.any ? std::max(span.high, high) : high;
    span.any = true;
    m_first = std::min(m_first, column);
    m_last = std::max(m_last, column);
}

LineLayer::Edges LineLayer::edgesOf(int column) const {
    if (column < m_first || column > m_last || !m_spans[static_cast<std::size_t>(column)].any)
        return {};
    const Span& span = m_spans[static_cast<std::size_t>(column)];
    // Where the line crosses the column on a slope, its edges fade over the rise.
    const double rise = std::min(span.high - span.low, m_width);
    const double half = m_width / 2 * std::min(std::sqrt(1.0 + rise * rise), 1.5);
    return {span.low - half + rise / 2, span.high + half - rise / 2, std::max(rise, 1.0), 1.0 / std::max(rise, 1.0),
            span.high - span.low > 1.0};
}

void LineLayer::emitColumn(int column, const Edges& before, const Edges& here, const Edges& after) {
    // A steep line reaches into the columns beside it.
    const double beside = std::clamp((m_width - 1) / 2, 0.0, 1.0);
    double top = here.top - here.fade, bottom = here.bottom + here.fade;
    for (const Edges* side : {&before, &after})
        if (side->isSteep) {
            top = std::min(top, side->top - side->fade);
            bottom = std::max(bottom, side->bottom + side->fade);
        }
    const int height = m_area.height();
    const int first = static_cast<int>(std::clamp(top, 0.0, height - 1.0));
    const double end = std::clamp(bottom, -1.0, height - 1.0);
    const int whole = static_cast<int>(end);
    const int last = whole + (whole < end ? 1 : 0);
    const bool isAlone = !before.isSteep && !after.isSteep;
    auto* pixel = reinterpret_cast<QRgb*>(m_image.scanLine(first)) + column;
    const qsizetype stride = m_image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    for (int y = first; y <= last; ++y, pixel += stride) {
        double coverage = here.coverage(y);
        if (!isAlone && coverage < beside)
            for (const Edges* side : {&before, &after})
                if (side->isSteep)
                    coverage = std::max(coverage, beside * side->coverage(y));
        blend(*pixel, m_ink, coverage);
    }
}

double LineLayer::Edges::coverage(int y) const {
    const double above = std::clamp((y + 0.5 - top) * perFade + 0.5, 0.0, 1.0);
    const double below = std::clamp((bottom - y - 0.5) * perFade + 0.5, 0.0, 1.0);
    return std::max(0.0, above + below - 1.0);
}

void LineLayer::flush() {
    if (!m_isUsed)
        return;
    m_isUsed = false;
    m_painter->drawImage(m_toDevice.inverted().mapRect(QRectF(m_area)), m_image);
}

} // namespace vitrine
