#pragma once

#include "plugins/pathboost/views/prediction_rows.h"

#include <optional>

namespace vitrine::pathboost {

// Ids of the figures in reports.
inline constexpr char kPredictionsFigure[] = "pathboost/predictions";
inline constexpr char kResidualsFigure[] = "pathboost/residuals";         ///< option "histogram": true
inline constexpr char kContributionsFigure[] = "pathboost/contributions"; ///< option "graph": row of the data set

// Figures of the predictions. Keys are graphs ("graph"), points of a part have its colour. They may be made on any
// thread and are empty where the run has nothing to draw. Of two classes those of class_figures.h stand in their place.

/// Prediction against truth with the diagonal, quality of each part written inside. The striking graph is ringed.
/// Without any truth: spread between the sub-models against the prediction.
std::optional<FigureSpec> predictionFigure(const PredictionRows& rows);

/// Residual (measured minus predicted) against prediction, with the line at zero.
std::optional<FigureSpec> residualFigure(const PredictionRows& rows);

/// Residuals of all parts, counted in bins shared by the parts; without any truth the predictions.
/// @param marked  row that gets a line at its value
std::optional<FigureSpec> residualHistogram(const PredictionRows& rows, std::optional<std::size_t> marked = {});

/// Graphs of one bin of the histogram, ascending; empty for a bin that is not there.
std::vector<int> graphsOfBin(const PredictionRows& rows, std::size_t bin);

/// "R² 0.838, RMSE 0.899, n = 226"; the RMSE is in the unit of the axes
std::string qualityText(const Quality& quality);

} // namespace vitrine::pathboost
