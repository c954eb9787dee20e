#pragma once

#include "plugins/rival_game/compute/game_simulator.h"

namespace vitrine::rival_game {

/// The rollouts of one role on one problem.
struct RolloutGroup {
    std::vector<Duel> duels;        ///< correct and length are those of the rollout itself
    std::vector<double> logLengths; ///< as drawn
    std::vector<double> successes;  ///< probability of each
};

/// Who trains whom in a step.
struct Roles {
    Policy* drafter = nullptr;
    Policy* challenger = nullptr; ///< null: a drafter alone
};

/// Sum of the gradients of one role over a batch.
struct PolicyGradient {
    Skills skills{};
    double trust = 0.0;
    double logLength = 0.0;
};

/// Draws rollouts and turns them into gradients. Pure functions of seed, step, problem and rollout.
class GameTraining {
public:
    GameTraining(const GameSetup& setup, Cell cell) : m_setup(setup), m_cell(cell) {}

    RolloutGroup drafts(const Policy& policy, const Problem& problem, std::size_t step) const;
    /// Answers to drafts that are seen, or, where they are not, plain rollouts of the second stream.
    RolloutGroup answers(const Policy& policy, const Policy& rival, const Problem& problem, std::size_t step,
                         const RolloutGroup& drafts) const;
    GroupAdvantages draftAdvantages(const RolloutGroup& drafts, double* reward) const;
    GroupAdvantages answerAdvantages(const RolloutGroup& answers, double* reward) const;
    /// Adds what a group teaches, as means over its rollouts.
    void add(PolicyGradient& gradient, const RolloutGroup& group, const GroupAdvantages& advantages,
             const Problem& problem, double meanLogLength, bool answersDrafts) const;

private:
    double logLength(double mean, std::size_t step, const Problem& problem, std::size_t index) const;

    const GameSetup& m_setup;
    Cell m_cell;
};

} // namespace vitrine::rival_game
