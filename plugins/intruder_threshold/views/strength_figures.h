#pragma once

#include "core/jobs/run_context.h"
#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "plugins/intruder_threshold/views/layer_rows.h"

namespace vitrine::intruder_threshold {

inline constexpr char kSpectrumFigure[] = "intruder_threshold/spectrum";
inline constexpr char kOverlapFigure[] = "intruder_threshold/overlaps";

/// Singular values of the base over their rank, and the leading ones of W(s) with its intruders, and the thresholds.
/// @param updated  null: the base alone   @param epsilon  overlap below which a direction is an intruder
std::optional<FigureSpec> spectrumFigure(const RunData& data, const LayerRow& row,
                                         const intruder::UpdatedSpectrum* updated, double epsilon);

/// |<u_i, u~_j>| of the leading directions of W(s) with the 50 leading ones of the base.
std::optional<FigureSpec> overlapFigure(const RunData& data, const LayerRow& row,
                                        const intruder::UpdatedSpectrum& updated);

/// Singular values of a layer in an output of the run; null: it has none.
const SeriesLine* lineOf(const RunData& data, const char* output, const std::string& layer);

/// Inputs and parameters of a run as its experiment had them.
RunInputs inputsOf(const RunData& data);

/// The leading directions of the layer and strength that the options of a report block name. Empty where they name none
/// or the weights cannot be read. Reads and decomposes the layer: not for the GUI thread.
std::optional<intruder::UpdatedSpectrum> updatedOf(const RunData& data, const LayerRow& row,
                                                   const nlohmann::json& options, bool overlaps);

/// Parameters of a run with their defaults.
double epsilonOf(const RunData& data);
int directionsOf(const RunData& data);

} // namespace vitrine::intruder_threshold
