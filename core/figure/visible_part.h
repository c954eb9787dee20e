#pragma once

#include "core/figure/figure_spec.h"

namespace vitrine {

/// The figure with only those data that lie within the limits of its axes, for "data of the visible range". Of lines
/// and bars counts the place alone: a curve that leaves the plot at the top is still there. Rows and columns of a heat
/// map and categories are limited by `rows` and `columns`, in positions of the axes.
struct VisibleLimits {
    std::optional<std::pair<double, double>> columns; ///< along a category x axis
    std::optional<std::pair<double, double>> rows;    ///< along a category y axis
};
FigureSpec visiblePart(const FigureSpec& spec, const VisibleLimits& categories = {});

} // namespace vitrine
