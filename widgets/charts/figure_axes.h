#pragma once

#include "widgets/charts/figure_layout.h"

#include <QMarginsF>
#include <QPen>

class QGraphicsScene;
QT_BEGIN_NAMESPACE
class QCategoryAxis;
class QChart;
QT_END_NAMESPACE

namespace vitrine {

/// Axes of a figure by Qt Charts: lines, ticks and labels around a plot rectangle that we choose. The chart
/// holds no data; its axes run from 0 to 1 and carry our ticks, so linear, log, symlog and category axes are one thing.
class FigureAxes {
public:
    /// Adds the chart to the scene, which owns it.
    explicit FigureAxes(QGraphicsScene* scene);

    /// Lays the axes around layout.map.plot. The categories named by the values of their ticks
    /// get bold labels.
    void update(const FigureLayout& layout, const FigureStyle& style, const QList<double>& strongX,
                const QList<double>& strongY);
    QChart* chart() const { return m_chart; }

private:
    struct AxisState {
        QCategoryAxis* axis = nullptr;
        QList<TickMark> ticks;
        QList<double> strong;
    };
    void updateAxis(AxisState& state, const QList<TickMark>& ticks, const QList<double>& strong);
    void updateLooks(QCategoryAxis* axis, bool line, const FigureStyle& style);
    void place(const QRectF& plot);

    QChart* m_chart;
    AxisState m_x, m_y;
    QMarginsF m_insets; ///< what the axes needed around the plot the last time
};

} // namespace vitrine
