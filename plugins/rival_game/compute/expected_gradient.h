#pragma once

#include "core/base/result.h"
#include "plugins/rival_game/compute/rewards.h"

#include <span>

namespace vitrine::rival_game {

/// One draft of a group and the chance that the challenger answers correctly after it.
struct Context {
    bool draftCorrect = false;
    double success = 0.5; ///< p_j in [0, 1]
};

/// What a group teaches in the mean over all its outcomes. The policy is a Bernoulli variable for each kind of context,
/// so the score of a rollout is c - p.
struct ExpectedGradient {
    double afterWrong = 0.0; ///< (1/N) sum over contexts with a wrong draft of E[A (c - p)]
    double afterRight = 0.0;
    double advantageAfterWrong = 0.0; ///< E[A] averaged over these contexts; NaN where there are none
    double advantageAfterRight = 0.0;
    double dropped = 0.0; ///< probability that all rewards are equal

    double ratio() const { return afterWrong / afterRight; }
};

/// Most contexts of a group: every outcome is looked at, 2^N of them.
constexpr std::size_t kMostContexts = 12;

/// Exact, by enumeration. @errors invalid_argument  no context, more than kMostContexts, a chance outside of [0, 1]
Result<ExpectedGradient> expectedGradient(const RewardRule& rule, std::span<const Context> contexts,
                                          AdvantageNorm norm);

/// The closed form under AdvantageNorm::none: W (1 - 1/N) (n/N) p (1 - p), where the chance is the same in all contexts
/// of a kind. W is the reward of a correct answer against a wrong one.
/// @param after  whether the draft was right
double closedFormGradient(const RewardRule& rule, std::span<const Context> contexts, bool after);

} // namespace vitrine::rival_game
