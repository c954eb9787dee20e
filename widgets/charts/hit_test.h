#pragma once

#include "widgets/charts/figure_plan.h"

#include <optional>

namespace vitrine {

/// What lies under the pointer, and how it reads: first line bold, at most three lines.
struct FigureHit {
    MarkPoint point;
    QPointF pixel; ///< of the datum
    QStringList lines;
};

std::optional<FigureHit> hitTest(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style,
                                 const QPointF& position);
/// Read-out of a datum wherever the pointer is; empty when there is no such datum.
std::optional<FigureHit> describePoint(const PreparedFigure& figure, const FigurePlan& plan, const FigureStyle& style,
                                       MarkPoint point);
/// Position in an ascending line nearest to x; -1 for an empty one.
int nearestIndex(const std::vector<double>& x, double value);

} // namespace vitrine
