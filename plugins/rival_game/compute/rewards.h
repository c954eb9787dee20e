#pragma once

#include "core/kernels/statistics/group_advantages.h"

#include <span>
#include <vector>

namespace vitrine::rival_game {

/// What the challenger is paid for.
enum class Stack {
    coop,  ///< 2 c(b)
    adv,   ///< 2 c(b), and a bonus where the draft was wrong
    margin ///< 3 c(b) - c(a)
};

struct RewardRule {
    Stack stack = Stack::coop;
    double bonus = 1.0;  ///< of a conversion, adv only
    double format = 0.5; ///< lambda, weight of the format
    double tie = 0.0;    ///< gamma, for a correct answer shorter than a correct draft; 0: no tiebreak
};

/// One answer of a challenger with the draft that it saw.
struct Duel {
    bool correct = false;      ///< c(b)
    bool draftCorrect = false; ///< c(a)
    double format = 1.0;       ///< phi(b) in [0, 1]
    double length = 0.0;       ///< tokens, looked at by the tiebreak only
    double draftLength = 0.0;
};

/// @source section 2 of the method: ladder 0, 2, 3
double challengerReward(const RewardRule& rule, const Duel& duel);
/// 2 c + lambda phi.
double drafterReward(const RewardRule& rule, bool correct, double format = 1.0);

std::vector<double> challengerRewards(const RewardRule& rule, std::span<const Duel> duels);

} // namespace vitrine::rival_game
