#include "widgets/charts/figure_plan.h"

#include "widgets/charts/figure_labels.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

/// Scatter plots below this size are drawn whole.
constexpr std::size_t kWholeScatter = 4000;
constexpr double kScatterCell = 2.0;
constexpr int kPointsPerCell = 3;
constexpr std::size_t kWholeCurve = 4000;

constexpr double kFarColumn = 1e15;

/// Pixel column, also of what lies far outside; what has no place is left of everything.
std::int64_t columnOf(double pixel) {
    return std::isnan(pixel) ? static_cast<std::int64_t>(-kFarColumn)
                             : static_cast<std::int64_t>(std::floor(std::clamp(pixel, -kFarColumn, kFarColumn)));
}

void planLine(FigurePlan::Mark& plan, const PreparedFigure::Mark& prepared, const PlotMap& map) {
    const FigureMark& mark = *prepared.mark;
    const std::size_t count = std::min(mark.x.size(), mark.y.size());
    const auto column = [&map](double x) { return columnOf(map.xPixel(x)); };
    if (!prepared.ascending) {
        plan.visible = static_cast<std::int64_t>(count);
        if (count > kWholeCurve) {
            plan.kept = reduceCurve(mark.x, mark.y, column);
        } else {
            plan.kept.resize(count);
            for (std::size_t i = 0; i < count; ++i)
                plan.kept[i] = std::isfinite(mark.x[i]) && std::isfinite(mark.y[i]) ? i : kLineGap;
        }
        return;
    }
    const double low = map.xTransform.inverse(map.x.low);
    const double high = map.xTransform.inverse(map.x.high);
    const auto begin = mark.x.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    auto first = static_cast<std::size_t>(std::lower_bound(begin, end, low) - begin);
    auto last = static_cast<std::size_t>(std::upper_bound(begin, end, high) - begin);
    plan.visible = static_cast<std::int64_t>(last - first);
    // One more on each side, so that lines run out of the plot instead of ending inside it.
    first = first > 0 ? first - 1 : 0;
    last = std::min(count, last + 1);
    // A log axis has no column for x <= 0; such points are left out here and counted as unplaced.
    while (first < last && !std::isfinite(map.xTransform.forward(mark.x[first])))
        ++first;
    plan.kept = reduceLine(mark.x, prepared.yIndex, column, first, last);
}

void planPoints(FigurePlan::Mark& plan, const FigureMark& mark, const PlotMap& map) {
    const std::size_t count = std::min(mark.x.size(), mark.y.size());
    const QRectF reach = map.plot.adjusted(-4, -4, 4, 4);
    const auto columns = static_cast<std::int64_t>(std::ceil(reach.width() / kScatterCell));
    const auto rows = static_cast<std::int64_t>(std::ceil(reach.height() / kScatterCell));
    std::int64_t visible = 0;
    const auto cell = [&](std::size_t i) -> std::int64_t {
        const QPointF pixel = map.pixel(mark.x[i], mark.y[i]);
        if (!isWithin(reach, pixel))
            return -1;
        ++visible;
        const auto c = static_cast<std::int64_t>((pixel.x() - reach.left()) / kScatterCell);
        const auto r = static_cast<std::int64_t>((pixel.y() - reach.top()) / kScatterCell);
        return std::min(r, rows - 1) * columns + std::min(c, columns - 1);
    };
    if (count > kWholeScatter) {
        plan.kept = reducePoints(count, rows * columns, cell, kPointsPerCell);
    } else {
        for (std::size_t i = 0; i < count; ++i)
            if (cell(i) >= 0)
                plan.kept.push_back(i);
    }
    plan.visible = visible;
}

void addBadges(FigurePlan& plan, const PreparedFigure& figure, const QLocale& locale) {
    std::int64_t visible = 0;
    std::int64_t drawn = 0;
    const std::int64_t unplaced = figure.unplaced();
    for (const FigurePlan::Mark& mark : plan.marks) {
        visible += mark.visible;
        drawn += static_cast<std::int64_t>(mark.kept.size());
    }
    if (drawn > 0 && visible >= 2 * drawn)
        plan.badges.append(
            QStringLiteral("1 of %1 shown, extremes kept")
                .arg(locale.toString(static_cast<qlonglong>(std::llround(double(visible) / double(drawn))))));
    const NonFiniteCount bad = figure.nonFinite();
    QStringList parts;
    if (bad.nan > 0)
        parts.append(QStringLiteral("%1 NaN").arg(locale.toString(static_cast<qlonglong>(bad.nan))));
    if (bad.infinite > 0)
        parts.append(QStringLiteral("%1 Inf").arg(locale.toString(static_cast<qlonglong>(bad.infinite))));
    if (!parts.isEmpty())
        plan.badges.append(parts.join(QStringLiteral(", ")) + QStringLiteral(" marked"));
    if (unplaced > 0) {
        // What a bar of a histogram counts is not known here.
        const bool areBars = figure.has(MarkKind::bars) && !figure.has(MarkKind::line) && !figure.has(MarkKind::points);
        const QString word = !areBars ? QString() : unplaced == 1 ? QStringLiteral(" bar") : QStringLiteral(" bars");
        plan.badges.append(
            QStringLiteral("%1%2 at or below 0 left out").arg(locale.toString(static_cast<qlonglong>(unplaced)), word));
    }
}

void placeBadges(FigurePlan& plan) {
    const QRectF plot = plan.layout.map.plot;
    plan.badgesAt = QPointF(plot.right() - 4, plot.top() + 4);
    // The legend has the better claim to a corner.
    if (plan.layout.legendBox.contains(plan.badgesAt + QPointF(-8, 4)))
        plan.badgesAt.setY(plan.layout.legendBox.bottom() + 4);
}

} // namespace

FigurePlan planFigure(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size,
                      const FigureView& view) {
    FigurePlan plan;
    plan.size = size;
    plan.layout = layoutFigure(figure, style, size, view);
    plan.marks.resize(figure.marks().size());
    for (std::size_t i = 0; i < plan.marks.size(); ++i) {
        const PreparedFigure::Mark& prepared = figure.marks()[i];
        if (prepared.mark->kind == MarkKind::line)
            planLine(plan.marks[i], prepared, plan.layout.map);
        else if (prepared.mark->kind == MarkKind::points)
            planPoints(plan.marks[i], *prepared.mark, plan.layout.map);
    }
    addBadges(plan, figure, style.locale);
    placeBadges(plan);
    return plan;
}

} // namespace vitrine
