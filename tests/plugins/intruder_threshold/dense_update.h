#pragma once

#include "plugins/intruder_threshold/compute/exact_rung.h"

namespace vitrine::intruder {

/// The same numbers as ExactRung::at by a dense decomposition of Brand's core matrix of order q + rank of the residual:
/// the reference. For full-rank square W it saves nothing over a decomposition of W(s).
/// @param w  thin decomposition of W (u m x q, v n x q)
/// @source Brand, "Fast low-rank modifications of the thin singular value decomposition", Lin. Alg. Appl. 415, 2006
Result<UpdatedSpectrum> denseUpdate(const linalg::Svd& w, const LoraFactors& factors, double gamma, double s,
                                    const ExactOptions& options);

} // namespace vitrine::intruder
