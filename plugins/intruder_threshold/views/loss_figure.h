#pragma once

#include "plugins/intruder_threshold/views/layer_rows.h"

namespace vitrine::intruder_threshold {

inline constexpr char kForgettingFigure[] = "intruder_threshold/forgetting";

/// Loss on base and task text over the strength, on a logarithmic axis, with the median thresholds of the layers, the
/// knee, deployment, and the base alone as a horizontal line. Empty before the first strength above 0.
std::optional<FigureSpec> forgettingFigure(const RunData& data, const LayerRows& rows);

} // namespace vitrine::intruder_threshold
