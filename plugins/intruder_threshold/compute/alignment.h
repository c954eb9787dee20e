#pragma once

#include "plugins/intruder_threshold/compute/critical_strength.h"
#include "plugins/intruder_threshold/compute/secular_problem.h"

#include <vector>

namespace vitrine::intruder {

/// Every s > 0 at which W(s) has a singular value at z > sigma_1, ascending; the first is where the largest one gets
/// there. @param z  in the unit of W. Cost q e^2.
/// @error invalidArgument  z is not above sigma_1; numeric  no convergence
Result<std::vector<double>> strengthsAt(const SecularProblem& problem, double z);

/// How a real adapter lies to the leading directions of W (the intermediate rung, a definition of the workbench).
struct Alignment {
    double aligned = 0.0; ///< s*_al, from the update's own spectral measures at the edge
    double withCoupling =
        0.0;             ///< the same with the coupling of left and right kept; at the full edge exactly strengthsAt
    double factor = 0.0; ///< omega = s*_al / s*: below 1 the update crosses earlier than a generic one
    double energyLeft = 0.0; ///< share of the first left direction in the k leading left vectors; generic: k / m
    double energyRight = 0.0;
    double genericLeft = 0.0; ///< k / m
    double genericRight = 0.0;
};

/// @param edge  of the layer's spectrum; all strengths are infinite where nothing crosses
Result<Alignment> alignment(const SecularProblem& problem, const LayerSpectrum& layer, const CriticalEdge& edge,
                            int k = 10);

} // namespace vitrine::intruder
