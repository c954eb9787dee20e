#include "widgets/charts/cursor_link.h"

#include "widgets/charts/chart_view.h"

#include <algorithm>

namespace vitrine {

namespace {

bool hasCurves(const FigureSpec& spec) {
    return std::ranges::any_of(spec.marks, [](const FigureMark& mark) { return mark.kind == MarkKind::line; });
}

} // namespace

void CursorLink::add(ChartView* chart) {
    m_charts.append(chart);
    connect(chart, &ChartView::cursorMoved, this, [this, chart](double x) { follow(chart, x); });
    connect(chart, &ChartView::cursorLeft, this, [this, chart] { leave(chart); });
}

bool CursorLink::shareAxis(const ChartView& one, const ChartView& other) {
    const FigureAxis& a = one.givenSpec().x;
    const FigureAxis& b = other.givenSpec().x;
    return a.scale != AxisScale::category && b.scale != AxisScale::category && !a.label.title.empty() &&
           a.label.title == b.label.title && a.label.unit == b.label.unit && hasCurves(one.givenSpec()) &&
           hasCurves(other.givenSpec());
}

void CursorLink::follow(ChartView* from, double x) {
    leave(from);
    for (ChartView* chart : m_charts)
        if (chart && chart != from && chart->isVisible() && shareAxis(*chart, *from)) {
            chart->followCursor(x);
            m_isShown = true;
        }
    if (m_isShown)
        from->setCursorX(x);
}

void CursorLink::leave(ChartView* from) {
    if (!m_isShown)
        return;
    m_isShown = false;
    from->setCursorX(std::nullopt); // what it reads out is its own affair
    for (ChartView* chart : m_charts)
        if (chart && chart != from)
            chart->followCursor(std::nullopt);
}

} // namespace vitrine
