#pragma once

#include "widgets/charts/figure_layout.h"

namespace vitrine {

/// A figure laid out for one size and view, with the data reduced to what can be seen. Made again when data, size or
/// zoom change; hovering and selecting only paint it again.
struct FigurePlan {
    struct Mark {
        std::vector<std::size_t> kept; ///< positions to draw, with kLineGap between pieces of a line
        std::int64_t visible = 0;      ///< data inside the visible range
    };
    QSizeF size;
    FigureLayout layout;
    std::vector<Mark> marks;
    QStringList badges; ///< "1 of 842 shown, extremes kept", "3 NaN, 1 Inf marked"
    QPointF badgesAt;   ///< top right corner of the first one
};

FigurePlan planFigure(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size,
                      const FigureView& view);

} // namespace vitrine
