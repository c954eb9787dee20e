#include "plugins/rival_game/compute/game_model.h"

#include "core/base/rng.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine::rival_game {

namespace {

constexpr std::uint64_t kSkillStream = 21;
constexpr std::uint64_t kDifficultyStream = 22;
constexpr std::uint64_t kTwinStream = 28;
constexpr double kMeanDifficulty = 2.0;

double logistic(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

} // namespace

double dot(const Skills& a, const Skills& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<Problem> makeProblems(std::uint64_t seed, std::uint64_t firstId, std::size_t count) {
    std::vector<Problem> problems(count);
    for (std::size_t k = 0; k < count; ++k) {
        Problem& problem = problems[k];
        problem.id = firstId + k;
        const auto first = static_cast<std::size_t>(rng::index(kSkills, seed, kSkillStream, problem.id, 0));
        const auto step = static_cast<std::size_t>(rng::index(kSkills - 1, seed, kSkillStream, problem.id, 1));
        const double share = 0.5 + 0.5 * rng::u01(seed, kSkillStream, problem.id, 2);
        problem.demand[first] = share;
        problem.demand[(first + 1 + step) % kSkills] = 1.0 - share;
        problem.difficulty = kMeanDifficulty + rng::normal(seed, kDifficultyStream, problem.id);
    }
    return problems;
}

Policy GameModel::startA() const {
    Policy policy;
    for (std::size_t k = 0; k < kSkills; ++k)
        policy.skills[k] = k < kSkills / 2 ? zeta : -zeta;
    policy.trust = trust;
    policy.logLengthDraft = policy.logLengthAnswer = std::log(usualLength);
    return policy;
}

Policy GameModel::startB(std::uint64_t seed) const {
    Policy policy = startA();
    for (std::size_t k = 0; k < kSkills; ++k)
        policy.skills[k] = -policy.skills[k] + twinNoise * rng::normal(seed, kTwinStream, 1, k) - gap;
    return policy;
}

double GameModel::plainSuccess(const Policy& policy, const Problem& problem, double logLength) const {
    if (std::exp(logLength) > longest)
        return 0.0;
    const double skill = dot(policy.skills, problem.demand) - problem.difficulty;
    return logistic(skill + lengthEffect * (logLength - std::log(usualLength)));
}

double GameModel::answerSuccess(const Policy& policy, const Policy& rival, const Problem& problem, bool draftRight,
                                double logLength) const {
    if (std::exp(logLength) > longest)
        return 0.0;
    const double own = dot(policy.skills, problem.demand);
    const double ahead = own - dot(rival.skills, problem.demand);
    const double length = lengthEffect * (logLength - std::log(usualLength));
    const double skill = own - problem.difficulty;
    // A right draft shows what one lacks; a wrong one misleads who trusts, unless one is better and sees the flaw.
    return draftRight ? logistic(skill + policy.trust + std::max(-ahead, 0.0) + effectAfterRight * length)
                      : logistic(skill - policy.trust + std::max(ahead, 0.0) + effectAfterWrong * length);
}

double GameModel::tokens(double logLength) const {
    return std::min(std::exp(logLength), longest);
}

LengthMean::LengthMean(const GameModel& model) : m_model(model) {
    constexpr int kHalf = 40;
    constexpr double kStep = 0.1;
    double total = 0.0;
    for (int i = -kHalf; i <= kHalf; ++i) {
        const double y = kStep * i;
        m_offsets.push_back(model.lengthSpread * y);
        m_weights.push_back(std::exp(-0.5 * y * y));
        total += m_weights.back();
    }
    for (double& weight : m_weights)
        weight /= total;
}

template <class Value>
double LengthMean::mean(double meanLogLength, Value&& value) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < m_offsets.size(); ++i)
        sum += m_weights[i] * value(meanLogLength + m_offsets[i]);
    return sum;
}

double LengthMean::plainSuccess(const Policy& policy, const Problem& problem) const {
    return mean(policy.logLengthDraft, [&](double length) { return m_model.plainSuccess(policy, problem, length); });
}

double LengthMean::answerSuccess(const Policy& policy, const Policy& rival, const Problem& problem,
                                 bool draftRight) const {
    return mean(policy.logLengthAnswer,
                [&](double length) { return m_model.answerSuccess(policy, rival, problem, draftRight, length); });
}

double LengthMean::tokens(double meanLogLength) const {
    return mean(meanLogLength, [this](double length) { return m_model.tokens(length); });
}

} // namespace vitrine::rival_game
