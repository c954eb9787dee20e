// Mouse and focus of the painted graph.
#include "widgets/graph/graph_canvas.h"

#include "widgets/molecule/node_link_picture.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kNodeReach = 8.0;   // px around a node's middle
constexpr double kEdgeReach = 4.0;   // px beside an edge
constexpr double kWheelStep = 120.0; // of one notch, as Qt counts

double distanceToSegment(const QPointF& point, const QPointF& a, const QPointF& b) {
    const QPointF along = b - a;
    const double squared = QPointF::dotProduct(along, along);
    const double share = squared > 0.0 ? std::clamp(QPointF::dotProduct(point - a, along) / squared, 0.0, 1.0) : 0.0;
    const QPointF gap = point - (a + share * along);
    return std::hypot(gap.x(), gap.y());
}

} // namespace

QPointF GraphCanvas::nodePosition(std::int32_t node) const {
    if (!m_nodeLinks || node < 0 || static_cast<std::size_t>(node) >= m_nodeLinks->nodeCount())
        return {};
    return m_frame.map(m_nodeLinks->places()[static_cast<std::size_t>(node)]);
}

GraphElement GraphCanvas::elementIn(const NodeLinkPicture& picture, const PictureFrame& frame, const QPointF& point) {
    GraphElement found;
    double best = std::max(kNodeReach, picture.radius(frame) + 2.0);
    const auto count = static_cast<std::int32_t>(picture.nodeCount());
    const auto seenAt = [&](std::int32_t node) { return frame.map(picture.places()[static_cast<std::size_t>(node)]); };
    for (std::int32_t node = 0; node < count; ++node) {
        const QPointF gap = seenAt(node) - point;
        if (const double distance = std::hypot(gap.x(), gap.y()); distance < best) {
            best = distance;
            found = {GraphElement::Kind::node, node};
        }
    }
    if (found.isNode())
        return found;
    best = kEdgeReach;
    const auto& edges = picture.links();
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        const auto [from, to] = edges[edge];
        if (from < 0 || to < 0 || from >= count || to >= count)
            continue;
        if (const double distance = distanceToSegment(point, seenAt(from), seenAt(to)); distance < best) {
            best = distance;
            found = {GraphElement::Kind::edge, static_cast<std::int32_t>(edge)};
        }
    }
    return found;
}

void GraphCanvas::setHovered(GraphElement element) {
    if (element == m_hovered)
        return;
    m_hovered = element;
    update();
    Q_EMIT elementHovered(element);
}

void GraphCanvas::hoverAt(const QPointF& point) {
    if (!m_nodeLinks || !isHuge())
        return setHovered(elementAt(point));
    m_hoverTask.start([picture = m_nodeLinks, frame = m_frame,
                       point](const std::stop_token&) { return elementIn(*picture, frame, point); },
                      [this](GraphElement element) { setHovered(element); });
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = m_last = event->position();
    m_dragging = false;
    m_keyboard = false;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) {
        hoverAt(event->position());
        return;
    }
    if (!m_dragging && (event->position() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    setCursor(Qt::ClosedHandCursor);
    moveBy(event->position() - m_last);
    m_last = event->position();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    unsetCursor();
    if (!m_dragging)
        choose(elementAt(event->position()));
    m_dragging = false;
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && elementAt(event->position()).kind == GraphElement::Kind::none)
        fit();
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    zoomAbout(event->position(), std::pow(1.2, event->angleDelta().y() / kWheelStep));
    event->accept();
}

void GraphCanvas::leaveEvent(QEvent*) {
    m_hoverTask.cancel();
    setHovered({});
}

void GraphCanvas::focusInEvent(QFocusEvent* event) {
    m_keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
    GraphStage::focusInEvent(event);
}

void GraphCanvas::focusOutEvent(QFocusEvent* event) {
    m_keyboard = false;
    update();
    GraphStage::focusOutEvent(event);
}

} // namespace vitrine
