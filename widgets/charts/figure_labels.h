#pragma once

#include "widgets/charts/figure_layout.h"

namespace vitrine {

/// Up to this many lines are named at their ends; more get a legend.
constexpr int kMostEndLabels = 4;

/// Right margin: wide enough for names at line ends, the colour bar, or counts beside boxes.
double rightMargin(const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size);
/// Names of lines and reference lines.
void placeLabels(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style, const QSizeF& size);

/// Puts the annotations into the first corner, from the top left, in which they cover least.
void placeAnnotations(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style);

/// Marks that a legend names; empty: the figure needs none.
QList<int> legendMarks(const PreparedFigure& figure);
/// Puts the legend into the emptiest corner. False when it would cover data or does not fit.
bool placeLegendInside(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style);
/// Height of a legend above the plot, in rows of this width.
double legendRoomAbove(const PreparedFigure& figure, const FigureStyle& style, double width);
void placeLegendAbove(FigureLayout& layout, const PreparedFigure& figure, const FigureStyle& style);

/// Where the number of a lying bar begins: behind the end of the bar, or behind its start where it would leave the plot
/// and lie over the names there.
/// @param end  of the bar with its whisker; the bar points to the left when `negative`
double barTextLeft(const QRectF& bar, double end, double textWidth, bool negative, const QRectF& plot);

/// Moves heights apart so that neighbours keep `distance` and stay within [low, high], with the least sum of squared
/// moves; the order is kept. @source pool adjacent violators, Ayer et al. 1955
std::vector<double> spreadApart(const std::vector<double>& heights, double distance, double low, double high);

} // namespace vitrine
