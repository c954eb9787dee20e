#pragma once

#include "plugins/intruder_threshold/views/layer_rows.h"

namespace vitrine::intruder_threshold {

inline constexpr char kMarginFigure[] = "intruder_threshold/margin";
inline constexpr char kScanFigure[] = "intruder_threshold/scan";
inline constexpr char kPredictionFigure[] = "intruder_threshold/prediction";
inline constexpr char kRocFigure[] = "intruder_threshold/roc";

/// Layers of the depth x module map, row by row; null where there is no such layer.
struct MarginMap {
    std::vector<std::string> modules; ///< columns, in the order of the model
    std::vector<std::string> depths;  ///< rows, from the input on; "" for layers without a depth
    std::vector<const LayerRow*> cells;
};
MarginMap marginMap(const LayerRows& rows);

/// Depth x module: R = gamma theta_1 / theta-bar (full edge) of an adapter, theta-bar (geometric mean) of a base alone,
/// on a logarithmic scale. Empty without layers.
std::optional<FigureSpec> marginFigure(const RunData& data, const LayerRows& rows);

/// Smallest overlap and number of intruders of one layer over the strength, with thresholds, crossings and deployment.
/// @param layer  empty: the most critical one
std::optional<FigureSpec> scanFigure(const RunData& data, const LayerRows& rows, const std::string& layer);

/// Predicted against exact first crossing, log2 to log2, with the band of a factor two. Censored layers are arrows'
/// places at the edge of the scan, drawn hollow and counted.
std::optional<FigureSpec> predictionFigure(const RunData& data, const LayerRows& rows);

/// ROC curves of -log s* for "an intruder at s = 1", of the three edges. Empty when one class is empty.
std::optional<FigureSpec> rocFigure(const RunData& data, const LayerRows& rows);

/// The layer that is looked at when none is chosen: the one with the largest margin, of a base the most fragile one.
const LayerRow* mostCritical(const LayerRows& rows);

} // namespace vitrine::intruder_threshold
