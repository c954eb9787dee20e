#pragma once

#include "widgets/charts/figure_export.h"

namespace vitrine {

/// How a figure is written to a file.
struct FigureFileChoice {
    FigureFormat format = FigureFormat::svg;
    FigureSize size;
    int dpi = 300;
    bool asOnScreen = false; ///< colours, lines and numbers of the window instead of those for paper
};

/// Style of figures in files; shapes stay shapes in both.
FigureStyle fileStyle(bool asOnScreen);

/// Writes one file (pgfplots: the .tex and a .csv beside it; it has no style). @errors io
Result<void> writeFigure(const FigureSpec& spec, const QString& path, const FigureFileChoice& choice);
/// PNG at 2x and SVG.
void copyFigureAs(const FigureSpec& spec, const FigureFileChoice& choice);

} // namespace vitrine
