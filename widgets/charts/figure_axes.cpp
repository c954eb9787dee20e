#include "widgets/charts/figure_axes.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr QChar kInvisible(0x200B); ///< zero width space: makes equal labels differ, which the axis insists on

bool sameTicks(const QList<TickMark>& a, const QList<TickMark>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TickMark& first, const TickMark& second) {
        return std::abs(first.part - second.part) < 1e-7 && first.label == second.label;
    });
}

QCategoryAxis* makeAxis(QChart* chart, QLineSeries* series, Qt::Alignment side) {
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setGridLineVisible(false); // ours: the library adds lines at both ends of the range
    axis->setStartValue(-1);
    axis->setRange(0, 1);
    axis->setTruncateLabels(false); // already elided
    axis->setTitleVisible(false);   // ours: the library cuts a title off at the ends of its axis
    chart->addAxis(axis, side);
    series->attachAxis(axis);
    return axis;
}

} // namespace

FigureAxes::FigureAxes(QGraphicsScene* scene) : m_chart(new QChart), m_insets(kMarginLeft, 0, 0, kMarginBottom) {
    scene->addItem(m_chart);
    m_chart->setBackgroundVisible(false);
    m_chart->setBackgroundRoundness(0);
    m_chart->setMargins(QMargins());
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->legend()->hide();
    m_chart->setAcceptHoverEvents(false);
    m_chart->setAcceptedMouseButtons(Qt::NoButton);
    auto* series = new QLineSeries; // empty: axes live only beside a series
    m_chart->addSeries(series);
    m_x.axis = makeAxis(m_chart, series, Qt::AlignBottom);
    m_y.axis = makeAxis(m_chart, series, Qt::AlignLeft);
}

void FigureAxes::update(const FigureLayout& layout, const FigureStyle& style, const QList<double>& strongX,
                        const QList<double>& strongY) {
    updateLooks(m_x.axis, layout.xAxisLine, style);
    updateLooks(m_y.axis, false, style);
    updateAxis(m_x, layout.xTicks, layout.map.xTransform.scale() == AxisScale::category ? strongX : QList<double>());
    updateAxis(m_y, layout.denseRows ? QList<TickMark>() : layout.yTicks,
               layout.map.downwards ? strongY : QList<double>());
    place(layout.map.plot);
}

void FigureAxes::updateLooks(QCategoryAxis* axis, bool line, const FigureStyle& style) {
    const Tokens& tokens = style.tokens();
    const QPen pen(tokens.axis, style.lineFactor);
    if (axis->linePen() != pen)
        axis->setLinePen(pen);
    if (axis->isLineVisible() != line)
        axis->setLineVisible(line);
    if (axis->labelsFont() != style.font) {
        axis->setLabelsFont(style.font);
    }
    if (axis->labelsColor() != tokens.text2) {
        axis->setLabelsColor(tokens.text2);
    }
}

void FigureAxes::updateAxis(AxisState& state, const QList<TickMark>& ticks, const QList<double>& strong) {
    if (sameTicks(state.ticks, ticks) && state.strong == strong)
        return;
    state.ticks = ticks;
    state.strong = strong;
    const QStringList old = state.axis->categoriesLabels();
    for (const QString& label : old)
        state.axis->remove(label);
    QList<TickMark> ascending = ticks;
    std::stable_sort(ascending.begin(), ascending.end(),
                     [](const TickMark& a, const TickMark& b) { return a.part < b.part; });
    QStringList used;
    for (const TickMark& tick : ascending) {
        QString label = tick.label.toHtmlEscaped();
        if (strong.contains(tick.value))
            label = QStringLiteral("<b>%1</b>").arg(label);
        while (label.isEmpty() || used.contains(label))
            label += kInvisible;
        used.append(label);
        state.axis->append(label, tick.part);
    }
}

void FigureAxes::place(const QRectF& plot) {
    // The library's layout finds the plot from the chart's rectangle; we want it the other way round. What the axes
    // need around the plot hardly depends on its size, so the first or second guess is exact.
    for (int attempt = 0; attempt < 4; ++attempt) {
        const QRectF wanted = plot.marginsAdded(m_insets);
        if (m_chart->geometry() != wanted)
            m_chart->setGeometry(wanted);
        m_chart->layout()->activate();
        const QRectF found = m_chart->mapRectToScene(m_chart->plotArea());
        const QMarginsF off(found.left() - plot.left(), found.top() - plot.top(), plot.right() - found.right(),
                            plot.bottom() - found.bottom());
        const double worst =
            std::max({std::abs(off.left()), std::abs(off.top()), std::abs(off.right()), std::abs(off.bottom())});
        if (worst < 1e-3)
            return;
        m_insets += off;
    }
}

} // namespace vitrine
