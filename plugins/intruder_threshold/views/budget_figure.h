#pragma once

#include "plugins/intruder_threshold/views/layer_rows.h"

namespace vitrine::intruder_threshold {

inline constexpr char kBudgetFigure[] = "intruder_threshold/budget";

/// Margin of every layer before (ring) and after (dot) a spike budget, the largest first; a bar joins the two where the
/// layer was cut. At most 40 layers, the most critical ones. Empty without the table.
std::optional<FigureSpec> budgetFigure(const RunData& data);

} // namespace vitrine::intruder_threshold
