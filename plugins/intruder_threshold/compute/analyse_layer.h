#pragma once

#include "plugins/intruder_threshold/compute/exact_rung.h"
#include "plugins/intruder_threshold/compute/layer_result.h"
#include "plugins/intruder_threshold/compute/run_setup.h"

#include <stop_token>

namespace vitrine::intruder_threshold {

/// Opened inputs of a run.
struct LayerInputs {
    std::shared_ptr<const TensorSource> base;
    std::shared_ptr<const TensorSource> adapter; ///< null: no adapter
    std::shared_ptr<const TensorSource> tuned;   ///< null: no fine-tuned model
};

/// @errors as TensorSource::open
Result<LayerInputs> openInputs(const RunSetup& setup, const std::stop_token& stop);

/// Everything a run wants to know of one layer: spectrum and thresholds; of an adapter also its spikes, the directions
/// at deployment and the scan; of a fine-tuned model see compareLayer. Holds the matrix and, while it is decomposed,
/// two squares of the smaller side.
/// @errors numeric: a value is not finite, no convergence; unsupported; io; cancelled
Result<LayerResult> analyseLayer(const RunSetup& setup, const LayerInputs& inputs, const Layer& layer,
                                 const std::stop_token& stop);

/// The exact rung of one layer, for any strength. @param k  most directions that will be asked for
/// @errors as analyseLayer
Result<intruder::ExactRung> exactRungOf(const LayerInputs& inputs, const Layer& layer, int k,
                                        const std::stop_token& stop);

/// Strengths of a grid: s = 2^(j/8), or every second of them, from 2^-6 to 2^4.
std::vector<double> scanStrengths(ScanGrid grid);

} // namespace vitrine::intruder_threshold
