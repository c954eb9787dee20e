#include "widgets/molecule/node_link_picture.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kRadiusShare = 0.30;
constexpr double kSmallestLabelled = 7.0; // px: smaller circles hold no letter
constexpr double kLargestRadius = 12.0;
constexpr double kDotRadius = 2.0;
constexpr qsizetype kLongestLabel = 3;

} // namespace

NodeLinkPicture::NodeLinkPicture(NodeLinkGraph graph)
    : GraphPicture(std::move(graph.places)), m_links(std::move(graph.links)), m_labels(std::move(graph.labels)),
      m_directed(graph.directed) {
    const auto count = static_cast<std::int32_t>(nodeCount());
    std::erase_if(m_links, [count](const auto& link) {
        return link.first < 0 || link.second < 0 || link.first >= count || link.second >= count;
    });
    if (m_labels.size() != nodeCount())
        m_labels.clear();
}

double NodeLinkPicture::radius(const PictureFrame& frame) const {
    const double wanted = std::min(kRadiusShare * frame.scale, kLargestRadius);
    return wanted >= kSmallestLabelled ? wanted : std::max(std::min(0.22 * frame.scale, 4.0), kDotRadius);
}

QSizeF NodeLinkPicture::margin(const GraphInk&) const {
    return {kLargestRadius + 2.0, kLargestRadius + 2.0};
}

void NodeLinkPicture::paintArrow(QPainter& painter, const QPointF& from, const QPointF& to, double nodeRadius,
                                 const GraphInk& ink) const {
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    if (length < 2.0 * nodeRadius + 2.0)
        return;
    const QPointF along = (to - from) / length;
    const QPointF across(-along.y(), along.x());
    const QPointF tip = to - nodeRadius * along;
    painter.setBrush(ink.text);
    painter.drawPolygon(QPolygonF{tip, tip - 5.0 * along + 2.5 * across, tip - 5.0 * along - 2.5 * across});
}

void NodeLinkPicture::paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink) const {
    const double nodeRadius = radius(frame);
    const bool lettered = nodeRadius >= kSmallestLabelled && !m_labels.empty();
    painter.setPen(QPen(ink.text, ink.lineWidth, Qt::SolidLine, Qt::RoundCap));
    for (const auto& [from, to] : m_links) {
        const QPointF a = frame.map(places()[static_cast<std::size_t>(from)]);
        const QPointF b = frame.map(places()[static_cast<std::size_t>(to)]);
        painter.drawLine(a, b);
        if (m_directed)
            paintArrow(painter, a, b, nodeRadius, ink);
    }
    painter.setBrush(nodeRadius >= kSmallestLabelled ? ink.ground : ink.text);
    for (const QPointF& place : places())
        painter.drawEllipse(frame.map(place), nodeRadius, nodeRadius);
    if (!lettered)
        return;
    QFont font = ink.font;
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(static_cast<int>(std::lround(std::clamp(nodeRadius, ink.smallestLetter, ink.largestLetter))));
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        const QPointF center = frame.map(places()[i]);
        const QString text = m_labels[i].left(kLongestLabel);
        painter.drawText(
            QPointF(center.x() - 0.5 * metrics.horizontalAdvance(text), center.y() + 0.5 * metrics.capHeight()), text);
    }
}

} // namespace vitrine
