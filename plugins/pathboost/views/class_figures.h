#pragma once

#include "plugins/pathboost/views/prediction_rows.h"

#include <optional>
#include <vector>

namespace vitrine::pathboost {

// Figures of predictions of two classes. Keys are graphs ("graph"), parts have their colours. Any thread.

/// Probability of the positive class, one band per true class, a line at one half. The striking graph is ringed.
std::optional<FigureSpec> classPointsFigure(const PredictionRows& rows);

/// Share of the positive graphs found against share of the negative ones taken for positive, one curve per part.
std::optional<FigureSpec> rocFigure(const PredictionRows& rows);

/// Predicted probabilities counted in bins, one mark per true class; without a truth one mark.
/// @param marked  row that gets a line at its probability
std::optional<FigureSpec> classHistogram(const PredictionRows& rows, std::optional<std::size_t> marked = {});

/// Graphs of one bin of the histogram, ascending.
std::vector<int> graphsOfClassBin(const PredictionRows& rows, std::size_t bin);

} // namespace vitrine::pathboost
