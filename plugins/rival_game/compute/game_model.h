#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vitrine::rival_game {

constexpr std::size_t kSkills = 6;
using Skills = std::array<double, kSkills>;

double dot(const Skills& a, const Skills& b);

/// A problem asks for two of the six skills.
struct Problem {
    std::uint64_t id = 0;
    Skills demand{}; ///< z, adds up to 1
    double difficulty = 0.0;
};

/// Held-out problems have ids from here on.
constexpr std::uint64_t kFirstHeldOut = 1'000'000;
std::vector<Problem> makeProblems(std::uint64_t seed, std::uint64_t firstId, std::size_t count);

/// A logistic policy: everything that training moves.
struct Policy {
    Skills skills{};
    double trust = 0.0;           ///< r, how much a draft sways it
    double logLengthDraft = 0.0;  ///< mean ln of the tokens of a draft
    double logLengthAnswer = 0.0; ///< the same of an answer to a draft
};

/// Numbers of the model. The names of the paper's symbols stand beside them.
struct GameModel {
    double zeta = 1.5;             ///< strength of skills and blind spots at the start; 0: twins
    double twinNoise = 0.02;       ///< of the skills of B
    double gap = 0.0;              ///< subtracted from all skills of B
    double trust = 2.0;            ///< r at the start
    double usualLength = 6000;     ///< tokens at the start
    double lengthSpread = 0.3;     ///< of ln tokens between rollouts
    double lengthEffect = 0.5;     ///< of ln tokens on the logit
    double effectAfterRight = 0.4; ///< share of that effect when answering a right draft
    double effectAfterWrong = 0.8;
    double longest = 15000; ///< tokens; longer answers are cut and wrong

    Policy startA() const;
    Policy startB(std::uint64_t seed) const;

    /// Probability that a rollout of this ln length is right.
    double plainSuccess(const Policy& policy, const Problem& problem, double logLength) const;
    double answerSuccess(const Policy& policy, const Policy& rival, const Problem& problem, bool draftRight,
                         double logLength) const;
    /// Tokens of a rollout, as far as it is written.
    double tokens(double logLength) const;
};

/// Exact means over the length of a rollout: 81 points of a normal density instead of draws.
class LengthMean {
public:
    explicit LengthMean(const GameModel& model);

    double plainSuccess(const Policy& policy, const Problem& problem) const;
    double answerSuccess(const Policy& policy, const Policy& rival, const Problem& problem, bool draftRight) const;
    double tokens(double meanLogLength) const;

private:
    template <class Value>
    double mean(double meanLogLength, Value&& value) const;

    GameModel m_model;
    std::vector<double> m_offsets; ///< of ln length
    std::vector<double> m_weights; ///< add up to 1
};

} // namespace vitrine::rival_game
