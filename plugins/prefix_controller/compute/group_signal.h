#pragma once

#include <cstdint>

namespace vitrine::prefix_controller {

/// Advantages of a right and of a wrong rollout of a group with binary rewards; 0 where all are equal.
struct SidePair {
    double right = 0.0;
    double wrong = 0.0;
};

struct GroupSignal {
    SidePair none, population, trl;
    double positiveNone = 0.0;       ///< mean positive advantage, p (1 - p)
    double positivePopulation = 0.0; ///< sqrt(p (1 - p))
    std::int64_t pairs = 0;          ///< k (G - k) contrasts
};
/// @param correct  k, in [0, rollouts]   @param rollouts  G >= 1
GroupSignal groupSignal(int correct, int rollouts);

/// What a group of G rollouts of success probability q is, in the mean.
struct DeadZone {
    double dead = 0.0;      ///< (1 - q)^G
    double saturated = 0.0; ///< q^G
    double live = 0.0;
    double signal = 0.0; ///< E[p (1 - p)] = q (1 - q) (1 - 1/G)
};
DeadZone deadZoneAt(double probability, int rollouts);

} // namespace vitrine::prefix_controller
