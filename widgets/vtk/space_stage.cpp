#include "widgets/vtk/space_stage.h"

#include "widgets/data/display_number.h"
#include "widgets/style/fonts.h"
#include "widgets/vtk/vtk_widget.h"

#include <QApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <vtkCamera.h>
#include <vtkMath.h>
#include <vtkMatrix4x4.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr int kStillMs = 120;
constexpr double kDegreesPerPixel = 0.4;
constexpr double kViewAngle = 30.0; // degrees
constexpr double kNodeRoom = 0.4;   // edge lengths around the outermost nodes
constexpr double kNodeReach = 9.0;  // px
constexpr double kEdgeReach = 4.0;
constexpr double kWheelStep = 120.0;
constexpr std::size_t kAllChunks = std::numeric_limits<std::size_t>::max();

} // namespace

/// How much of a large graph is seen at rest; empty: all of it.
QString SpaceStage::partText() const {
    if (!m_scene->isPart())
        return {};
    const auto counts = m_scene->geometry()->first(m_scene->stillChunks());
    const auto text = [](std::size_t count) { return displayCount(static_cast<std::int64_t>(count)); };
    const std::size_t nodes = m_picture.graph->nodeCount();
    const QString edges = tr("%1 of %2 edges").arg(text(counts.edges), text(m_picture.graph->edges().size()));
    return counts.nodes == nodes ? tr("%1 shown").arg(edges)
                                 : tr("%1 of %2 %3 and %4 shown")
                                       .arg(text(counts.nodes), text(nodes), m_picture.graph->nodeWord(), edges);
}

/// Where points of space are seen, in widget coordinates.
struct SpaceStage::Projection {
    std::array<double, 16> matrix{};
    double width = 1.0, height = 1.0;

    Projection(vtkRenderer* renderer, const QSize& size) : width(size.width()), height(size.height()) {
        const vtkMatrix4x4* whole = renderer->GetActiveCamera()->GetCompositeProjectionTransformMatrix(
            width / std::max(height, 1.0), -1.0, 1.0);
        std::copy_n(whole->GetData(), matrix.size(), matrix.begin());
    }
    /// Position in px, and the depth, smaller is nearer; infinite behind the eye.
    std::pair<QPointF, double> of(const SpacePoint& place) const {
        const std::array point{place.x, place.y, place.z, 1.0};
        std::array<double, 4> seen{};
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t column = 0; column < 4; ++column)
                seen[row] += matrix[4 * row + column] * point[column];
        if (seen[3] <= 0.0)
            return {{}, std::numeric_limits<double>::infinity()};
        return {QPointF(0.5 * width * (1.0 + seen[0] / seen[3]), 0.5 * height * (1.0 - seen[1] / seen[3])),
                seen[2] / seen[3]};
    }
};

SpaceStage::SpaceStage(QWidget* parent)
    : GraphStage(parent), m_widget(new VtkWidget(this)), m_scene(std::make_unique<SpaceScene>(m_widget->renderer())) {
    setAccessibleName(tr("Graph in space"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_widget);
    m_widget->setMouseTracking(true);
    m_widget->setFocusPolicy(Qt::NoFocus); // keys are taken here
    m_widget->installEventFilter(this);
    m_still.setSingleShot(true);
    m_still.setInterval(kStillMs);
    m_makeSoon.setSingleShot(true);
    m_makeSoon.setInterval(0);
    connect(&m_still, &QTimer::timeout, this, &SpaceStage::endMotion);
    connect(&m_makeSoon, &QTimer::timeout, this, &SpaceStage::makeInBackground);
    connect(m_widget, &VtkWidget::aboutToPaint, this, &SpaceStage::preparePaint);
    connect(m_widget, &VtkWidget::painted, this, &SpaceStage::framePainted);
}

SpaceStage::~SpaceStage() = default;

void SpaceStage::rebuild() {
    m_makeTask.cancel();
    m_makeSoon.stop();
    m_stale = true;
    m_full = false;
    // Together with what else changes until then.
    if (isLarge())
        m_makeSoon.start();
    else
        m_widget->update();
    Q_EMIT noteChanged();
}

void SpaceStage::makeInBackground() {
    m_makeTask.start([picture = m_picture, tokens = tokensOf(palette())](
                         const std::stop_token& stop) { return makeSpaceGeometry(picture, tokens, kAllChunks, stop); },
                     [this](SpaceGeometryPointer geometry) {
                         if (geometry)
                             takeGeometry(std::move(geometry));
                     });
}

void SpaceStage::takeGeometry(SpaceGeometryPointer geometry) {
    m_scene->show(std::move(geometry));
    m_stale = false;
    m_widget->update();
    Q_EMIT noteChanged();
}

QString SpaceStage::note() const {
    if (m_stale && isLarge())
        return tr("Preparing the picture …");
    return m_stale || m_moving || !m_full ? QString() : partText();
}

void SpaceStage::setGraph(ShownGraphPointer graph, PlacesPointer places) {
    if (graph != m_picture.graph) {
        m_picture.lit.clear();
        m_picture.chosen = m_chosen = {};
    }
    const bool valid = graph && places && places->size() == graph->nodeCount();
    m_scene->show(nullptr); // another graph, or the same in other places
    m_picture.graph = valid ? std::move(graph) : nullptr;
    m_picture.places = valid ? std::move(places) : nullptr;
    m_widget->setSamples(valid && !isLarge() ? 4 : 0);
    fit();
    rebuild();
}

void SpaceStage::setAppearance(const GraphAppearance& appearance) {
    m_picture.appearance = appearance;
    rebuild();
}

void SpaceStage::setHighlights(std::vector<NodeSequence> sequences) {
    m_picture.lit = std::move(sequences);
    rebuild();
}

void SpaceStage::setChosen(GraphElement element) {
    m_chosen = m_picture.graph ? m_picture.graph->checked(element) : GraphElement{};
    m_picture.chosen = m_chosen;
    rebuild();
}

void SpaceStage::setRoomLeft(int width) {
    m_roomLeft = width;
    m_isFitted ? fit() : centreBesideRoom();
}

void SpaceStage::centreBesideRoom() {
    // What is looked at stands in the middle of the part that nothing covers.
    const int left = 2 * m_roomLeft < width() ? m_roomLeft : 0;
    m_widget->renderer()->GetActiveCamera()->SetWindowCenter(-static_cast<double>(left) / std::max(width(), 1), 0.0);
    startMotion();
}

void SpaceStage::resizeEvent(QResizeEvent* event) {
    GraphStage::resizeEvent(event);
    m_isFitted ? fit() : centreBesideRoom();
}

void SpaceStage::fit() {
    m_isFitted = true;
    if (!m_picture.places || m_picture.places->empty())
        return;
    SpacePoint low = m_picture.places->front(), high = low;
    for (const SpacePoint& place : *m_picture.places) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y), std::min(low.z, place.z)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y), std::max(high.z, place.z)};
    }
    const std::array centre{0.5 * (low.x + high.x), 0.5 * (low.y + high.y), 0.5 * (low.z + high.z)};
    double radius = kNodeRoom;
    for (const SpacePoint& place : *m_picture.places)
        radius =
            std::max(radius, std::hypot(place.x - centre[0], place.y - centre[1], place.z - centre[2]) + kNodeRoom);
    // The sphere around all nodes fits into the shorter side.
    const double left = 2 * m_roomLeft < width() ? m_roomLeft : 0.0;
    const double shorter = std::min(1.0, (width() - left) / std::max(height(), 1));
    const double half = std::atan(shorter * std::tan(0.5 * vtkMath::RadiansFromDegrees(kViewAngle)));
    vtkCamera* camera = m_widget->renderer()->GetActiveCamera();
    camera->SetViewAngle(kViewAngle);
    camera->SetViewUp(0.0, -1.0, 0.0); // y points down, as on paper
    camera->SetFocalPoint(centre.data());
    camera->SetPosition(centre[0], centre[1], centre[2] - radius / std::sin(half));
    centreBesideRoom();
}

void SpaceStage::zoomBy(double factor) {
    m_isFitted = false;
    m_widget->renderer()->GetActiveCamera()->Dolly(factor);
    startMotion();
}

void SpaceStage::moveBy(const QPointF& pixels) {
    m_isFitted = false;
    vtkCamera* camera = m_widget->renderer()->GetActiveCamera();
    camera->Azimuth(-kDegreesPerPixel * pixels.x());
    camera->Elevation(kDegreesPerPixel * pixels.y());
    camera->OrthogonalizeViewUp();
    startMotion();
}

void SpaceStage::panBy(const QPointF& pixels) {
    m_isFitted = false;
    vtkCamera* camera = m_widget->renderer()->GetActiveCamera();
    const double perPixel = 2.0 * camera->GetDistance() *
                            std::tan(0.5 * vtkMath::RadiansFromDegrees(camera->GetViewAngle())) / std::max(height(), 1);
    std::array<double, 3> up{}, toEye{}, right{}, eye{}, focus{};
    camera->GetViewUp(up.data());
    camera->GetDirectionOfProjection(toEye.data());
    camera->GetPosition(eye.data());
    camera->GetFocalPoint(focus.data());
    vtkMath::Cross(toEye.data(), up.data(), right.data());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double shift = perPixel * (pixels.y() * up[axis] - pixels.x() * right[axis]);
        eye[axis] += shift;
        focus[axis] += shift;
    }
    camera->SetPosition(eye.data());
    camera->SetFocalPoint(focus.data());
    startMotion();
}

void SpaceStage::startMotion() {
    m_moving = true;
    m_full = false;
    m_still.start();
    m_widget->update();
    Q_EMIT noteChanged();
}

void SpaceStage::endMotion() {
    m_moving = false;
    m_widget->update();
}

void SpaceStage::preparePaint() {
    if (m_stale && !isLarge()) {
        m_scene->show(makeSpaceGeometry(m_picture, tokensOf(palette()), kAllChunks));
        m_stale = false;
    }
    m_scene->setMoving(m_moving);
    m_widget->renderer()->ResetCameraClippingRange();
}

void SpaceStage::framePainted(double milliseconds) {
    if (m_stale)
        return;
    if (m_scene->frameTook(milliseconds)) {
        m_widget->update();
        return;
    }
    if (m_moving || m_full)
        return;
    m_full = true;
    Q_EMIT noteChanged();
    Q_EMIT fullShown();
}

PaintPicture SpaceStage::painter(bool printStyle) const {
    if (!isReady() || m_widget->size().isEmpty())
        return nullptr;
    SpacePicture picture = m_picture;
    picture.chosen = {};
    const Tokens& tokens = printStyle ? tokensOf(ThemeKind::light) : tokensOf(palette());
    // Of a large graph what is seen at rest: that is little enough to be drawn at once.
    const std::size_t chunks = m_scene->isLarge() ? m_scene->stillChunks() : kAllChunks;
    const QString part = partText();
    const SpaceGeometryPointer onScreen = m_scene->geometry();
    m_scene->show(makeSpaceGeometry(picture, tokens, chunks));
    m_scene->setMoving(false);
    m_scene->showChunks(chunks);
    m_widget->blockSignals(true); // no frame of the window
    const QImage image = m_widget->grabFramebuffer().convertToFormat(QImage::Format_RGB32);
    m_widget->blockSignals(false);
    m_scene->show(onScreen);
    m_scene->showChunks(chunks);
    return [image, part, ink = tokens.text2](QPainter& to, const QRectF& area) {
        const QSizeF size = QSizeF(image.size()).scaled(area.size(), Qt::KeepAspectRatio);
        to.setRenderHint(QPainter::SmoothPixmapTransform);
        to.drawImage(QRectF(area.center() - QPointF(0.5 * size.width(), 0.5 * size.height()), size), image);
        to.setFont(fonts::small());
        to.setPen(ink);
        to.drawText(area, Qt::AlignRight | Qt::AlignBottom, part);
    };
}

GraphElement SpaceStage::elementAt(const QPointF& point) const {
    return m_picture.graph ? elementAt(m_picture, Projection(m_widget->renderer(), m_widget->size()), point)
                           : GraphElement{};
}

GraphElement SpaceStage::elementAt(const SpacePicture& picture, const Projection& projection, const QPointF& point) {
    std::vector<QPointF> seen(picture.places->size());
    GraphElement found;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t node = 0; node < seen.size(); ++node) {
        const auto [at, depth] = projection.of((*picture.places)[node]);
        seen[node] = at;
        if (std::hypot(at.x() - point.x(), at.y() - point.y()) < kNodeReach && depth < nearest) {
            nearest = depth;
            found = {GraphElement::Kind::node, static_cast<std::int32_t>(node)};
        }
    }
    double best = kEdgeReach;
    const auto edgeCount = static_cast<std::int32_t>(picture.graph->edges().size());
    for (std::int32_t edge = 0; edge < edgeCount && !found.isNode(); ++edge) {
        if (!picture.graph->checked({GraphElement::Kind::edge, edge}).isEdge())
            continue;
        const auto [from, to] = picture.graph->edges()[static_cast<std::size_t>(edge)];
        const QPointF a = seen[static_cast<std::size_t>(from)];
        const QPointF along = seen[static_cast<std::size_t>(to)] - a;
        const double squared = QPointF::dotProduct(along, along);
        const double share =
            squared > 0.0 ? std::clamp(QPointF::dotProduct(point - a, along) / squared, 0.0, 1.0) : 0.0;
        const QPointF gap = point - (a + share * along);
        if (const double distance = std::hypot(gap.x(), gap.y()); distance < best) {
            best = distance;
            found = {GraphElement::Kind::edge, edge};
        }
    }
    return found;
}

void SpaceStage::setHovered(GraphElement element) {
    if (element == m_hovered)
        return;
    m_hovered = element;
    Q_EMIT elementHovered(element);
}

void SpaceStage::hoverAt(const QPointF& point) {
    if (!m_picture.graph)
        return;
    if (!isLarge())
        return setHovered(elementAt(point));
    m_hoverTask.start([picture = m_picture, projection = Projection(m_widget->renderer(), m_widget->size()),
                       point](const std::stop_token&) { return elementAt(picture, projection, point); },
                      [this](GraphElement element) { setHovered(element); });
}

void SpaceStage::mousePressed(const QPointF& at) {
    m_pressed = m_last = at;
    m_dragging = false;
    setFocus(Qt::MouseFocusReason);
}

void SpaceStage::mouseMoved(const QPointF& at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) {
    if (!(buttons & (Qt::LeftButton | Qt::MiddleButton))) {
        return hoverAt(at);
    }
    if (!m_dragging && (at - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    const bool pan = (buttons & Qt::MiddleButton) || (modifiers & Qt::ShiftModifier);
    pan ? panBy(at - m_last) : moveBy(at - m_last);
    m_last = at;
}

void SpaceStage::mouseReleased(const QPointF& at, Qt::MouseButton button) {
    if (button == Qt::LeftButton && !m_dragging)
        choose(elementAt(at));
    m_dragging = false;
}

bool SpaceStage::eventFilter(QObject* watched, QEvent* event) {
    auto* mouse = dynamic_cast<QMouseEvent*>(event);
    switch (event->type()) {
    case QEvent::MouseButtonPress: mousePressed(mouse->position()); return true;
    case QEvent::MouseMove: mouseMoved(mouse->position(), mouse->buttons(), mouse->modifiers()); return true;
    case QEvent::MouseButtonRelease: mouseReleased(mouse->position(), mouse->button()); return true;
    case QEvent::MouseButtonDblClick:
        if (elementAt(mouse->position()).kind == GraphElement::Kind::none)
            fit();
        return true;
    case QEvent::Wheel:
        zoomBy(std::pow(1.2, static_cast<QWheelEvent*>(event)->angleDelta().y() / kWheelStep));
        return true;
    case QEvent::Leave:
        m_hoverTask.cancel();
        setHovered({});
        break;
    default: break;
    }
    return GraphStage::eventFilter(watched, event);
}

void SpaceStage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        rebuild();
    GraphStage::changeEvent(event);
}

} // namespace vitrine
