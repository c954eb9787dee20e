#include "plugins/rival_game/compute/game_training.h"

#include "core/base/rng.h"

#include <cmath>

namespace vitrine::rival_game {

namespace {

constexpr std::uint64_t kDraftStream = 24;
constexpr std::uint64_t kAnswerStream = 25;
constexpr std::uint64_t kLengthStream = 26;
constexpr std::size_t kAnswerLengths = 100; ///< lengths of answers are drawn from here on

RewardRule ruleOf(const GameSetup& setup, Cell cell) {
    RewardRule rule;
    rule.bonus = setup.bonus;
    rule.format = setup.format;
    switch (cell) {
    case Cell::vanilla:
    case Cell::coop:
    case Cell::selfRefine: break;
    case Cell::margin: rule.stack = Stack::margin; break;
    case Cell::advTie: rule.tie = setup.tie; [[fallthrough]];
    case Cell::adv:
    case Cell::shared:
    case Cell::fixedRoles: rule.stack = Stack::adv; break;
    }
    return rule;
}

double meanOf(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

} // namespace

double GameTraining::logLength(double mean, std::size_t step, const Problem& problem, std::size_t index) const {
    return mean + m_setup.model.lengthSpread * rng::normal(m_setup.seed, kLengthStream, step, problem.id, index);
}

RolloutGroup GameTraining::drafts(const Policy& policy, const Problem& problem, std::size_t step) const {
    RolloutGroup group;
    const std::size_t count = m_cell == Cell::vanilla ? 2 * m_setup.rollouts : m_setup.rollouts;
    for (std::size_t i = 0; i < count; ++i) {
        const double length = logLength(policy.logLengthDraft, step, problem, i);
        const double success = m_setup.model.plainSuccess(policy, problem, length);
        Duel duel;
        duel.correct = rng::u01(m_setup.seed, kDraftStream, step, problem.id, i) < success;
        duel.length = m_setup.model.tokens(length);
        group.duels.push_back(duel);
        group.logLengths.push_back(length);
        group.successes.push_back(success);
    }
    return group;
}

RolloutGroup GameTraining::answers(const Policy& policy, const Policy& rival, const Problem& problem, std::size_t step,
                                   const RolloutGroup& drafts) const {
    RolloutGroup group;
    const bool sees = seesDraft(m_cell);
    for (std::size_t i = 0; i < m_setup.rollouts; ++i) {
        const Duel& draft = drafts.duels[sees ? i : 0]; // one hidden draft for all
        const double length =
            logLength(sees ? policy.logLengthAnswer : policy.logLengthDraft, step, problem, kAnswerLengths + i);
        const double success = sees ? m_setup.model.answerSuccess(policy, rival, problem, draft.correct, length)
                                    : m_setup.model.plainSuccess(policy, problem, length);
        Duel duel;
        duel.correct = rng::u01(m_setup.seed, kAnswerStream, step, problem.id, i) < success;
        duel.draftCorrect = draft.correct;
        duel.length = m_setup.model.tokens(length);
        duel.draftLength = draft.length;
        group.duels.push_back(duel);
        group.logLengths.push_back(length);
        group.successes.push_back(success);
    }
    return group;
}

GroupAdvantages GameTraining::draftAdvantages(const RolloutGroup& drafts, double* reward) const {
    std::vector<double> rewards;
    rewards.reserve(drafts.duels.size());
    for (const Duel& duel : drafts.duels)
        rewards.push_back(drafterReward(ruleOf(m_setup, m_cell), duel.correct));
    *reward += meanOf(rewards);
    return groupAdvantages(rewards, m_setup.norm);
}

GroupAdvantages GameTraining::answerAdvantages(const RolloutGroup& answers, double* reward) const {
    const std::vector<double> rewards = challengerRewards(ruleOf(m_setup, m_cell), answers.duels);
    *reward += meanOf(rewards);
    return groupAdvantages(rewards, m_setup.norm);
}

void GameTraining::add(PolicyGradient& gradient, const RolloutGroup& group, const GroupAdvantages& advantages,
                       const Problem& problem, double meanLogLength, bool answersDrafts) const {
    const double spread = m_setup.model.lengthSpread * m_setup.model.lengthSpread;
    const auto n = static_cast<double>(group.duels.size());
    for (std::size_t i = 0; i < group.duels.size(); ++i) {
        const double advantage = advantages.values[i];
        const double score = advantage * ((group.duels[i].correct ? 1.0 : 0.0) - group.successes[i]) / n;
        for (std::size_t k = 0; k < kSkills; ++k)
            gradient.skills[k] += score * problem.demand[k];
        if (answersDrafts)
            gradient.trust += group.duels[i].draftCorrect ? score : -score;
        gradient.logLength += advantage * (group.logLengths[i] - meanLogLength) / spread / n;
    }
}

} // namespace vitrine::rival_game
