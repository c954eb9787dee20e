#pragma once

#include <span>
#include <vector>

namespace vitrine {

/// What the rewards of a group are divided by after their mean is taken off.
enum class AdvantageNorm {
    none,       ///< by nothing
    population, ///< by the standard deviation with divisor n
    sample,     ///< with divisor n - 1
    trl         ///< with divisor n - 1, plus 1e-4, as TRL does by default
};

/// Group-relative advantages of one group of rollouts.
struct GroupAdvantages {
    std::vector<double> values; ///< as long as the rewards; all 0 where the group is dropped
    double mean = 0.0;          ///< of the rewards
    bool dropped = false;       ///< all rewards are equal: the group teaches nothing
};

/// A_i = (R_i - mean) / sd. @source Shao and others, "DeepSeekMath", 2024 (GRPO)
GroupAdvantages groupAdvantages(std::span<const double> rewards, AdvantageNorm norm);

} // namespace vitrine
