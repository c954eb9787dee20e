#include "plugins/rival_game/compute/expected_gradient.h"

#include <algorithm>
#include <cmath>

namespace vitrine::rival_game {

namespace {

Result<void> check(std::span<const Context> contexts) {
    if (contexts.empty() || contexts.size() > kMostContexts)
        return makeError(ErrorCode::invalidArgument, "a group has 1 to " + std::to_string(kMostContexts) +
                                                         " rollouts here, because every outcome is looked at");
    for (const Context& context : contexts)
        if (!(context.success >= 0.0 && context.success <= 1.0))
            return makeError(ErrorCode::invalidArgument, "a success probability lies between 0 and 1");
    return {};
}

} // namespace

Result<ExpectedGradient> expectedGradient(const RewardRule& rule, std::span<const Context> contexts,
                                          AdvantageNorm norm) {
    if (auto good = check(contexts); !good)
        return good.error();
    const std::size_t n = contexts.size();
    ExpectedGradient expected;
    std::vector<Duel> duels(n);
    for (std::size_t outcome = 0; outcome < (std::size_t{1} << n); ++outcome) {
        double probability = 1.0;
        for (std::size_t i = 0; i < n; ++i) {
            duels[i].correct = ((outcome >> i) & 1U) != 0;
            duels[i].draftCorrect = contexts[i].draftCorrect;
            probability *= duels[i].correct ? contexts[i].success : 1.0 - contexts[i].success;
        }
        const GroupAdvantages group = groupAdvantages(challengerRewards(rule, duels), norm);
        expected.dropped += group.dropped ? probability : 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double score = (duels[i].correct ? 1.0 : 0.0) - contexts[i].success;
            const bool right = contexts[i].draftCorrect;
            (right ? expected.afterRight : expected.afterWrong) += probability * group.values[i] * score;
            (right ? expected.advantageAfterRight : expected.advantageAfterWrong) += probability * group.values[i];
        }
    }
    const auto right = static_cast<double>(std::ranges::count_if(contexts, &Context::draftCorrect));
    const double wrong = static_cast<double>(n) - right;
    expected.afterRight /= static_cast<double>(n);
    expected.afterWrong /= static_cast<double>(n);
    expected.advantageAfterRight = right > 0.0 ? expected.advantageAfterRight / right : std::nan("");
    expected.advantageAfterWrong = wrong > 0.0 ? expected.advantageAfterWrong / wrong : std::nan("");
    return expected;
}

double closedFormGradient(const RewardRule& rule, std::span<const Context> contexts, bool after) {
    const auto n = static_cast<double>(contexts.size());
    const double worth = challengerReward(rule, {true, after}) - challengerReward(rule, {false, after});
    double sum = 0.0;
    for (const Context& context : contexts)
        if (context.draftCorrect == after)
            sum += context.success * (1.0 - context.success);
    return worth * (1.0 - 1.0 / n) * sum / n;
}

} // namespace vitrine::rival_game
