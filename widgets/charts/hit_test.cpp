#include "widgets/charts/hit_test.h"

#include "core/values/text.h"
#include "widgets/charts/figure_painter.h"
#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kPointReach = 12;
constexpr double kLineReach = 48;
constexpr int kReadOutDigits = 4;

QString axisName(const FigureAxis& axis, const char* otherwise) {
    return axis.label.title.empty() ? QString::fromLatin1(otherwise) : toQString(axis.label.title);
}

QString valueText(const FigureAxis& axis, double value, const QLocale& locale) {
    if (axis.scale == AxisScale::category) {
        const double index = std::round(value);
        if (index >= 0 && index < static_cast<double>(axis.categories.size()))
            return toQString(axis.categories[static_cast<std::size_t>(index)]);
    }
    const bool whole = value == std::round(value) && std::abs(value) < 1e7;
    const QString number = whole ? decimalLabel(value, 0, locale) : shortLabel(value, kReadOutDigits, locale);
    return axis.label.unit.empty() ? number : number + QLatin1Char(' ') + toQString(axis.label.unit);
}

QString textAt(const std::vector<std::string>& texts, std::size_t i) {
    return i < texts.size() ? toQString(texts[i]) : QString();
}

/// "0.33 to 0.37" when the mark has an interval there.
QString intervalText(const FigureMark& mark, std::size_t i, const FigureAxis& axis, const QLocale& locale) {
    if (i >= mark.lower.size() || i >= mark.upper.size() || !std::isfinite(mark.lower[i]) ||
        !std::isfinite(mark.upper[i]))
        return {};
    FigureAxis bare = axis;
    bare.label.unit.clear();
    return QStringLiteral("%1 to %2")
        .arg(valueText(bare, mark.lower[i], locale), valueText(axis, mark.upper[i], locale));
}

class Describer {
public:
    Describer(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style, MarkPoint point)
        : m_figure(figure), m_spec(figure.spec()), m_map(plan.layout.map), m_plan(plan), m_style(style), m_point(point),
          m_mark(*figure.marks()[static_cast<std::size_t>(point.mark)].mark),
          m_i(static_cast<std::size_t>(std::max(point.index, 0))) {}

    std::optional<FigureHit> describe() const {
        switch (m_mark.kind) {
        case MarkKind::line: return line();
        case MarkKind::points: return pointOrDot();
        case MarkKind::bars: return bar();
        case MarkKind::boxes: return box();
        case MarkKind::cells: return cell();
        default: return std::nullopt;
        }
    }

private:
    std::optional<FigureHit> line() const {
        if (m_i >= m_mark.x.size() || m_i >= m_mark.y.size())
            return std::nullopt;
        FigureHit hit{m_point, m_map.pixel(m_mark.x[m_i], m_mark.y[m_i]), {}};
        const double x = m_mark.x[m_i];
        const QString name = textAt(m_mark.pointLabels, m_i);
        hit.lines.append(name.isEmpty()
                             ? axisName(m_spec.x, "x") + QLatin1Char(' ') + valueText(m_spec.x, x, m_style.locale)
                             : name);
        // The line under the pointer, then the one nearest to it at this x.
        hit.lines.append(named(m_mark, m_mark.y[m_i]));
        const PreparedFigure::Mark* best = nullptr;
        double bestGap = 0;
        int bestIndex = -1;
        for (const PreparedFigure::Mark& other : m_figure.marks()) {
            if (other.mark == &m_mark || other.mark->kind != MarkKind::line || !other.ascending ||
                other.mark->label.empty())
                continue;
            const int index = nearestIndex(other.mark->x, x);
            if (index < 0 || std::abs(m_map.xPixel(other.mark->x[static_cast<std::size_t>(index)]) - hit.pixel.x()) > 6)
                continue;
            const double gap = std::abs(m_map.yPixel(other.mark->y[static_cast<std::size_t>(index)]) - hit.pixel.y());
            if (!best || gap < bestGap) {
                best = &other;
                bestGap = gap;
                bestIndex = index;
            }
        }
        if (best)
            hit.lines.append(named(*best->mark, best->mark->y[static_cast<std::size_t>(bestIndex)]));
        else if (const QString interval = intervalText(m_mark, m_i, m_spec.y, m_style.locale); !interval.isEmpty())
            hit.lines.append(interval);
        return hit;
    }

    QString named(const FigureMark& mark, double value) const {
        const QString name = mark.label.empty() ? axisName(m_spec.y, "y") : toQString(mark.label);
        return name + QLatin1Char(' ') + valueText(m_spec.y, value, m_style.locale);
    }

    std::optional<FigureHit> pointOrDot() const {
        if (m_i >= m_mark.x.size() || m_i >= m_mark.y.size())
            return std::nullopt;
        FigureHit hit{m_point, m_map.pixel(m_mark.x[m_i], m_mark.y[m_i]), {}};
        QString name = textAt(m_mark.pointLabels, m_i);
        if (name.isEmpty())
            name = textAt(m_mark.keys, m_i);
        if (m_spec.y.scale == AxisScale::category) {
            hit.lines = {valueText(m_spec.y, m_mark.y[m_i], m_style.locale),
                         axisName(m_spec.x, "x") + QLatin1Char(' ') +
                             valueText(m_spec.x, m_mark.x[m_i], m_style.locale)};
            if (const QString interval = intervalText(m_mark, m_i, m_spec.x, m_style.locale); !interval.isEmpty())
                hit.lines.append(interval);
            return hit;
        }
        if (name.isEmpty())
            name = toQString(m_mark.label);
        if (!name.isEmpty())
            hit.lines.append(name);
        hit.lines.append(axisName(m_spec.x, "x") + QLatin1Char(' ') +
                         valueText(m_spec.x, m_mark.x[m_i], m_style.locale));
        hit.lines.append(axisName(m_spec.y, "y") + QLatin1Char(' ') +
                         valueText(m_spec.y, m_mark.y[m_i], m_style.locale));
        return hit;
    }

    std::optional<FigureHit> bar() const {
        if (m_i >= m_mark.x.size() || m_i >= m_mark.y.size())
            return std::nullopt;
        const QRectF rect = barRectOf(m_figure, m_map, m_mark, m_i);
        const FigureAxis& places = m_mark.horizontal ? m_spec.y : m_spec.x;
        const FigureAxis& values = m_mark.horizontal ? m_spec.x : m_spec.y;
        FigureHit hit{m_point,
                      m_mark.horizontal ? QPointF(rect.right(), rect.center().y())
                                        : QPointF(rect.center().x(), rect.top()),
                      {}};
        QString name = textAt(m_mark.pointLabels, m_i);
        if (name.isEmpty() && m_mark.barWidth > 0)
            name = QStringLiteral("%1 to %2")
                       .arg(valueText({}, m_mark.x[m_i] - m_mark.barWidth / 2, m_style.locale),
                            valueText(places, m_mark.x[m_i] + m_mark.barWidth / 2, m_style.locale));
        if (name.isEmpty())
            name = valueText(places, m_mark.x[m_i], m_style.locale);
        if (m_i < m_mark.start.size()) {
            FigureAxis bare = values;
            bare.label.unit.clear();
            hit.lines = {name, QStringLiteral("adds ") + valueText(values, m_mark.y[m_i], m_style.locale),
                         QStringLiteral("from %1 to %2")
                             .arg(valueText(bare, m_mark.start[m_i], m_style.locale),
                                  valueText(bare, m_mark.start[m_i] + m_mark.y[m_i], m_style.locale))};
            return hit;
        }
        const bool several = m_figure.labelledMarks(MarkKind::bars).size() > 1;
        const QString what = several ? toQString(m_mark.label) : axisName(values, "value");
        hit.lines = {name, what + QLatin1Char(' ') + valueText(values, m_mark.y[m_i], m_style.locale)};
        if (const QString interval = intervalText(m_mark, m_i, values, m_style.locale); !interval.isEmpty())
            hit.lines.append(interval);
        return hit;
    }

    std::optional<FigureHit> box() const {
        if (m_i >= m_mark.boxes.size())
            return std::nullopt;
        const BoxSummary& box = m_mark.boxes[m_i];
        const FigureAxis& places = m_mark.horizontal ? m_spec.y : m_spec.x;
        FigureAxis values = m_mark.horizontal ? m_spec.x : m_spec.y;
        const QRectF rect = boxRectOf(m_map, m_mark, m_i);
        FigureHit hit{m_point, QPointF(rect.right(), rect.center().y()), {}};
        const QString median = valueText(values, box.median, m_style.locale);
        values.label.unit.clear();
        hit.lines = {
            valueText(places, m_i < m_mark.x.size() ? m_mark.x[m_i] : double(m_i), m_style.locale),
            QStringLiteral("median %1, n = %2").arg(median, m_style.locale.toString(static_cast<qlonglong>(box.n))),
            QStringLiteral("quartiles %1 and %2")
                .arg(valueText(values, box.q1, m_style.locale), valueText(values, box.q3, m_style.locale))};
        return hit;
    }

    std::optional<FigureHit> cell() const {
        if (!m_mark.matrix || m_i >= m_mark.matrix->cells.size())
            return std::nullopt;
        const auto row = static_cast<double>(m_i / m_mark.matrix->columns);
        const auto column = static_cast<double>(m_i % m_mark.matrix->columns);
        FigureHit hit{m_point, m_map.pixel(column, row), {}};
        const double value = m_mark.matrix->cells[m_i];
        hit.lines = {valueText(m_spec.y, row, m_style.locale) + QStringLiteral(", ") +
                         valueText(m_spec.x, column, m_style.locale),
                     std::isnan(value) ? QStringLiteral("not measured")
                                       : axisName(m_spec.value, "value") + QLatin1Char(' ') +
                                             valueText(m_spec.value, value, m_style.locale)};
        return hit;
    }

    const PreparedFigure& m_figure;
    const FigureSpec& m_spec;
    const PlotMap& m_map;
    const FigurePlan& m_plan;
    const FigureStyle& m_style;
    MarkPoint m_point;
    const FigureMark& m_mark;
    std::size_t m_i;
};

/// Finds the datum; smaller distance wins between marks.
struct Candidate {
    MarkPoint point;
    double distance = 1e300;
    void offer(int mark, std::size_t index, double to) {
        if (to < distance) {
            distance = to;
            point = {mark, static_cast<int>(index)};
        }
    }
};

void offerLine(Candidate& best, int m, const PreparedFigure::Mark& prepared, const FigurePlan& plan,
               const QPointF& at) {
    const FigureMark& mark = *prepared.mark;
    const PlotMap& map = plan.layout.map;
    if (!map.plot.contains(at) || mark.x.empty())
        return;
    const auto offer = [&](std::size_t i) {
        const QPointF pixel = map.pixel(mark.x[i], mark.y[i]);
        const QPointF off = pixel - at;
        if (std::isfinite(off.x()) && std::isfinite(off.y()) && std::abs(off.x()) <= kLineReach)
            // Nearness along x counts first, so that the read-out follows the pointer from point to point.
            best.offer(m, i, std::abs(off.y()) + std::abs(off.x()) * 0.1);
    };
    if (prepared.ascending) {
        const int index = nearestIndex(mark.x, map.xValue(at.x()));
        if (index >= 0 && static_cast<std::size_t>(index) < mark.y.size())
            offer(static_cast<std::size_t>(index));
        return;
    }
    for (std::size_t i : plan.marks[static_cast<std::size_t>(m)].kept)
        if (i != kLineGap && std::abs(map.xPixel(mark.x[i]) - at.x()) < kPointReach)
            offer(i);
}

void offerPoints(Candidate& best, int m, const PreparedFigure& figure, const FigurePlan& plan, const QPointF& at) {
    const FigureMark& mark = *figure.marks()[static_cast<std::size_t>(m)].mark;
    const PlotMap& map = plan.layout.map;
    const bool rows = figure.spec().y.scale == AxisScale::category;
    for (std::size_t i : plan.marks[static_cast<std::size_t>(m)].kept) {
        const QPointF off = map.pixel(mark.x[i], mark.y[i]) - at;
        if (rows && std::abs(off.y()) <= std::min(map.yUnit() / 2, 16.0))
            best.offer(m, i, std::abs(off.y())); // the whole row belongs to its dot
        const double distance = std::hypot(off.x(), off.y());
        if (!rows && distance <= kPointReach)
            best.offer(m, i, distance);
    }
}

void offerPlaces(Candidate& best, int m, const PreparedFigure& figure, const FigurePlan& plan, const QPointF& at) {
    const FigureMark& mark = *figure.marks()[static_cast<std::size_t>(m)].mark;
    const PlotMap& map = plan.layout.map;
    const double along = mark.horizontal ? at.y() : at.x();
    const double unit = mark.horizontal ? map.yUnit() : map.xUnit();
    const double reach = mark.barWidth > 0 ? mark.barWidth * unit / 2 : unit / 2;
    const bool inside =
        mark.horizontal ? at.y() >= map.plot.top() && at.y() <= map.plot.bottom() : map.plot.contains(at);
    if (!inside)
        return;
    const std::size_t count = mark.kind == MarkKind::boxes ? mark.boxes.size() : std::min(mark.x.size(), mark.y.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double place = i < mark.x.size() ? mark.x[i] : static_cast<double>(i);
        const double center = mark.horizontal ? map.yPixel(place) : map.xPixel(place);
        if (std::abs(center - along) > reach)
            continue;
        const QRectF rect = mark.kind == MarkKind::bars ? barRectOf(figure, map, mark, i) : boxRectOf(map, mark, i);
        const double middle = mark.horizontal ? rect.center().y() : rect.center().x();
        best.offer(m, i, std::abs(middle - along));
    }
}

} // namespace

int nearestIndex(const std::vector<double>& x, double value) {
    if (x.empty() || std::isnan(value))
        return -1;
    const auto after = std::lower_bound(x.begin(), x.end(), value);
    if (after == x.begin())
        return 0;
    if (after == x.end())
        return static_cast<int>(x.size()) - 1;
    const auto before = after - 1;
    return static_cast<int>((value - *before <= *after - value ? before : after) - x.begin());
}

std::optional<FigureHit> describePoint(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style,
                                       MarkPoint point) {
    if (point.mark < 0 || static_cast<std::size_t>(point.mark) >= figure.marks().size() || point.index < 0)
        return std::nullopt;
    return Describer(figure, plan, style, point).describe();
}

std::optional<FigureHit> hitTest(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style,
                                 const QPointF& position) {
    Candidate best;
    const PlotMap& map = plan.layout.map;
    for (std::size_t i = 0; i < plan.marks.size() && i < figure.marks().size(); ++i) {
        const PreparedFigure::Mark& prepared = figure.marks()[i];
        const int m = static_cast<int>(i);
        switch (prepared.mark->kind) {
        case MarkKind::line: offerLine(best, m, prepared, plan, position); break;
        case MarkKind::points: offerPoints(best, m, figure, plan, position); break;
        case MarkKind::bars:
        case MarkKind::boxes: offerPlaces(best, m, figure, plan, position); break;
        case MarkKind::cells: {
            const double column = std::round(map.xPosition(position.x()));
            const double row = std::round(map.yPosition(position.y()));
            const auto& matrix = prepared.mark->matrix;
            if (matrix && map.plot.contains(position) && column >= 0 && row >= 0 &&
                column < static_cast<double>(matrix->columns) && row < static_cast<double>(matrix->rows))
                best.offer(m, static_cast<std::size_t>(row) * matrix->columns + static_cast<std::size_t>(column), 0);
            break;
        }
        default: break;
        }
    }
    return best.point.isValid() ? describePoint(figure, plan, style, best.point) : std::nullopt;
}

} // namespace vitrine
