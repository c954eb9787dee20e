#include "widgets/charts/chart_view.h"

#include "core/values/text.h"
#include "widgets/charts/figure_scene.h"
#include "widgets/charts/hit_test.h"
#include "widgets/charts/read_out_item.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

// What is shown: spec, selection, cursor. Axes stand in chart_view_axes.cpp, mouse and keys in chart_view_input.cpp.

namespace vitrine {
ChartView::ChartView(QWidget* parent)
    : QGraphicsView(parent), m_given(std::make_shared<const FigureSpec>()), m_scene(new FigureScene(this)),
      m_readOut(new ReadOutItem) {
    setScene(m_scene);
    m_scene->addItem(m_readOut);
    m_scene->setCached(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    setBackgroundRole(QPalette::Base);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setInteractive(false); // no item takes events; we do
    setMinimumSize(120, 96);
    connect(m_scene, &FigureScene::planned, this, &ChartView::onPlanned);
    m_scene->setStyle(FigureStyle::forScreen(palette()));
    m_readOut->setStyle(m_scene->style());
}

ChartView::~ChartView() = default;

void ChartView::setSpec(std::shared_ptr<const FigureSpec> spec) {
    const FigureAxis oldX = this->spec().x;
    const FigureAxis oldY = this->spec().y;
    const std::string oldKey = axesKey();
    const bool wasEmpty = this->spec().marks.empty();
    m_given = spec ? std::move(spec) : std::make_shared<const FigureSpec>();
    applySpec();
    keepZoom(oldX, oldY);
    if (wasEmpty != this->spec().marks.empty())
        viewport()->update(); // the sentence of an empty chart is no item of the scene
    setAccessibleName(toQString(this->spec().title));
    setAccessibleDescription(
        tr("Chart of %1 over %2").arg(toQString(axisTitle(this->spec().y)), toQString(axisTitle(this->spec().x))));
    if (axesKey() != oldKey)
        Q_EMIT otherAxesShown();
}

void ChartView::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection) {
        const auto follow = [this](const QString& kind) {
            if (kind == keyKind())
                updateEmphasis();
        };
        connect(selection, &Selection::changed, this, follow);
        connect(selection, &Selection::hoverChanged, this, follow);
    }
    updateEmphasis();
}

void ChartView::updateEmphasis() {
    FigureEmphasis emphasis;
    const QString kind = keyKind();
    if (m_selection && !kind.isEmpty()) {
        emphasis.selected = m_selection->keys(kind);
        if (m_selection->hoverKind() == kind)
            emphasis.hovered = m_selection->hoverKey();
    }
    const FigureEmphasis& old = m_scene->emphasis();
    if (emphasis.selected != old.selected || emphasis.hovered != old.hovered)
        m_scene->setEmphasis(emphasis);
}

QString ChartView::keyKind() const {
    return toQString(spec().keyKind);
}

void ChartView::setCursorX(std::optional<double> x) {
    m_cursorX = x;
    planNow();
    const PlotMap& map = m_scene->plan().layout.map;
    m_readOut->setCursor(x && !m_scene->plan().size.isEmpty() ? std::optional<double>(map.xPixel(*x)) : std::nullopt);
}

QRectF ChartView::plotRect() const {
    m_scene->ensurePlanned();
    return m_scene->plan().layout.map.plot;
}

QPointF ChartView::pixelOf(double x, double y) const {
    m_scene->ensurePlanned();
    return m_scene->plan().layout.map.pixel(x, y);
}

QStringList ChartView::badges() const {
    m_scene->ensurePlanned();
    return m_scene->plan().badges;
}

QStringList ChartView::readOut() const {
    return m_readOut->lines();
}

void ChartView::resetView() {
    setZoom({});
}

void ChartView::planSoon() {
    // Several changes within one turn of the event loop are laid out once.
    if (m_planQueued)
        return;
    m_planQueued = true;
    QMetaObject::invokeMethod(this, &ChartView::planNow, Qt::QueuedConnection);
}

void ChartView::planNow() {
    m_planQueued = false;
    m_scene->ensurePlanned();
}

void ChartView::onPlanned() {
    const FigurePlan& plan = m_scene->plan();
    m_readOut->setArea(m_scene->sceneRect(), plan.layout.map.plot);
    m_readOut->setCursor(m_cursorX ? std::optional<double>(plan.layout.map.xPixel(*m_cursorX)) : std::nullopt);
    if (m_drag == Drag::none && viewport()->underMouse() && m_pointer.x() >= 0)
        hoverAt(m_pointer); // live data move under a resting pointer
}

void ChartView::paintEvent(QPaintEvent* event) {
    m_scene->ensurePlanned();
    {
        QPainter painter(viewport());
        painter.fillRect(event->rect(), palette().base());
        if (spec().marks.empty()) {
            painter.setPen(tokensOf(palette()).muted);
            painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("Nothing to show yet."));
            return;
        }
    }
    QGraphicsView::paintEvent(event);
}

void ChartView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    m_scene->setSize(viewport()->size());
    m_readOut->setReadOut({}, {});
    m_scene->ensurePlanned();
}

void ChartView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_scene->setStyle(FigureStyle::forScreen(palette()));
        m_readOut->setStyle(m_scene->style());
        planSoon();
    }
    QGraphicsView::changeEvent(event);
}

bool ChartView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        m_pointer = {-1, -1};
        clearHover();
    } else if (event->type() == QEvent::ToolTip) {
        // A long axis title is cut off in a narrow pane; here it is whole.
        const auto* help = static_cast<QHelpEvent*>(event);
        const QRectF plot = plotRect();
        const std::string title = help->pos().y() > plot.bottom() + 18 ? axisTitle(spec().x)
                                  : help->pos().x() < 20               ? axisTitle(spec().y)
                                                                       : std::string();
        if (title.empty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), toQString(title), this);
        return true;
    }
    return QGraphicsView::viewportEvent(event);
}

} // namespace vitrine
