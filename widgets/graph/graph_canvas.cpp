#include "widgets/graph/graph_canvas.h"

#include "widgets/data/display_number.h"
#include "widgets/molecule/node_link_picture.h"
#include "widgets/style/metrics.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr std::size_t kPaintedAtOnce = 4000; // nodes and edges
constexpr std::size_t kMadeAtOnce = 50'000;  // the same, up to which a picture is made in a few milliseconds
constexpr int kStillMs = 120;
constexpr double kLongestEdge = 56.0; // px; small graphs are not blown up beyond this when fitted
constexpr double kVeil = 0.78;        // over what is no neighbour
constexpr double kMargin = 24.0;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : GraphStage(parent), m_look(std::make_shared<const GraphLook>()) {
    setAccessibleName(tr("Graph"));
    m_still.setSingleShot(true);
    m_still.setInterval(kStillMs);
    connect(&m_still, &QTimer::timeout, this, &GraphCanvas::startFull);
}

bool GraphCanvas::isLarge() const {
    return m_graph && m_graph->nodeCount() + m_graph->edges().size() > kPaintedAtOnce;
}

bool GraphCanvas::isHuge() const {
    return m_graph && m_graph->nodeCount() + m_graph->edges().size() > kMadeAtOnce;
}

GraphInk GraphCanvas::ink() const {
    GraphInk ink = screenInk(tokensOf(palette()));
    ink.longestEdge = kLongestEdge;
    return ink;
}

GraphPicturePointer GraphCanvas::shownPicture() const {
    return m_structure && m_look->isPlain() && !isLarge() ? m_structure : GraphPicturePointer(m_nodeLinks);
}

void GraphCanvas::setGraph(ShownGraphPointer graph, PlacesPointer places) {
    const bool same = graph == m_graph;
    m_prepareTask.cancel();
    m_graph = std::move(graph);
    m_nodeLinks = nullptr;
    m_structure = nullptr;
    if (!same) {
        m_lit = {};
        m_chosen = m_hovered = {};
    }
    const bool valid = m_graph && places && places->size() == m_graph->nodeCount();
    if (valid && isHuge())
        m_prepareTask.start(
            [shown = m_graph, places](const std::stop_token&) { return makePicture(*shown, *places); },
            [this](std::shared_ptr<const NodeLinkPicture> picture) { takePicture(std::move(picture)); });
    takePicture(valid && !isHuge() ? makePicture(*m_graph, *places) : nullptr);
}

std::shared_ptr<const NodeLinkPicture> GraphCanvas::makePicture(const ShownGraph& graph,
                                                                const std::vector<SpacePoint>& places) {
    NodeLinkGraph drawing;
    drawing.places.reserve(places.size());
    for (const SpacePoint& place : places)
        drawing.places.emplace_back(place.x, place.y);
    drawing.links = graph.edges();
    drawing.labels = graph.nodeLabels();
    drawing.directed = graph.isDirected();
    return std::make_shared<NodeLinkPicture>(std::move(drawing));
}

void GraphCanvas::takePicture(std::shared_ptr<const NodeLinkPicture> picture) {
    m_nodeLinks = std::move(picture);
    fit();
    repaintAll();
}

QString GraphCanvas::note() const {
    if (m_prepareTask.isRunning())
        return tr("Preparing the picture …");
    if (!m_nodeLinks || isFull())
        return {};
    const std::size_t all = m_nodeLinks->links().size(), shown = NodeLinkPicture::linksInMotion(all);
    return shown == all
               ? QString()
               : tr("%1 of %2 edges shown, painting the rest …")
                     .arg(displayCount(static_cast<std::int64_t>(shown)), displayCount(static_cast<std::int64_t>(all)));
}

void GraphCanvas::setStructure(GraphPicturePointer structure) {
    m_structure =
        m_nodeLinks && structure && structure->nodeCount() == m_nodeLinks->nodeCount() ? std::move(structure) : nullptr;
    repaintAll();
}

void GraphCanvas::updateLook() {
    if (!isHuge()) {
        m_lookTask.cancel();
        m_look = std::make_shared<const GraphLook>(lookOf(m_appearance, tokensOf(palette())));
        return repaintAll();
    }
    m_lookTask.start(
        [appearance = m_appearance, tokens = tokensOf(palette())](const std::stop_token&) {
            return std::make_shared<const GraphLook>(lookOf(appearance, tokens));
        },
        [this](std::shared_ptr<const GraphLook> look) {
            m_look = std::move(look);
            repaintAll();
        });
}

void GraphCanvas::setAppearance(const GraphAppearance& appearance) {
    m_appearance = appearance;
    updateLook();
}

void GraphCanvas::setHighlights(std::vector<NodeSequence> sequences) {
    m_lit.sequences = std::move(sequences);
    repaintAll();
}

void GraphCanvas::setChosen(GraphElement element) {
    m_chosen = m_graph ? m_graph->checked(element) : GraphElement{};
    update();
}

void GraphCanvas::repaintAll() {
    m_fullTask.cancel();
    m_full = {};
    if (m_nodeLinks && isLarge())
        m_still.start();
    update();
    Q_EMIT noteChanged();
}

PictureOptions GraphCanvas::options(PictureDetail detail) const {
    return {m_lit, m_look.get(), detail, {}};
}

PictureFrame GraphCanvas::fitted(const QSizeF& size, const GraphInk& ink) const {
    // The legend covers nothing that is fitted, where there is room beside it.
    const double left = 2.0 * m_roomLeft < size.width() ? m_roomLeft : 0.0;
    const QRectF area(left, 0.0, size.width() - left, size.height());
    const double margin = std::min(kMargin, 0.1 * std::min(size.width(), size.height()));
    return m_nodeLinks ? m_nodeLinks->frame(area.adjusted(margin, margin, -margin, -margin), ink) : PictureFrame{};
}

void GraphCanvas::setRoomLeft(int width) {
    m_roomLeft = width;
    if (m_isFitted)
        fit();
}

void GraphCanvas::setFrame(const PictureFrame& frame) {
    if (frame == m_frame)
        return;
    m_frame = frame;
    repaintAll();
}

void GraphCanvas::fit() {
    m_isFitted = true;
    setFrame(fitted(size(), ink()));
}

void GraphCanvas::zoomAbout(const QPointF& fixed, double factor) {
    if (!m_nodeLinks)
        return;
    const double whole = fitted(size(), ink()).scale;
    constexpr double kFarthest = 0.2, kNearest = 240.0;
    const double scale = std::clamp(m_frame.scale * factor, kFarthest * whole, std::max(kNearest, whole));
    m_isFitted = false;
    setFrame({scale, fixed - scale * m_frame.placeOf(fixed)});
}

void GraphCanvas::zoomBy(double factor) {
    zoomAbout(QRectF(rect()).center(), factor);
}

void GraphCanvas::moveBy(const QPointF& pixels) {
    if (!m_nodeLinks)
        return;
    m_isFitted = false;
    setFrame({m_frame.scale, m_frame.origin + pixels});
}

bool GraphCanvas::isFull() const {
    return m_nodeLinks && (!isLarge() || (!m_full.isNull() && m_fullFrame == m_frame));
}

void GraphCanvas::startFull() {
    if (!m_nodeLinks || !isLarge() || size().isEmpty())
        return;
    const double ratio = devicePixelRatioF();
    m_fullTask.start(
        [picture = m_nodeLinks, look = m_look, lit = m_lit, place = m_frame, paint = ink(), area = size(), ratio,
         ground = tokensOf(palette()).base](const std::stop_token& stop) {
            QImage image(area * ratio, QImage::Format_RGB32);
            image.setDevicePixelRatio(ratio);
            image.fill(ground);
            QPainter painter(&image);
            painter.setClipRect(QRectF(QPointF(), area));
            picture->paintAt(painter, place, paint, {lit, look.get(), PictureDetail::full, stop});
            return image;
        },
        [this, place = m_frame](QImage image) {
            m_full = std::move(image);
            m_fullFrame = place;
            update();
            Q_EMIT noteChanged();
            Q_EMIT fullShown();
        });
}

void GraphCanvas::paintEvent(QPaintEvent*) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.base);
    const GraphPicturePointer picture = shownPicture();
    if (!picture)
        return;
    painter.setClipRect(rect());
    if (isLarge() && isFull())
        painter.drawImage(QPointF(), m_full);
    else
        picture->paintAt(painter, m_frame, ink(), options(isLarge() ? PictureDetail::moving : PictureDetail::full));
    paintNeighbourhood(painter);
    if (m_keyboard && hasFocus()) {
        painter.setPen(QPen(tokens.accent, metrics::kFocusWidth));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void GraphCanvas::paintRing(QPainter& painter, std::int32_t node, double width) const {
    const double radius = std::max(m_nodeLinks->radius(m_frame) + 3.0, 6.0);
    painter.setPen(QPen(tokensOf(palette()).accent, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(nodePosition(node), radius, radius);
}

void GraphCanvas::paintNeighbourhood(QPainter& painter) const {
    const Tokens& tokens = tokensOf(palette());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_chosen.kind != GraphElement::Kind::none) {
        std::vector<std::int32_t> nodes, links;
        if (m_chosen.isNode()) {
            nodes = m_graph->neighbours(m_chosen.index);
            nodes.push_back(m_chosen.index);
            const auto incident = m_graph->incidentEdges(m_chosen.index);
            links.assign(incident.begin(), incident.end());
        } else {
            const auto [from, to] = m_graph->edges()[static_cast<std::size_t>(m_chosen.index)];
            nodes = {from, to};
            links = {m_chosen.index};
        }
        if (shownPicture() == m_nodeLinks) {
            QColor veil = tokens.base;
            veil.setAlphaF(static_cast<float>(kVeil));
            painter.fillRect(rect(), veil);
            PictureOptions plain = options(PictureDetail::full);
            plain.lit = {};
            m_nodeLinks->paintPart(painter, m_frame, ink(), plain, nodes, links);
        } else {
            painter.setPen(QPen(tokens.accent, 2.0, Qt::SolidLine, Qt::RoundCap));
            for (const std::int32_t link : links) {
                const auto [from, to] = m_graph->edges()[static_cast<std::size_t>(link)];
                painter.drawLine(nodePosition(from), nodePosition(to));
            }
        }
        if (m_chosen.isNode())
            paintRing(painter, m_chosen.index, 2.0);
    }
    if (m_hovered == m_chosen)
        return;
    if (m_hovered.isNode())
        paintRing(painter, m_hovered.index, 1.5);
    if (m_hovered.isEdge()) {
        const auto [from, to] = m_graph->edges()[static_cast<std::size_t>(m_hovered.index)];
        painter.setPen(QPen(tokens.accent, 1.5, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(nodePosition(from), nodePosition(to));
    }
}

PaintPicture GraphCanvas::painter(bool printStyle) const {
    const GraphPicturePointer picture = shownPicture();
    if (!picture || size().isEmpty())
        return nullptr;
    GraphInk paper = printStyle ? printInk() : ink();
    paper.longestEdge = kLongestEdge;
    const Tokens* tokens = &(printStyle ? tokensOf(ThemeKind::light) : tokensOf(palette()));
    return [picture, paper, appearance = m_appearance, tokens, lit = m_lit, from = m_frame,
            seen = QRectF(rect())](QPainter& to, const QRectF& area) {
        // The same part of the graph as on screen, as large as it fits.
        const double factor = std::min(area.width() / seen.width(), area.height() / seen.height());
        const PictureFrame place{from.scale * factor, area.center() + factor * (from.origin - seen.center())};
        const GraphLook look = lookOf(appearance, *tokens);
        to.save();
        to.setClipRect(area);
        picture->paintAt(to, place, paper, {lit, &look, PictureDetail::full, {}});
        to.restore();
    };
}

void GraphCanvas::resizeEvent(QResizeEvent* event) {
    if (m_isFitted || event->oldSize().isEmpty()) {
        fit();
    } else { // the middle stays in the middle
        const QSize grown = event->size() - event->oldSize();
        setFrame({m_frame.scale, m_frame.origin + 0.5 * QPointF(grown.width(), grown.height())});
    }
    repaintAll();
}

void GraphCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        updateLook();
    GraphStage::changeEvent(event);
}

} // namespace vitrine
