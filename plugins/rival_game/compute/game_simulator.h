#pragma once

#include "core/base/result.h"
#include "plugins/rival_game/compute/game_model.h"
#include "plugins/rival_game/compute/rewards.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace vitrine::rival_game {

/// A way to train: competition, exchange, both or neither, and the controls.
enum class Cell {
    vanilla,    ///< A alone, twice as many rollouts
    coop,       ///< exchange without competition
    adv,        ///< both
    margin,     ///< both, paid by the difference
    advTie,     ///< adv, and shorter answers are paid
    shared,     ///< competition without exchange: the draft is not seen
    selfRefine, ///< A answers its own drafts
    fixedRoles  ///< adv, A always drafts
};

std::string cellId(Cell cell);
std::optional<Cell> cellOf(const std::string& id);
/// Whether the challenger sees the draft.
bool seesDraft(Cell cell);
/// Whether two policies are trained.
bool isPair(Cell cell);

struct GameSetup {
    GameModel model;
    std::size_t problems = 3000; ///< P
    std::size_t heldOut = 300;   ///< H
    std::size_t steps = 375;     ///< T
    std::size_t batch = 8;       ///< B, problems of a step
    std::size_t rollouts = 8;    ///< N, of each role
    double bonus = 1.0;
    double format = 0.5;
    double tie = 0.5; ///< of the cell advTie
    AdvantageNorm norm = AdvantageNorm::population;
    double skillRate = 0.05;
    double trustRate = 0.05;
    double lengthRate = 0.02;
    double skillPull = 0.01 * 0.05; ///< share of the way back to the start in each step
    double lengthPull = 0.02;
    std::size_t evaluateEvery = 0; ///< steps between two evaluations on the way; 0: at the end only
    std::uint64_t seed = 0;
};

/// What one step did, means over the batch.
struct StepRecord {
    std::size_t step = 0;
    bool drafterIsA = true;
    double draftRate = 0.0;
    double answerRate = 0.0;     ///< of the challenger; NaN where there is none
    double conversionRate = 0.0; ///< NaN where no draft was wrong
    double keepRate = 0.0;
    std::size_t droppedDrafts = 0; ///< groups without signal
    std::size_t droppedAnswers = 0;
    double draftTokens = 0.0;
    double answerTokens = 0.0;
    double reward = 0.0;              ///< mean of the challenger; of the drafter where there is none
    double advantageAfterWrong = 0.0; ///< mean |A| of the challenger
    double advantageAfterRight = 0.0;
    Policy a, b; ///< after the step
};

/// One direction of a pair on the held-out problems, exact over outcomes and lengths.
struct Evaluation {
    double draft = 0.0;          ///< single pass
    double final = 0.0;          ///< after the answer
    double converted = 0.0;      ///< mean of (1 - d) v
    double regressed = 0.0;      ///< mean of d (1 - r)
    double conversionRate = 0.0; ///< converted over wrong drafts
    double keepRate = 0.0;
    double tokens = 0.0; ///< of the final stage
};
/// Single pass. Cost 81 heldOut.
Evaluation evaluateAlone(const GameModel& model, const Policy& policy, const std::vector<Problem>& heldOut);
/// @param drafter, challenger  may be the same policy
Evaluation evaluatePair(const GameModel& model, const Policy& drafter, const Policy& challenger,
                        const std::vector<Problem>& heldOut);

/// Both directions at some time of the training; of A alone twice the same.
struct Milestone {
    std::size_t step = 0; ///< finished steps
    Evaluation aDrafts, bDrafts;
    double single = 0.0; ///< single pass of the better policy
};

struct GameResult {
    std::vector<StepRecord> steps;
    std::vector<Milestone> milestones; ///< the first before training
    Policy a, b;
    double base = 0.0;           ///< single pass of A before training
    Evaluation single;           ///< single pass of the better policy
    Evaluation aDrafts;          ///< A > B; of A alone: its own cascade
    Evaluation bDrafts;          ///< B > A
    bool aDraftsIsBetter = true; ///< chosen after the fact

    /// What the cell is measured by: the single pass where nothing is exchanged, else the better direction.
    const Evaluation& outcome(Cell cell) const;
};

/// Trains the policies of a cell by group-relative REINFORCE and evaluates them. The same seed gives the same luck to
/// all cells. @param progress  called with the number of finished steps
/// @errors invalid_argument, cancelled      Cost T B 2N rollouts.
Result<GameResult> simulateGame(const GameSetup& setup, Cell cell, const std::stop_token& stop = {},
                                const std::function<void(std::size_t)>& progress = {});

/// The cascade of the two untrained policies, better direction. The control without training.
Evaluation untrainedPair(const GameSetup& setup);

} // namespace vitrine::rival_game
