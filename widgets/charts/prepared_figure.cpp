#include "widgets/charts/prepared_figure.h"

#include "core/figure/figure_changes.h"
#include "core/values/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

namespace vitrine {
namespace {

void addAll(Extent& extent, const std::vector<double>& values) {
    for (double value : values)
        extent.add(value);
}

bool isAscending(const std::vector<double>& x) {
    // NaN compares false both ways, so a line with an x that is not a number is not ascending.
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!std::isfinite(x[i]) || (i > 0 && !(x[i] >= x[i - 1])))
            return false;
    return true;
}

void prepareBars(PreparedFigure::Mark& prepared) {
    const FigureMark& mark = *prepared.mark;
    Extent& places = mark.horizontal ? prepared.y : prepared.x;
    Extent& values = mark.horizontal ? prepared.x : prepared.y;
    for (double place : mark.x) {
        places.add(place - mark.barWidth / 2);
        places.add(place + mark.barWidth / 2);
    }
    addAll(values, mark.lower);
    addAll(values, mark.upper);
    if (mark.start.size() == mark.y.size() && !mark.y.empty()) {
        addAll(values, mark.start);
        for (std::size_t i = 0; i < mark.y.size(); ++i)
            values.add(mark.start[i] + mark.y[i]);
        return;
    }
    addAll(values, mark.y);
    values.add(0.0);
}

void prepareBoxes(PreparedFigure::Mark& prepared) {
    const FigureMark& mark = *prepared.mark;
    Extent& places = mark.horizontal ? prepared.y : prepared.x;
    Extent& values = mark.horizontal ? prepared.x : prepared.y;
    addAll(places, mark.x);
    for (const BoxSummary& box : mark.boxes)
        for (double value : {box.low, box.q1, box.q3, box.high})
            values.add(value);
}

void preparePoints(PreparedFigure::Mark& prepared) {
    const FigureMark& mark = *prepared.mark;
    prepared.yIndex = ExtremesIndex(mark.y);
    prepared.ascending = isAscending(mark.x);
    if (prepared.ascending && !mark.x.empty()) {
        prepared.x.add(mark.x.front());
        prepared.x.add(mark.x.back());
        const auto positive = std::upper_bound(mark.x.begin(), mark.x.end(), 0.0);
        if (positive != mark.x.end())
            prepared.x.add(*positive);
    } else {
        addAll(prepared.x, mark.x);
    }
    addAll(prepared.y, mark.y);
    Extent& spread = mark.kind == MarkKind::points && mark.horizontal ? prepared.x : prepared.y;
    addAll(spread, mark.lower);
    addAll(spread, mark.upper);
}

} // namespace

void Extent::add(double value) {
    if (!std::isfinite(value))
        return;
    minimum = any ? std::min(minimum, value) : value;
    maximum = any ? std::max(maximum, value) : value;
    if (value > 0 && (smallestPositive == 0.0 || value < smallestPositive))
        smallestPositive = value;
    any = true;
}

void Extent::add(const Extent& other) {
    if (!other.any)
        return;
    add(other.minimum);
    add(other.maximum);
    if (other.smallestPositive > 0)
        add(other.smallestPositive);
}

PreparedFigure::PreparedFigure() : PreparedFigure(std::make_shared<const FigureSpec>()) {}

PreparedFigure::PreparedFigure(std::shared_ptr<const FigureSpec> spec) : m_spec(std::move(spec)) {
    m_marks.resize(m_spec->marks.size());
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        Mark& prepared = m_marks[i];
        prepared.mark = &m_spec->marks[i];
        switch (prepared.mark->kind) {
        case MarkKind::line:
        case MarkKind::points: preparePoints(prepared); break;
        case MarkKind::bars: prepareBars(prepared); break;
        case MarkKind::boxes: prepareBoxes(prepared); break;
        case MarkKind::referenceX: addAll(prepared.x, prepared.mark->x); break;
        case MarkKind::referenceY: addAll(prepared.y, prepared.mark->y); break;
        case MarkKind::cells:
        case MarkKind::diagonal: break;
        }
        m_x.add(prepared.x);
        m_y.add(prepared.y);
    }
    m_nonFinite = countNonFinite(*m_spec);
    for (const auto& [axis, role] :
         {std::pair{&m_spec->x, AxisRole::x}, {&m_spec->y, AxisRole::y}, {&m_spec->value, AxisRole::value}})
        if (axis->scale == AxisScale::log)
            m_unplaced += countNotPositive(*m_spec, role).unplaced;
}

bool PreparedFigure::has(MarkKind kind) const {
    return std::any_of(m_marks.begin(), m_marks.end(), [kind](const Mark& mark) { return mark.mark->kind == kind; });
}

std::vector<int> PreparedFigure::labelledMarks(MarkKind kind) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        if (m_marks[i].mark->kind == kind && !m_marks[i].mark->label.empty())
            found.push_back(static_cast<int>(i));
    return found;
}

std::size_t indicesPerKey(const FigureMark& mark) {
    const bool ofRows = mark.kind == MarkKind::cells && mark.matrix && mark.matrix->columns > 0 &&
                        mark.keys.size() < mark.matrix->cells.size();
    return ofRows ? mark.matrix->columns : 1;
}

QString PreparedFigure::keyOf(MarkPoint point) const {
    if (!point.isValid() || m_spec->keyKind.empty())
        return {};
    const FigureMark& mark = *m_marks[static_cast<std::size_t>(point.mark)].mark;
    if (mark.keys.empty())
        return mark.kind == MarkKind::line ? toQString(mark.id) : QString();
    const std::size_t index = static_cast<std::size_t>(std::max(point.index, 0)) / indicesPerKey(mark);
    return point.index >= 0 && index < mark.keys.size() ? toQString(mark.keys[index]) : QString();
}

void PreparedFigure::indexKeys() const {
    const std::hash<std::string_view> hashOf;
    for (std::size_t m = 0; m < m_marks.size() && !m_spec->keyKind.empty(); ++m) {
        const FigureMark& mark = *m_marks[m].mark;
        for (std::size_t i = 0; i < mark.keys.size(); ++i)
            m_byKey.push_back({hashOf(mark.keys[i]), {static_cast<int>(m), static_cast<int>(i)}});
        if (mark.keys.empty() && mark.kind == MarkKind::line)
            m_byKey.push_back({hashOf(mark.id), {static_cast<int>(m), -1}});
    }
    std::stable_sort(m_byKey.begin(), m_byKey.end(),
                     [](const KeyPlace& a, const KeyPlace& b) { return a.hash < b.hash; });
    m_indexed = true;
}

QList<MarkPoint> PreparedFigure::pointsOf(const QString& key) const {
    if (!m_indexed)
        indexKeys();
    const std::string wanted = toStd(key);
    QList<MarkPoint> points;
    const std::size_t hash = std::hash<std::string_view>()(wanted);
    auto place = std::lower_bound(m_byKey.begin(), m_byKey.end(), hash,
                                  [](const KeyPlace& one, std::size_t value) { return one.hash < value; });
    for (; place != m_byKey.end() && place->hash == hash; ++place) {
        const FigureMark& mark = *m_marks[static_cast<std::size_t>(place->point.mark)].mark;
        const std::string& found =
            place->point.index < 0 ? mark.id : mark.keys[static_cast<std::size_t>(place->point.index)];
        if (found == wanted)
            points.append(place->point);
    }
    return points;
}

} // namespace vitrine
