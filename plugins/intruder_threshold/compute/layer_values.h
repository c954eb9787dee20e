#pragma once

#include "core/data/weights/tensor_source.h"
#include "plugins/intruder_threshold/compute/layer_pairs.h"

#include <Eigen/Core>
#include <span>
#include <stop_token>

namespace vitrine::intruder_threshold {

/// A matrix of a file, decoded. Takes the result and a block of a megabyte.
/// @errors numeric  NaN or infinite, with tensor and index; out_of_range  more than 2^31 values;
///         io, cancelled  see TensorSource
Result<Eigen::MatrixXd> loadMatrix(const TensorSource& source, const MatrixSource& place,
                                   const std::stop_token& stop = {});

struct LoadedWeight {
    Eigen::MatrixXd matrix; ///< rows x columns of the layer
    double noiseFloor = 0;  ///< what the rounding of quantised weights adds to the edge; 0: not quantised
};

/// The weight of a layer as it is multiplied at run time.
/// @errors as loadMatrix
Result<LoadedWeight> loadWeight(const TensorSource& base, const Layer& layer, const std::stop_token& stop = {});

/// What Update::replacement puts in the place of the weight, same shape.
Result<LoadedWeight> loadSaved(const TensorSource& source, const Layer& layer, const std::stop_token& stop = {});

struct LoadedFactors {
    Eigen::MatrixXd b; ///< rows x rank
    Eigen::MatrixXd a; ///< rank x columns
};

/// B and A of a layer with Update::lowRank, without gamma.
/// @errors as loadMatrix
Result<LoadedFactors> loadFactors(const TensorSource& adapter, const Layer& layer, const std::stop_token& stop = {});

/// Writes a matrix back to where loadMatrix took it from.
/// @param values  all values of the tensor, in the order of the file
/// @param matrix  outRows x outColumns of the place
void scatterMatrix(const Eigen::MatrixXd& matrix, const MatrixSource& place, std::span<double> values);

} // namespace vitrine::intruder_threshold
