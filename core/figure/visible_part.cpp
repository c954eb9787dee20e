#include "core/figure/visible_part.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

using Limits = std::optional<std::pair<double, double>>;

/// Open where the axis has no limit.
struct Window {
    double low = -HUGE_VAL;
    double high = HUGE_VAL;
    bool isOpen() const { return low == -HUGE_VAL && high == HUGE_VAL; }
    bool holds(double value) const { return isOpen() || (value >= low && value <= high); }
};

Window windowOf(const FigureAxis& axis, const Limits& categories) {
    Window window;
    if (axis.scale == AxisScale::category) {
        if (categories) // a category is there when its middle is
            window = {categories->first, categories->second};
        return window;
    }
    window.low = axis.minimum.value_or(window.low);
    window.high = axis.maximum.value_or(window.high);
    return window;
}

template <class T>
void keepOnly(std::vector<T>& values, const std::vector<std::size_t>& kept, std::size_t rows) {
    if (values.size() != rows) // columns that do not belong to the points, or are not there
        return;
    std::vector<T> out;
    out.reserve(kept.size());
    for (const std::size_t i : kept)
        out.push_back(std::move(values[i]));
    values = std::move(out);
}

void keepRows(FigureMark& mark, const std::vector<std::size_t>& kept, std::size_t rows) {
    keepOnly(mark.x, kept, rows);
    keepOnly(mark.y, kept, rows);
    keepOnly(mark.lower, kept, rows);
    keepOnly(mark.upper, kept, rows);
    keepOnly(mark.start, kept, rows);
    keepOnly(mark.boxes, kept, rows);
    keepOnly(mark.keys, kept, rows);
    keepOnly(mark.pointLabels, kept, rows);
}

void limitPoints(FigureMark& mark, const Window& x, const Window& y) {
    const bool placesOnY = mark.horizontal && (mark.kind == MarkKind::bars || mark.kind == MarkKind::boxes);
    const bool both = mark.kind == MarkKind::points;
    const std::size_t rows = mark.kind == MarkKind::boxes ? mark.boxes.size() : mark.y.size();
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < rows; ++i) {
        const double place = i < mark.x.size() ? mark.x[i] : static_cast<double>(i);
        if ((placesOnY ? y : x).holds(place) && (!both || y.holds(mark.y[i])))
            kept.push_back(i);
    }
    if (kept.size() < rows)
        keepRows(mark, kept, rows);
}

/// Positions of [0, count) inside the window.
std::pair<std::size_t, std::size_t> cellsIn(const Window& window, std::size_t count) {
    const auto last = static_cast<double>(count);
    const double from = std::clamp(std::ceil(window.low), 0.0, last);
    const double to = std::clamp(std::floor(window.high) + 1.0, from, last);
    return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
}

std::vector<std::string> slice(const std::vector<std::string>& names, std::pair<std::size_t, std::size_t> range) {
    const auto at = [&](std::size_t i) {
        return names.begin() + static_cast<std::ptrdiff_t>(std::min(i, names.size()));
    };
    return {at(range.first), at(range.second)};
}

void limitCells(FigureSpec& part, FigureMark& mark, const Window& x, const Window& y) {
    const bool categories = part.x.scale == AxisScale::category && part.y.scale == AxisScale::category;
    if (!mark.matrix || !categories || (x.isOpen() && y.isOpen()))
        return;
    const Matrix& whole = *mark.matrix;
    const auto columns = cellsIn(x, whole.columns);
    const auto rows = cellsIn(y, whole.rows);
    auto matrix = std::make_shared<Matrix>();
    matrix->rows = rows.second - rows.first;
    matrix->columns = columns.second - columns.first;
    for (std::size_t row = rows.first; row < rows.second; ++row)
        for (std::size_t column = columns.first; column < columns.second; ++column)
            matrix->cells.push_back(whole.at(row, column));
    part.x.categories = slice(part.x.categories, columns);
    part.y.categories = slice(part.y.categories, rows);
    mark.keys = slice(mark.keys, rows);
    mark.matrix = std::move(matrix);
}

} // namespace

FigureSpec visiblePart(const FigureSpec& spec, const VisibleLimits& categories) {
    FigureSpec part = spec;
    const Window x = windowOf(spec.x, categories.columns);
    const Window y = windowOf(spec.y, categories.rows);
    for (FigureMark& mark : part.marks) {
        switch (mark.kind) {
        case MarkKind::line:
        case MarkKind::points:
        case MarkKind::bars:
        case MarkKind::boxes: limitPoints(mark, x, y); break;
        case MarkKind::cells: limitCells(part, mark, x, y); break;
        case MarkKind::referenceX:
        case MarkKind::referenceY:
        case MarkKind::diagonal: break;
        }
    }
    return part;
}

} // namespace vitrine
