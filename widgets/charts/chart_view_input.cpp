#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_scene.h"
#include "widgets/charts/hit_test.h"
#include "widgets/charts/read_out_item.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

// Mouse and keys of ChartView.

namespace vitrine {
namespace {

constexpr double kWheelStep = 0.82; ///< of the range per notch
constexpr double kDeepestZoom = 1e-9;
constexpr double kOverhang = 0.5; ///< of the visible range that may lie outside the data

/// Keeps a zoomed range near the data and not deeper than numbers allow.
AxisRange limited(AxisRange range, const AxisRange& full) {
    const double least = std::max(full.span() * kDeepestZoom, std::abs(range.low) * 1e-12);
    if (range.span() < least) {
        const double middle = (range.low + range.high) / 2;
        range = {middle - least / 2, middle + least / 2};
    }
    const double span = range.span();
    if (range.low < full.low - span * kOverhang)
        range = {full.low - span * kOverhang, full.low + span * (1 - kOverhang)};
    if (range.high > full.high + span * kOverhang)
        range = {full.high - span * (1 - kOverhang), full.high + span * kOverhang};
    return range;
}

bool showsAll(const AxisRange& range, const AxisRange& full) {
    return range.low <= full.low + full.span() * 1e-9 && range.high >= full.high - full.span() * 1e-9;
}

} // namespace

ChartView::Zoomable ChartView::zoomable() const {
    const PreparedFigure& figure = m_scene->figure();
    if (figure.has(MarkKind::cells) || figure.has(MarkKind::points))
        return {spec().x.scale != AxisScale::category || figure.has(MarkKind::cells),
                spec().y.scale != AxisScale::category || figure.has(MarkKind::cells)};
    if (figure.has(MarkKind::line))
        return {spec().x.scale != AxisScale::category, false};
    if (figure.has(MarkKind::bars)) // histograms; bars of categories are all there
        return {spec().x.scale != AxisScale::category && spec().y.scale != AxisScale::category, false};
    return {};
}

void ChartView::setRanges(AxisRange x, AxisRange y) {
    const FigureRanges full = dataRanges(m_scene->figure());
    x = limited(x, full.x);
    y = limited(y, full.y);
    FigureView view = m_scene->view();
    const Zoomable can = zoomable();
    if (can.x || view.x || x != m_scene->plan().layout.map.x)
        view.x = showsAll(x, full.x) ? std::nullopt : std::optional<AxisRange>(x);
    if (can.y || view.y || y != m_scene->plan().layout.map.y)
        view.y = showsAll(y, full.y) ? std::nullopt : std::optional<AxisRange>(y);
    setZoom(view);
}

void ChartView::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    const Zoomable can = zoomable();
    if (notches == 0 || (!can.x && !can.y)) {
        event->ignore();
        return;
    }
    zoomAt(event->position(), std::pow(kWheelStep, notches), event->modifiers());
    event->accept();
}

void ChartView::zoomAt(const QPointF& position, double factor, Qt::KeyboardModifiers modifiers) {
    planNow();
    const PlotMap& map = m_scene->plan().layout.map;
    Zoomable can = zoomable();
    if (modifiers & Qt::ControlModifier) // Ctrl: the other way along y alone
        can = {false, spec().y.scale != AxisScale::category};
    const auto around = [factor](const AxisRange& range, double at) {
        return AxisRange{at - (at - range.low) * factor, at + (range.high - at) * factor};
    };
    const double x = std::clamp(map.xPosition(position.x()), map.x.low, map.x.high);
    const double y = std::clamp(map.yPosition(position.y()), map.y.low, map.y.high);
    setRanges(can.x ? around(map.x, x) : map.x, can.y ? around(map.y, y) : map.y);
}

void ChartView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QGraphicsView::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    planNow();
    m_pressedAt = event->position();
    m_pressedX = m_scene->plan().layout.map.x;
    m_pressedY = m_scene->plan().layout.map.y;
    m_drag = event->modifiers() & Qt::ShiftModifier ? Drag::band : Drag::pressed;
    event->accept();
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    const bool far = (event->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance() / 2.0;
    const Zoomable can = zoomable();
    if (m_drag == Drag::pressed && far && (can.x || can.y)) {
        m_drag = Drag::pan;
        viewport()->setCursor(Qt::ClosedHandCursor);
        clearHover();
    }
    switch (m_drag) {
    case Drag::pan: panTo(event->position()); break;
    case Drag::band:
        m_readOut->setBand(QRectF(m_pressedAt, event->position()).normalized().intersected(plotRect()));
        break;
    case Drag::none: hoverAt(event->position()); break;
    case Drag::pressed: break;
    }
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QGraphicsView::mouseReleaseEvent(event);
    const Drag drag = m_drag;
    m_drag = Drag::none;
    viewport()->unsetCursor();
    m_readOut->setBand({});
    if (drag == Drag::band)
        zoomToBand(QRectF(m_pressedAt, event->position()).normalized().intersected(plotRect()));
    else if (drag == Drag::pressed)
        clickAt(event->position(), event->modifiers());
    event->accept();
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        resetView();
}

void ChartView::panTo(const QPointF& position) {
    const PlotMap& map = m_scene->plan().layout.map;
    const Zoomable can = zoomable();
    const QPointF moved = position - m_pressedAt;
    const double dx = can.x ? -moved.x() / map.plot.width() * m_pressedX.span() : 0.0;
    const double down = map.downwards ? -1.0 : 1.0;
    const bool movesY = can.y || m_scene->view().y;
    const double dy = movesY ? down * moved.y() / map.plot.height() * m_pressedY.span() : 0.0;
    setRanges({m_pressedX.low + dx, m_pressedX.high + dx}, {m_pressedY.low + dy, m_pressedY.high + dy});
}

void ChartView::zoomToBand(const QRectF& band) {
    if (band.width() < 4 || band.height() < 4)
        return;
    const PlotMap& map = m_scene->plan().layout.map;
    const bool categoriesX = spec().x.scale == AxisScale::category && !m_scene->figure().has(MarkKind::cells);
    const bool categoriesY = spec().y.scale == AxisScale::category && !m_scene->figure().has(MarkKind::cells);
    const double y0 = map.yPosition(band.top());
    const double y1 = map.yPosition(band.bottom());
    setRanges(categoriesX ? map.x : AxisRange{map.xPosition(band.left()), map.xPosition(band.right())},
              categoriesY ? map.y : AxisRange{std::min(y0, y1), std::max(y0, y1)});
}

void ChartView::hoverAt(const QPointF& position) {
    planNow();
    const std::optional<FigureHit> hit = hitTest(m_scene->figure(), m_scene->plan(), m_scene->style(), position);
    if (hit)
        m_readOut->setReadOut(hit->pixel, hit->lines);
    else
        m_readOut->setReadOut({}, {});
    tellCursor(hit);
    if (m_selection && !keyKind().isEmpty())
        m_selection->hover(keyKind(), hit ? m_scene->figure().keyOf(hit->point) : QString());
}

void ChartView::tellCursor(const std::optional<FigureHit>& hit) {
    const FigureMark* mark = hit ? m_scene->figure().marks()[static_cast<std::size_t>(hit->point.mark)].mark : nullptr;
    if (mark && mark->kind == MarkKind::line)
        Q_EMIT cursorMoved(mark->x[static_cast<std::size_t>(hit->point.index)]);
    else
        Q_EMIT cursorLeft();
}

void ChartView::followCursor(std::optional<double> x) {
    setCursorX(x);
    m_readOut->setReadOut({}, {});
    if (x)
        readOutAt(*x);
}

void ChartView::readOutAt(double x) {
    planNow();
    // The first line that has a value there.
    for (std::size_t m = 0; m < m_scene->figure().marks().size(); ++m) {
        const PreparedFigure::Mark& prepared = m_scene->figure().marks()[m];
        if (prepared.mark->kind != MarkKind::line || !prepared.ascending || prepared.mark->x.empty())
            continue;
        const MarkPoint point{static_cast<int>(m), nearestIndex(prepared.mark->x, x)};
        const auto hit = describePoint(m_scene->figure(), m_scene->plan(), m_scene->style(), point);
        if (hit && isWithin(m_scene->plan().layout.map.plot.adjusted(-1, -1, 1, 1), hit->pixel)) {
            m_readOut->setReadOut(hit->pixel, hit->lines);
            return;
        }
    }
}

void ChartView::clearHover() {
    m_readOut->setReadOut({}, {});
    Q_EMIT cursorLeft();
    if (m_selection && !keyKind().isEmpty() && m_selection->hoverKind() == keyKind())
        m_selection->hover(keyKind(), {});
}

void ChartView::clickAt(const QPointF& position, Qt::KeyboardModifiers modifiers) {
    planNow();
    const std::optional<FigureHit> hit = hitTest(m_scene->figure(), m_scene->plan(), m_scene->style(), position);
    if (!hit)
        return;
    const QString key = m_scene->figure().keyOf(hit->point);
    if (m_selection && !key.isEmpty()) {
        if (modifiers & Qt::ControlModifier)
            m_selection->toggle(keyKind(), key);
        else
            m_selection->select(keyKind(), {key});
    }
    Q_EMIT pointClicked(hit->point, key);
}

void ChartView::keyPressEvent(QKeyEvent* event) {
    const bool lines = m_scene->figure().has(MarkKind::line);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const bool forward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
        const int steps = (forward ? 1 : -1) * (event->modifiers() & Qt::ShiftModifier ? 10 : 1);
        if (lines)
            stepCursor(steps);
        else
            stepSelection(steps);
        break;
    }
    case Qt::Key_Escape:
        if (m_selection)
            m_selection->clear();
        setCursorX(std::nullopt);
        clearHover();
        event->ignore(); // the window has its own use for it, too
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(plotRect().center(), kWheelStep, {}); break;
    case Qt::Key_Minus: zoomAt(plotRect().center(), 1 / kWheelStep, {}); break;
    case Qt::Key_0: resetView(); break;
    default: QGraphicsView::keyPressEvent(event); return;
    }
    event->accept();
}

void ChartView::stepCursor(int steps) {
    planNow();
    // The first line with its points in order leads.
    for (std::size_t m = 0; m < m_scene->figure().marks().size(); ++m) {
        const PreparedFigure::Mark& prepared = m_scene->figure().marks()[m];
        if (prepared.mark->kind != MarkKind::line || !prepared.ascending || prepared.mark->x.empty())
            continue;
        const std::vector<double>& x = prepared.mark->x;
        const int last = static_cast<int>(x.size()) - 1;
        const int from = m_cursorX ? nearestIndex(x, *m_cursorX) : (steps > 0 ? -1 : last + 1);
        const int index = std::clamp(from + steps, 0, last);
        setCursorX(x[static_cast<std::size_t>(index)]);
        if (const auto hit =
                describePoint(m_scene->figure(), m_scene->plan(), m_scene->style(), {static_cast<int>(m), index});
            hit && std::isfinite(hit->pixel.y()))
            m_readOut->setReadOut(hit->pixel, hit->lines);
        Q_EMIT cursorMoved(*m_cursorX);
        return;
    }
}

void ChartView::stepSelection(int steps) {
    planNow();
    const PreparedFigure& figure = m_scene->figure();
    for (std::size_t m = 0; m < figure.marks().size(); ++m) {
        const FigureMark& mark = *figure.marks()[m].mark;
        if (mark.keys.empty())
            continue;
        const QStringList selected = m_selection ? m_selection->keys(keyKind()) : QStringList();
        int at = steps > 0 ? -1 : static_cast<int>(mark.keys.size());
        if (!selected.isEmpty())
            for (const MarkPoint& point : figure.pointsOf(selected.back()))
                if (point.mark == static_cast<int>(m))
                    at = point.index;
        const int last = static_cast<int>(mark.keys.size()) - 1;
        int index = std::clamp(at + steps, 0, last);
        const int onward = steps > 0 ? 1 : -1; // cells of a map that stand for nothing have no key
        while (mark.keys[static_cast<std::size_t>(index)].empty() && index + onward >= 0 && index + onward <= last)
            index += onward;
        if (mark.keys[static_cast<std::size_t>(index)].empty())
            return;
        const MarkPoint point{static_cast<int>(m), index * static_cast<int>(indicesPerKey(mark))};
        if (m_selection)
            m_selection->select(keyKind(), {figure.keyOf(point)});
        if (const auto hit = describePoint(figure, m_scene->plan(), m_scene->style(), point))
            m_readOut->setReadOut(hit->pixel, hit->lines);
        return;
    }
}

} // namespace vitrine
