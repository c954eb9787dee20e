#include "widgets/molecule/node_link_picture.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace vitrine {
namespace {

constexpr double kRadiusShare = 0.30;
constexpr double kSmallestLabelled = 7.0; // px: smaller circles hold no letter
constexpr double kLargestRadius = 12.0;
constexpr double kDotRadius = 2.0;
constexpr double kSmallestDot = 0.75;
constexpr qsizetype kLongestLabel = 3;
constexpr std::size_t kLarge = 4000;        // nodes and links
constexpr std::size_t kThinLinks = 600;     // more links than this would cover the nodes with ink
constexpr double kThinOpacity = 0.45;       // of the text over the ground, for many links
constexpr std::size_t kMostMoving = 40'000; // links in one frame of motion; the rest comes with the stop
constexpr std::size_t kMostMovingNodes = 20'000;
constexpr std::size_t kMostArrows = 5000;   // visible at once
constexpr double kShortestArrowLink = 12.0; // px
constexpr std::size_t kStrokesBetweenStops = 2048;
constexpr double kWidthSteps = 4.0; // widths are told apart by a quarter of the usual one

/// Part of the world that is painted, with room for what sticks out of it.
QRectF visiblePart(const QPainter& painter) {
    constexpr double kRoom = 3.0 * kLargestRadius;
    return painter.hasClipping() ? painter.clipBoundingRect().adjusted(-kRoom, -kRoom, kRoom, kRoom)
                                 : QRectF(-1e9, -1e9, 2e9, 2e9);
}

bool mayCross(const QLineF& line, const QRectF& area) {
    return std::max(line.x1(), line.x2()) >= area.left() && std::min(line.x1(), line.x2()) <= area.right() &&
           std::max(line.y1(), line.y2()) >= area.top() && std::min(line.y1(), line.y2()) <= area.bottom();
}

bool isRaster(const QPainter& painter) {
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// Small discs, drawn once per colour and size and then copied: thousands of ellipses would be dear.
class Dots {
public:
    explicit Dots(QPainter& painter)
        : m_painter(painter), m_raster(isRaster(painter)),
          m_scale(painter.device() ? painter.device()->devicePixelRatioF() : 1.0) {
        painter.setPen(Qt::NoPen);
    }
    void draw(const QPointF& center, double radius, QRgb color) {
        if (!m_raster) {
            m_painter.setBrush(QColor(color));
            m_painter.drawEllipse(center, radius, radius);
            return;
        }
        const int quarters = std::max(static_cast<int>(std::lround(4.0 * radius)), 3);
        QImage& stamp = m_stamps[{color, quarters}];
        if (stamp.isNull())
            stamp = make(0.25 * quarters, QColor(color));
        const double half = 0.5 * stamp.width() / m_scale;
        m_painter.drawImage(QPointF(center.x() - half, center.y() - half), stamp);
    }

private:
    QImage make(double radius, const QColor& color) const {
        const int side = static_cast<int>(std::ceil(2.0 * radius * m_scale)) + 2;
        QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(0.5 * side, 0.5 * side), radius * m_scale, radius * m_scale);
        painter.end();
        image.setDevicePixelRatio(m_scale);
        return image;
    }

    QPainter& m_painter;
    bool m_raster;
    double m_scale;
    std::map<std::pair<QRgb, int>, QImage> m_stamps;
};

std::vector<std::int32_t> countedUp(std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

NodeLinkPicture::NodeLinkPicture(NodeLinkGraph graph)
    : GraphPicture(std::move(graph.places)), m_links(std::move(graph.links)), m_labels(std::move(graph.labels)),
      m_allNodes(countedUp(nodeCount())), m_allLinks(countedUp(m_links.size())), m_directed(graph.directed) {
    if (m_labels.size() != nodeCount())
        m_labels.clear();
    double left = 0.0, right = 0.0, top = 0.0, bottom = 0.0;
    for (std::size_t i = 0; i < nodeCount(); ++i) {
        const QPointF& place = places()[i];
        left = i == 0 ? place.x() : std::min(left, place.x());
        right = i == 0 ? place.x() : std::max(right, place.x());
        top = i == 0 ? place.y() : std::min(top, place.y());
        bottom = i == 0 ? place.y() : std::max(bottom, place.y());
    }
    if (nodeCount() > 1)
        m_spacing = std::min(1.0, std::sqrt(std::max(right - left, 1.0) * std::max(bottom - top, 1.0) /
                                            static_cast<double>(nodeCount() - 1)));
}

std::size_t NodeLinkPicture::linksInMotion(std::size_t links) {
    const std::size_t step = links / kMostMoving + 1;
    return (links + step - 1) / step;
}

bool NodeLinkPicture::isLarge() const {
    return nodeCount() + m_links.size() > kLarge;
}

bool NodeLinkPicture::isDrawn(std::size_t link) const {
    const auto count = static_cast<std::int32_t>(nodeCount());
    const auto [from, to] = m_links[link];
    return from >= 0 && to >= 0 && from < count && to < count;
}

double NodeLinkPicture::radius(const PictureFrame& frame) const {
    const double room = m_spacing * frame.scale; // px between nodes
    const double wanted = std::min(kRadiusShare * room, kLargestRadius);
    if (wanted >= kSmallestLabelled)
        return wanted;
    // A crowd of dots would run together, so they shrink with the picture.
    return isLarge() ? std::clamp(wanted, kSmallestDot, 4.0) : std::max(std::min(0.22 * room, 4.0), kDotRadius);
}

double NodeLinkPicture::radiusOf(std::size_t node, const PictureFrame& frame, const PictureOptions& options) const {
    const double usual = radius(frame);
    const bool scaled = options.look && node < options.look->nodeScales.size();
    return scaled ? std::max(usual * static_cast<double>(options.look->nodeScales[node]), kSmallestDot) : usual;
}

QSizeF NodeLinkPicture::margin(const GraphInk&) const {
    return {kLargestRadius + 2.0, kLargestRadius + 2.0};
}

void NodeLinkPicture::paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                 const PictureOptions& options) const {
    paintPart(painter, frame, ink, options, m_allNodes, m_allLinks);
}

void NodeLinkPicture::paintPart(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                const PictureOptions& options, std::span<const std::int32_t> nodes,
                                std::span<const std::int32_t> links) const {
    paintLinks(painter, frame, ink, options, links);
    if (options.stop.stop_requested())
        return;
    paintNodes(painter, frame, ink, options, nodes);
}

void NodeLinkPicture::paintLinks(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                 const PictureOptions& options, std::span<const std::int32_t> links) const {
    const bool moving = options.detail == PictureDetail::moving;
    const bool thin = links.size() > kThinLinks;
    const QColor plain = thin || moving ? mixed(ink.ground, ink.text, kThinOpacity) : ink.text;
    const QRectF area = visiblePart(painter);
    std::vector<Stroke> strokes;
    strokes.reserve(links.size());
    const std::size_t step = moving ? links.size() / kMostMoving + 1 : 1;
    for (std::size_t i = 0; i < links.size(); i += step) {
        const auto at = static_cast<std::size_t>(links[i]);
        if (!isDrawn(at) || m_links[at].first == m_links[at].second)
            continue;
        const QLineF line(frame.map(places()[static_cast<std::size_t>(m_links[at].first)]),
                          frame.map(places()[static_cast<std::size_t>(m_links[at].second)]));
        if (!mayCross(line, area))
            continue;
        Stroke stroke{plain.rgb(), 1.0F, line};
        if (options.look && at < options.look->linkColors.size())
            stroke.color = options.look->linkColors[at];
        if (options.look && at < options.look->linkWidths.size())
            stroke.width = static_cast<float>(std::lround(kWidthSteps * options.look->linkWidths[at]) / kWidthSteps);
        strokes.push_back(stroke);
    }
    // Lines of one pen are drawn together.
    if (options.look && !(options.look->linkColors.empty() && options.look->linkWidths.empty()))
        std::stable_sort(strokes.begin(), strokes.end(), [](const Stroke& a, const Stroke& b) {
            return std::pair(a.width, a.color) < std::pair(b.width, b.color);
        });
    painter.setRenderHint(QPainter::Antialiasing, !moving);
    const double usual = moving ? 1.0 : thin ? 0.75 * ink.lineWidth : ink.lineWidth;
    std::vector<QLineF> lines;
    for (std::size_t i = 0; i < strokes.size();) {
        if (options.stop.stop_requested())
            return;
        const Stroke& first = strokes[i];
        lines.clear();
        while (i < strokes.size() && strokes[i].color == first.color && strokes[i].width == first.width &&
               lines.size() < kStrokesBetweenStops)
            lines.push_back(strokes[i++].line);
        QPen pen(QColor(first.color), moving ? 1.0 : usual * static_cast<double>(first.width), Qt::SolidLine,
                 moving ? Qt::FlatCap : Qt::RoundCap);
        pen.setCosmetic(moving);
        painter.setPen(pen);
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (!moving)
        paintLoopsAndArrows(painter, frame, ink, options, links);
}

void NodeLinkPicture::paintLoopsAndArrows(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                          const PictureOptions& options, std::span<const std::int32_t> links) const {
    const QRectF area = visiblePart(painter);
    const bool arrows = m_directed && frame.scale >= kShortestArrowLink;
    std::size_t drawn = 0;
    for (const std::int32_t link : links) {
        const auto at = static_cast<std::size_t>(link);
        if (!isDrawn(at) || drawn >= kMostArrows)
            continue;
        const auto [from, to] = m_links[at];
        const QPointF a = frame.map(places()[static_cast<std::size_t>(from)]);
        const QPointF b = frame.map(places()[static_cast<std::size_t>(to)]);
        if ((from != to && !arrows) || !mayCross(QLineF(a, b), area))
            continue;
        const bool colored = options.look && at < options.look->linkColors.size();
        const QColor color = colored ? QColor(options.look->linkColors[at]) : ink.text;
        const double nodeRadius = radiusOf(static_cast<std::size_t>(to), frame, options);
        ++drawn;
        if (from == to) {
            painter.setPen(QPen(color, ink.lineWidth));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(a - QPointF(0.0, 1.5 * nodeRadius), 0.8 * nodeRadius, 0.8 * nodeRadius);
            continue;
        }
        const double length = std::hypot(b.x() - a.x(), b.y() - a.y());
        if (length < 2.0 * nodeRadius + 2.0)
            continue;
        const QPointF along = (b - a) / length;
        const QPointF across(-along.y(), along.x());
        const QPointF tip = b - nodeRadius * along;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF{tip, tip - 6.0 * along + 3.0 * across, tip - 6.0 * along - 3.0 * across});
    }
}

void NodeLinkPicture::paintNodes(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                 const PictureOptions& options, std::span<const std::int32_t> nodes) const {
    const bool moving = options.detail == PictureDetail::moving;
    const QRectF area = visiblePart(painter);
    Dots dots(painter);
    std::vector<std::size_t> circles; // drawn last, over the dots
    const std::size_t step = moving ? nodes.size() / kMostMovingNodes + 1 : 1;
    for (std::size_t i = 0; i < nodes.size(); i += step) {
        const auto node = static_cast<std::size_t>(nodes[i]);
        const QPointF center = frame.map(places()[node]);
        if (!area.contains(center))
            continue;
        const double nodeRadius = radiusOf(node, frame, options);
        if (nodeRadius >= kSmallestLabelled && !moving) {
            circles.push_back(node);
            continue;
        }
        const bool colored = options.look && node < options.look->nodeColors.size();
        const QRgb color = colored ? options.look->nodeColors[node] : ink.text.rgb();
        if (moving) {
            const double half = std::clamp(nodeRadius, 1.0, 4.0);
            painter.fillRect(QRectF(center.x() - half, center.y() - half, 2.0 * half, 2.0 * half), QColor(color));
        } else {
            dots.draw(center, nodeRadius, color);
        }
    }
    for (std::size_t i = 0; i < circles.size(); ++i) {
        if (i % kStrokesBetweenStops == 0 && options.stop.stop_requested())
            return;
        const std::size_t node = circles[i];
        const bool colored = options.look && node < options.look->nodeColors.size();
        paintCircle(painter, node, frame.map(places()[node]), radiusOf(node, frame, options),
                    colored ? QColor(options.look->nodeColors[node]) : ink.ground, ink);
    }
}

void NodeLinkPicture::paintCircle(QPainter& painter, std::size_t node, const QPointF& center, double nodeRadius,
                                  const QColor& fill, const GraphInk& ink) const {
    painter.setPen(QPen(ink.text, ink.lineWidth));
    painter.setBrush(fill);
    painter.drawEllipse(center, nodeRadius, nodeRadius);
    if (m_labels.empty())
        return;
    QFont font = ink.font;
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(static_cast<int>(std::lround(std::clamp(nodeRadius, ink.smallestLetter, ink.largestLetter))));
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QString text = m_labels[node].left(kLongestLabel);
    const bool inkReads = contrastRatio(ink.text, fill) >= contrastRatio(ink.ground, fill);
    painter.setPen(inkReads ? ink.text : ink.ground);
    painter.drawText(
        QPointF(center.x() - 0.5 * metrics.horizontalAdvance(text), center.y() + 0.5 * metrics.capHeight()), text);
}

} // namespace vitrine
