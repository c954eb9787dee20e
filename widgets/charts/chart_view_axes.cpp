#include "core/figure/visible_part.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_scene.h"

#include <algorithm>
#include <cmath>

// Axes of ChartView: the user's changes and the visible range.

namespace vitrine {
namespace {

constexpr std::size_t kMostFigures = 64; ///< whose changes are kept

/// Zoom is kept in positions of the axis: it means nothing on another kind of axis.
bool isSameKind(const FigureAxis& before, const FigureAxis& now) {
    return before.scale == now.scale && before.categories.size() == now.categories.size() &&
           before.symlogThreshold == now.symlogThreshold;
}

bool hasOtherLimits(const AxisChanges& before, const AxisChanges& now) {
    return before.minimum != now.minimum || before.maximum != now.maximum;
}

void fix(FigureAxis& axis, const std::optional<AxisRange>& range) {
    if (!range || axis.scale == AxisScale::category)
        return;
    const AxisTransform transform(axis.scale, axis.symlogThreshold);
    const double low = transform.inverse(range->low);
    const double high = transform.inverse(range->high);
    if (rangeProblem(axis.scale, low, high) == RangeProblem::reversed)
        return; // deeper than numbers tell apart
    axis.minimum = low;
    axis.maximum = high;
}

std::optional<std::pair<double, double>> limitsOf(const std::optional<AxisRange>& range) {
    return range ? std::optional(std::pair{range->low, range->high}) : std::nullopt;
}

} // namespace

void ChartView::applySpec() {
    const FigureChanges changed = changes();
    if (changed.isEmpty()) {
        m_scene->setFigure(m_given);
    } else {
        auto figure = std::make_shared<FigureSpec>(*m_given);
        applyChanges(*figure, changed);
        m_scene->setFigure(std::move(figure));
    }
    updateEmphasis();
    planSoon();
}

void ChartView::keepZoom(const FigureAxis& oldX, const FigureAxis& oldY) {
    FigureView view = m_scene->view();
    if (!isSameKind(oldX, spec().x))
        view.x.reset();
    if (!isSameKind(oldY, spec().y))
        view.y.reset();
    setZoom(view);
}

void ChartView::setZoom(const FigureView& view) {
    if (view == m_scene->view())
        return;
    m_scene->setView(view);
    planSoon();
    Q_EMIT viewChanged();
}

const FigureSpec& ChartView::spec() const {
    return m_scene->figure().spec();
}

std::string ChartView::axesKey() const {
    return axisTitle(m_given->x) + " | " + axisTitle(m_given->y);
}

FigureChanges ChartView::changes() const {
    const auto found = m_changes.find(axesKey());
    return found == m_changes.end() ? FigureChanges() : found->second;
}

void ChartView::setChanges(const FigureChanges& changes) {
    const FigureChanges before = this->changes();
    if (changes == before)
        return;
    if (changes.isEmpty())
        m_changes.erase(axesKey());
    else
        m_changes[axesKey()] = changes;
    const FigureAxis oldX = spec().x;
    const FigureAxis oldY = spec().y;
    applySpec();
    keepZoom(oldX, oldY);
    // Whoever sets a range wants to see it.
    FigureView view = m_scene->view();
    if (hasOtherLimits(before.x, changes.x))
        view.x.reset();
    if (hasOtherLimits(before.y, changes.y))
        view.y.reset();
    setZoom(view);
    Q_EMIT axesChanged();
}

FigureChanges ChartView::visibleChanges() const {
    FigureChanges changed = changes();
    const FigureSpec shown = visibleSpec();
    if (m_scene->view().x && shown.x.scale != AxisScale::category) {
        changed.x.minimum = shown.x.minimum;
        changed.x.maximum = shown.x.maximum;
    }
    if (m_scene->view().y && shown.y.scale != AxisScale::category) {
        changed.y.minimum = shown.y.minimum;
        changed.y.maximum = shown.y.maximum;
    }
    return changed;
}

nlohmann::json ChartView::axesState() const {
    nlohmann::json state;
    for (const auto& [key, changes] : m_changes)
        state[key] = changes.toJson();
    return state;
}

void ChartView::setAxesState(const nlohmann::json& state) {
    m_changes.clear();
    if (state.is_object())
        for (const auto& [key, object] : state.items())
            if (const FigureChanges changes = FigureChanges::fromJson(object);
                !changes.isEmpty() && m_changes.size() < kMostFigures)
                m_changes[key] = changes;
    const FigureAxis oldX = spec().x;
    const FigureAxis oldY = spec().y;
    applySpec();
    keepZoom(oldX, oldY);
}

FigureSpec ChartView::visibleSpec() const {
    FigureSpec shown = spec();
    fix(shown.x, m_scene->view().x);
    fix(shown.y, m_scene->view().y);
    return shown;
}

FigureSpec ChartView::asShown(FigureSpec figure) const {
    applyChanges(figure, changes());
    if (isSameKind(figure.x, spec().x))
        fix(figure.x, m_scene->view().x);
    if (isSameKind(figure.y, spec().y))
        fix(figure.y, m_scene->view().y);
    return figure;
}

FigureSpec ChartView::visibleData() const {
    return visiblePart(visibleSpec(), {limitsOf(m_scene->view().x), limitsOf(m_scene->view().y)});
}

std::optional<std::pair<double, double>> ChartView::visibleX() const {
    const std::optional<AxisRange>& range = m_scene->view().x;
    if (!range)
        return std::nullopt;
    const AxisTransform transform(spec().x.scale, spec().x.symlogThreshold);
    return std::pair{transform.inverse(range->low), transform.inverse(range->high)};
}

bool ChartView::hidesData() const {
    const FigureChanges changed = changes();
    return isZoomed() || changed.x.minimum || changed.x.maximum || changed.y.minimum || changed.y.maximum;
}

bool ChartView::isZoomed() const {
    return m_scene->view().x || m_scene->view().y;
}

} // namespace vitrine
