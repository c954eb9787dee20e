#pragma once

#include "plugins/intruder_threshold/views/layer_rows.h"

namespace vitrine::intruder_threshold {

inline constexpr char kUpdateFigure[] = "intruder_threshold/update_spectrum";
inline constexpr char kReachFigure[] = "intruder_threshold/update_reach";

/// Singular values over their rank of the base, of Delta W and of the leading directions of the tuned weight, with the
/// thresholds that Delta W is to be compared with.
std::optional<FigureSpec> updateFigure(const RunData& data, const LayerRow& row);

/// sigma_1(Delta W) over the threshold at the full edge, a point for every layer.
std::optional<FigureSpec> reachFigure(const RunData& data, const LayerRows& rows);

} // namespace vitrine::intruder_threshold
