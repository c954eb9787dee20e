#include "widgets/molecule/graph_picture.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kStrokeShare = 0.42;
constexpr double kNarrowestStroke = 7.0;
constexpr double kHitRadius = 7.0;

double distanceToSegment(const QPointF& point, const QPointF& a, const QPointF& b) {
    const QPointF along = b - a;
    const double lengthSquared = QPointF::dotProduct(along, along);
    const double share =
        lengthSquared > 0.0 ? std::clamp(QPointF::dotProduct(point - a, along) / lengthSquared, 0.0, 1.0) : 0.0;
    const QPointF gap = point - (a + share * along);
    return std::hypot(gap.x(), gap.y());
}

} // namespace

GraphPicture::GraphPicture(std::vector<QPointF> places) : m_places(std::move(places)) {
    if (m_places.empty())
        return;
    QPointF low = m_places.front(), high = m_places.front();
    for (const QPointF& place : m_places) {
        low = {std::min(low.x(), place.x()), std::min(low.y(), place.y())};
        high = {std::max(high.x(), place.x()), std::max(high.y(), place.y())};
    }
    m_bounds = QRectF(low, high);
}

PictureFrame GraphPicture::frame(const QRectF& area, const GraphInk& ink) const {
    const QSizeF room = margin(ink);
    const double width = std::max(area.width() - 2.0 * room.width(), 1.0);
    const double height = std::max(area.height() - 2.0 * room.height(), 1.0);
    double scale = ink.longestEdge;
    if (m_bounds.width() > 0.0)
        scale = std::min(scale, width / m_bounds.width());
    if (m_bounds.height() > 0.0)
        scale = std::min(scale, height / m_bounds.height());
    return {scale, area.center() - scale * m_bounds.center()};
}

double GraphPicture::strokeWidth(const PictureFrame& frame) {
    return std::max(kStrokeShare * frame.scale, kNarrowestStroke);
}

void GraphPicture::paint(QPainter& painter, const QRectF& area, const GraphInk& ink, const GraphHighlights& lit) const {
    if (!m_places.empty())
        paintAt(painter, frame(area, ink), ink,
                {lit, nullptr, isLarge() ? PictureDetail::moving : PictureDetail::full, {}});
}

void GraphPicture::paintAt(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                           const PictureOptions& options) const {
    if (m_places.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const GraphHighlights& lit = options.lit;
    paintHighlights(painter, frame, ink, lit);
    paintGraph(painter, frame, ink, options);
    if (lit.chosenNode >= 0 && static_cast<std::size_t>(lit.chosenNode) < m_places.size()) {
        const double radius = std::max(0.32 * frame.scale, 7.0);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(ink.ring, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(frame.map(m_places[static_cast<std::size_t>(lit.chosenNode)]), radius, radius);
    }
    painter.restore();
}

void GraphPicture::addLine(QPainterPath& path, const NodeSequence& sequence, const PictureFrame& frame) const {
    int drawn = 0;
    for (const std::int32_t node : sequence) {
        if (node < 0 || static_cast<std::size_t>(node) >= m_places.size())
            continue;
        const QPointF point = frame.map(m_places[static_cast<std::size_t>(node)]);
        drawn++ == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    if (drawn == 1) // a line of no length has no stroke
        path.lineTo(path.currentPosition() + QPointF(0.01, 0.0));
}

void GraphPicture::paintHighlights(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                   const GraphHighlights& lit) const {
    // All strokes form one shape, so that occurrences that share bonds do not grow darker where they overlap.
    QPainterPath all;
    for (const NodeSequence& sequence : lit.sequences)
        addLine(all, sequence, frame);
    QColor color = ink.highlight;
    color.setAlphaF(static_cast<float>(ink.highlightOpacity));
    QPen pen(color, strokeWidth(frame), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.strokePath(all, pen);
    if (lit.hovered < 0 || static_cast<std::size_t>(lit.hovered) >= lit.sequences.size())
        return;
    QPainterPath one;
    addLine(one, lit.sequences[static_cast<std::size_t>(lit.hovered)], frame);
    color.setAlphaF(static_cast<float>(ink.hoverOpacity));
    pen.setColor(color);
    painter.strokePath(one, pen);
}

int GraphPicture::nodeAt(const QPointF& point, const QRectF& area, const GraphInk& ink) const {
    const PictureFrame place = frame(area, ink);
    double best = std::max(0.4 * place.scale, kHitRadius);
    int found = -1;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const QPointF gap = place.map(m_places[i]) - point;
        if (const double distance = std::hypot(gap.x(), gap.y()); distance < best) {
            best = distance;
            found = static_cast<int>(i);
        }
    }
    return found;
}

int GraphPicture::sequenceAt(const QPointF& point, const QRectF& area, const GraphInk& ink,
                             const GraphHighlights& lit) const {
    const PictureFrame place = frame(area, ink);
    double best = 0.5 * strokeWidth(place) + 1.0;
    int found = -1;
    for (std::size_t s = 0; s < lit.sequences.size(); ++s) {
        QPointF previous;
        bool first = true;
        for (const std::int32_t node : lit.sequences[s]) {
            if (node < 0 || static_cast<std::size_t>(node) >= m_places.size())
                continue;
            const QPointF next = place.map(m_places[static_cast<std::size_t>(node)]);
            const double distance = distanceToSegment(point, first ? next : previous, next);
            if (distance < best) {
                best = distance;
                found = static_cast<int>(s);
            }
            previous = next;
            first = false;
        }
    }
    return found;
}

} // namespace vitrine
