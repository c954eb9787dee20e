#include "core/figure/figure_changes.h"
#include "widgets/charts/figure_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr double kLeastSpan = std::numeric_limits<double>::min();

struct Padding {
    double low = 0.0;
    double high = 0.0;
};

AxisRange categoryRange(const FigureAxis& axis) {
    const auto count = static_cast<double>(std::max<std::size_t>(axis.categories.size(), 1));
    return {-0.5, count - 0.5};
}

/// With the fixed limits of the axis. One that leaves nothing of the other side moves it.
AxisRange withLimits(AxisRange range, const FigureAxis& axis, const AxisTransform& transform) {
    const double span = range.span();
    const double low = axis.minimum ? transform.forward(*axis.minimum) : std::nan("");
    const double high = axis.maximum ? transform.forward(*axis.maximum) : std::nan("");
    if (std::isfinite(low))
        range.low = low;
    if (std::isfinite(high))
        range.high = high;
    if (range.low < range.high)
        return range;
    if (std::isfinite(high) && !std::isfinite(low))
        range.low = range.high - span;
    else
        range.high = range.low + span;
    return range;
}

/// So that spans are finite and ticks differ.
AxisRange withinNumbers(AxisRange range) {
    range.low = std::clamp(range.low, -AxisChanges::kLargest, AxisChanges::kLargest);
    range.high = std::clamp(range.high, -AxisChanges::kLargest, AxisChanges::kLargest);
    const double least = std::max(std::abs(range.low), std::abs(range.high)) * 1e-12;
    if (!(range.span() > least)) {
        const double half = range.low == 0.0 ? 0.5 : std::max(std::abs(range.low) * 0.1, kLeastSpan);
        range = {range.low - half, range.low + half};
    }
    return range;
}

AxisRange rangeOf(const FigureAxis& axis, const Extent& extent, Padding padding, bool holdsZero) {
    if (axis.scale == AxisScale::category)
        return categoryRange(axis);
    const AxisTransform transform(axis.scale, axis.symlogThreshold);
    const bool isLog = axis.scale == AxisScale::log;
    double low = isLog ? extent.smallestPositive : extent.minimum;
    double high = extent.maximum;
    if (!extent.any || (isLog && !(extent.smallestPositive > 0))) {
        low = isLog ? 1.0 : 0.0;
        high = isLog ? 10.0 : 1.0;
    }
    if (holdsZero && !isLog) {
        low = std::min(low, 0.0);
        high = std::max(high, 0.0);
    }
    AxisRange range{transform.forward(low), transform.forward(high)};
    if (!(range.span() > std::abs(range.high) * 1e-12)) {
        const double half = isLog ? 0.5 : std::max(std::abs(low) * 0.1, low == 0.0 ? 0.5 : 1e-9);
        range = {range.low - half, range.high + half};
    } else {
        const double span = range.span();
        if (!(holdsZero && low == 0.0))
            range.low -= span * padding.low;
        if (!(holdsZero && high == 0.0))
            range.high += span * padding.high;
    }
    return finalRange(range, axis, transform);
}

} // namespace

AxisRange finalRange(const AxisRange& range, const FigureAxis& axis, const AxisTransform& transform) {
    return withinNumbers(withLimits(range, axis, transform));
}

FigureRanges dataRanges(const PreparedFigure& figure) {
    const FigureSpec& spec = figure.spec();
    bool pointsOnly = figure.has(MarkKind::points) || figure.has(MarkKind::boxes);
    bool zeroX = spec.x.includeZero;
    bool zeroY = spec.y.includeZero;
    for (const PreparedFigure::Mark& mark : figure.marks())
        if (mark.mark->kind == MarkKind::bars && mark.mark->start.empty())
            (mark.mark->horizontal ? zeroX : zeroY) = true;
    const double beside = pointsOnly ? 0.03 : 0.0;
    FigureRanges ranges{rangeOf(spec.x, figure.x(), {beside, beside}, zeroX),
                        rangeOf(spec.y, figure.y(), {0.05, 0.05}, zeroY)};
    const bool bothLinear = spec.x.scale == AxisScale::linear && spec.y.scale == AxisScale::linear;
    const bool free = !spec.x.minimum && !spec.x.maximum && !spec.y.minimum && !spec.y.maximum;
    if (figure.has(MarkKind::diagonal) && bothLinear && free) {
        const AxisRange both{std::min(ranges.x.low, ranges.y.low), std::max(ranges.x.high, ranges.y.high)};
        ranges = {both, both};
    }
    return ranges;
}

} // namespace vitrine
