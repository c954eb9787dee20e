#include "plugins/rival_game/compute/rewards.h"

namespace vitrine::rival_game {

double challengerReward(const RewardRule& rule, const Duel& duel) {
    const double own = duel.correct ? 1.0 : 0.0;
    const double draft = duel.draftCorrect ? 1.0 : 0.0;
    double reward = 0.0;
    switch (rule.stack) {
    case Stack::coop: reward = 2.0 * own; break;
    case Stack::adv: reward = 2.0 * own + rule.bonus * own * (1.0 - draft); break;
    case Stack::margin: reward = 3.0 * own - draft; break;
    }
    if (duel.correct && duel.draftCorrect && duel.length < duel.draftLength)
        reward += rule.tie;
    return reward + rule.format * duel.format;
}

double drafterReward(const RewardRule& rule, bool correct, double format) {
    return (correct ? 2.0 : 0.0) + rule.format * format;
}

std::vector<double> challengerRewards(const RewardRule& rule, std::span<const Duel> duels) {
    std::vector<double> rewards;
    rewards.reserve(duels.size());
    for (const Duel& duel : duels)
        rewards.push_back(challengerReward(rule, duel));
    return rewards;
}

} // namespace vitrine::rival_game
