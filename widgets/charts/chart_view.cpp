#include "widgets/charts/chart_view.h"

#include "core/values/text.h"
#include "widgets/charts/figure_scene.h"
#include "widgets/charts/hit_test.h"
#include "widgets/charts/read_out_item.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

// What is shown: spec, axes, selection, cursor. Mouse and keys stand in chart_view_input.cpp.

namespace vitrine {
namespace {

void apply(FigureAxis& axis, const AxisOverrides& overrides) {
    if (overrides.title)
        axis.label.title = *overrides.title;
    if (overrides.scale && axis.scale != AxisScale::category)
        axis.scale = *overrides.scale;
    if (overrides.minimum)
        axis.minimum = overrides.minimum;
    if (overrides.maximum)
        axis.maximum = overrides.maximum;
}

} // namespace

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
    m_given = spec ? std::move(spec) : std::make_shared<const FigureSpec>();
    applySpec();
    // Zoom is kept in positions of the axes: it means nothing on another kind of axis.
    FigureView view = m_scene->view();
    if (oldX.scale != this->spec().x.scale || oldX.categories.size() != this->spec().x.categories.size())
        view.x.reset();
    if (oldY.scale != this->spec().y.scale || oldY.categories.size() != this->spec().y.categories.size())
        view.y.reset();
    m_scene->setView(view);
    setAccessibleName(toQString(this->spec().title));
    setAccessibleDescription(
        tr("Chart of %1 over %2").arg(toQString(axisTitle(this->spec().y)), toQString(axisTitle(this->spec().x))));
}

void ChartView::applySpec() {
    if (m_xOverrides.isEmpty() && m_yOverrides.isEmpty()) {
        m_scene->setFigure(m_given);
    } else {
        auto changed = std::make_shared<FigureSpec>(*m_given);
        apply(changed->x, m_xOverrides);
        apply(changed->y, m_yOverrides);
        m_scene->setFigure(std::move(changed));
    }
    updateEmphasis();
    planSoon();
}

const FigureSpec& ChartView::spec() const {
    return m_scene->figure().spec();
}

FigureSpec ChartView::visibleSpec() const {
    FigureSpec shown = spec();
    const FigureView& view = m_scene->view();
    const auto fix = [](FigureAxis& axis, const std::optional<AxisRange>& range) {
        if (!range || axis.scale == AxisScale::category)
            return;
        const AxisTransform transform(axis.scale, axis.symlogThreshold);
        axis.minimum = transform.inverse(range->low);
        axis.maximum = transform.inverse(range->high);
    };
    fix(shown.x, view.x);
    fix(shown.y, view.y);
    return shown;
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

void ChartView::setXOverrides(const AxisOverrides& overrides) {
    m_xOverrides = overrides;
    m_scene->setView({std::nullopt, m_scene->view().y});
    applySpec();
}

void ChartView::setYOverrides(const AxisOverrides& overrides) {
    m_yOverrides = overrides;
    m_scene->setView({m_scene->view().x, std::nullopt});
    applySpec();
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

std::optional<std::pair<double, double>> ChartView::visibleX() const {
    const std::optional<AxisRange>& range = m_scene->view().x;
    if (!range)
        return std::nullopt;
    const AxisTransform transform(spec().x.scale, spec().x.symlogThreshold);
    return std::pair{transform.inverse(range->low), transform.inverse(range->high)};
}

bool ChartView::isZoomed() const {
    return m_scene->view().x || m_scene->view().y;
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
    if (!isZoomed())
        return;
    m_scene->setView({});
    planSoon();
    Q_EMIT viewChanged();
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
