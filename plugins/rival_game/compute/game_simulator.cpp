#include "plugins/rival_game/compute/game_simulator.h"

#include "core/base/rng.h"
#include "plugins/rival_game/compute/game_training.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitrine::rival_game {

namespace {

constexpr std::uint64_t kOrderStream = 23;
constexpr std::array<std::pair<Cell, const char*>, 8> kCells{{{Cell::vanilla, "vanilla"},
                                                              {Cell::coop, "coop"},
                                                              {Cell::adv, "adv"},
                                                              {Cell::margin, "margin"},
                                                              {Cell::advTie, "adv_tie"},
                                                              {Cell::shared, "shared"},
                                                              {Cell::selfRefine, "self_refine"},
                                                              {Cell::fixedRoles, "fixed_roles"}}};

void pullBack(Policy& policy, const Policy& start, const GameSetup& setup) {
    for (std::size_t k = 0; k < kSkills; ++k)
        policy.skills[k] += setup.skillPull * (start.skills[k] - policy.skills[k]);
    policy.trust += setup.skillPull * (start.trust - policy.trust);
    policy.logLengthDraft += setup.lengthPull * (start.logLengthDraft - policy.logLengthDraft);
    policy.logLengthAnswer += setup.lengthPull * (start.logLengthAnswer - policy.logLengthAnswer);
}

void ascend(Policy& policy, double Policy::*logLength, const PolicyGradient& gradient, const GameSetup& setup) {
    const auto batch = static_cast<double>(setup.batch);
    for (std::size_t k = 0; k < kSkills; ++k)
        policy.skills[k] += setup.skillRate * gradient.skills[k] / batch;
    policy.trust += setup.trustRate * gradient.trust / batch;
    policy.*logLength += setup.lengthRate * gradient.logLength / batch;
}

/// Sums of a step that become its record.
struct StepSums {
    double drafts = 0.0, answers = 0.0, tokensDraft = 0.0, tokensAnswer = 0.0, reward = 0.0;
    double right = 0.0, kept = 0.0, wrong = 0.0, converted = 0.0;
    double advantageRight = 0.0, advantageWrong = 0.0;

    void takeAnswers(const RolloutGroup& group, const GroupAdvantages& advantages) {
        for (std::size_t i = 0; i < group.duels.size(); ++i) {
            const Duel& duel = group.duels[i];
            answers += duel.correct ? 1.0 : 0.0;
            tokensAnswer += duel.length;
            (duel.draftCorrect ? right : wrong) += 1.0;
            if (duel.correct)
                (duel.draftCorrect ? kept : converted) += 1.0;
            (duel.draftCorrect ? advantageRight : advantageWrong) += std::abs(advantages.values[i]);
        }
    }
};

double ratio(double part, double whole) {
    return whole > 0.0 ? part / whole : std::nan("");
}

Result<void> check(const GameSetup& setup) {
    if (setup.problems == 0 || setup.heldOut == 0 || setup.batch == 0 || setup.rollouts < 2)
        return makeError(ErrorCode::invalidArgument,
                         "the game needs problems, held-out problems, a batch, and two rollouts or more");
    return {};
}

class Game {
public:
    Game(const GameSetup& setup, Cell cell)
        : m_setup(setup), m_cell(cell), m_training(setup, cell), m_startA(setup.model.startA()),
          m_startB(setup.model.startB(setup.seed)), m_problems(makeProblems(setup.seed, 0, setup.problems)),
          m_order(rng::permutation(setup.seed, kOrderStream, 0, static_cast<std::uint32_t>(setup.problems))),
          m_heldOut(makeProblems(setup.seed, kFirstHeldOut, setup.heldOut)) {
        m_a = m_startA;
        m_b = m_startB;
    }

    StepRecord step(std::size_t t);
    Milestone milestone(std::size_t step) const;
    GameResult result() const;

private:
    Roles rolesOf(std::size_t t) {
        if (m_cell == Cell::vanilla)
            return {&m_a, nullptr};
        if (m_cell == Cell::selfRefine)
            return {&m_a, &m_a};
        const bool aDrafts = m_cell == Cell::fixedRoles || t % 2 == 0;
        return aDrafts ? Roles{&m_a, &m_b} : Roles{&m_b, &m_a};
    }
    const Policy& startOf(const Policy* policy) const { return policy == &m_a ? m_startA : m_startB; }
    StepRecord recordOf(std::size_t t, const StepSums& sums, const Roles& roles) const;

    const GameSetup& m_setup;
    Cell m_cell;
    GameTraining m_training;
    Policy m_startA, m_startB, m_a, m_b;
    std::vector<Problem> m_problems;
    std::vector<std::uint32_t> m_order;
    std::vector<Problem> m_heldOut;
};

StepRecord Game::step(std::size_t t) {
    const Roles roles = rolesOf(t);
    PolicyGradient forDrafter, forChallenger;
    StepSums sums;
    StepRecord record;
    for (std::size_t i = 0; i < m_setup.batch; ++i) {
        const Problem& problem = m_problems[m_order[(t * m_setup.batch + i) % m_problems.size()]];
        const RolloutGroup drafts = m_training.drafts(*roles.drafter, problem, t);
        double reward = 0.0;
        const GroupAdvantages advantages = m_training.draftAdvantages(drafts, &reward);
        record.droppedDrafts += advantages.dropped ? 1 : 0;
        m_training.add(forDrafter, drafts, advantages, problem, roles.drafter->logLengthDraft, false);
        for (const Duel& duel : drafts.duels) {
            sums.drafts += duel.correct ? 1.0 : 0.0;
            sums.tokensDraft += duel.length;
        }
        if (roles.challenger) {
            const Policy& challenger = *roles.challenger;
            const RolloutGroup answers = m_training.answers(challenger, *roles.drafter, problem, t, drafts);
            reward = 0.0;
            const GroupAdvantages given = m_training.answerAdvantages(answers, &reward);
            record.droppedAnswers += given.dropped ? 1 : 0;
            m_training.add(forChallenger, answers, given, problem,
                           seesDraft(m_cell) ? challenger.logLengthAnswer : challenger.logLengthDraft,
                           seesDraft(m_cell));
            sums.takeAnswers(answers, given);
        }
        sums.reward += reward;
    }
    ascend(*roles.drafter, &Policy::logLengthDraft, forDrafter, m_setup);
    if (roles.challenger)
        ascend(*roles.challenger, seesDraft(m_cell) ? &Policy::logLengthAnswer : &Policy::logLengthDraft, forChallenger,
               m_setup);
    pullBack(*roles.drafter, startOf(roles.drafter), m_setup);
    if (roles.challenger && roles.challenger != roles.drafter)
        pullBack(*roles.challenger, startOf(roles.challenger), m_setup);
    const std::size_t dropped = record.droppedDrafts, droppedAnswers = record.droppedAnswers;
    record = recordOf(t, sums, roles);
    record.droppedDrafts = dropped;
    record.droppedAnswers = droppedAnswers;
    return record;
}

StepRecord Game::recordOf(std::size_t t, const StepSums& sums, const Roles& roles) const {
    const auto batch = static_cast<double>(m_setup.batch);
    const double answers = batch * static_cast<double>(m_setup.rollouts);
    const double drafts = m_cell == Cell::vanilla ? 2.0 * answers : answers;
    StepRecord record;
    record.step = t;
    record.drafterIsA = roles.drafter == &m_a;
    record.draftRate = sums.drafts / drafts;
    record.draftTokens = sums.tokensDraft / drafts;
    record.reward = sums.reward / batch;
    const bool answered = roles.challenger != nullptr;
    record.answerRate = answered ? sums.answers / answers : std::nan("");
    record.answerTokens = answered ? sums.tokensAnswer / answers : std::nan("");
    record.conversionRate = ratio(sums.converted, sums.wrong);
    record.keepRate = ratio(sums.kept, sums.right);
    record.advantageAfterWrong = ratio(sums.advantageWrong, sums.wrong);
    record.advantageAfterRight = ratio(sums.advantageRight, sums.right);
    record.a = m_a;
    record.b = m_b;
    return record;
}

Milestone Game::milestone(std::size_t step) const {
    const Policy& rival = isPair(m_cell) ? m_b : m_a;
    Milestone at;
    at.step = step;
    at.aDrafts = evaluatePair(m_setup.model, m_a, rival, m_heldOut);
    at.bDrafts = evaluatePair(m_setup.model, rival, m_a, m_heldOut);
    at.single = std::max(at.aDrafts.draft, at.bDrafts.draft);
    return at;
}

GameResult Game::result() const {
    GameResult result;
    result.a = m_a;
    result.b = m_b;
    result.base = evaluateAlone(m_setup.model, m_startA, m_heldOut).final;
    result.single = evaluateAlone(m_setup.model, m_a, m_heldOut);
    if (isPair(m_cell)) {
        const Evaluation other = evaluateAlone(m_setup.model, m_b, m_heldOut);
        if (other.final > result.single.final)
            result.single = other;
    }
    const Milestone end = milestone(m_setup.steps);
    result.aDrafts = end.aDrafts;
    result.bDrafts = end.bDrafts;
    result.aDraftsIsBetter = result.aDrafts.final >= result.bDrafts.final;
    return result;
}

} // namespace

std::string cellId(Cell cell) {
    for (const auto& [one, id] : kCells)
        if (one == cell)
            return id;
    return {};
}

std::optional<Cell> cellOf(const std::string& id) {
    for (const auto& [cell, name] : kCells)
        if (id == name)
            return cell;
    return std::nullopt;
}

bool seesDraft(Cell cell) {
    return cell != Cell::vanilla && cell != Cell::shared;
}

bool isPair(Cell cell) {
    return cell != Cell::vanilla && cell != Cell::selfRefine;
}

const Evaluation& GameResult::outcome(Cell cell) const {
    if (!seesDraft(cell))
        return single;
    return aDraftsIsBetter ? aDrafts : bDrafts;
}

Result<GameResult> simulateGame(const GameSetup& setup, Cell cell, const std::stop_token& stop,
                                const std::function<void(std::size_t)>& progress) {
    if (auto good = check(setup); !good)
        return good.error();
    const Error stopped = makeError(ErrorCode::cancelled, "the simulation was cancelled");
    if (stop.stop_requested()) // before a population is made
        return stopped;
    Game game(setup, cell);
    std::vector<StepRecord> steps;
    std::vector<Milestone> milestones{game.milestone(0)};
    for (std::size_t t = 0; t < setup.steps; ++t) {
        if (stop.stop_requested())
            return stopped;
        steps.push_back(game.step(t));
        if (setup.evaluateEvery > 0 && ((t + 1) % setup.evaluateEvery == 0 || t + 1 == setup.steps))
            milestones.push_back(game.milestone(t + 1));
        if (progress)
            progress(t + 1);
    }
    GameResult result = game.result();
    result.steps = std::move(steps);
    result.milestones = std::move(milestones);
    return result;
}

Evaluation untrainedPair(const GameSetup& setup) {
    const std::vector<Problem> heldOut = makeProblems(setup.seed, kFirstHeldOut, setup.heldOut);
    const Policy a = setup.model.startA(), b = setup.model.startB(setup.seed);
    const Evaluation one = evaluatePair(setup.model, a, b, heldOut);
    const Evaluation other = evaluatePair(setup.model, b, a, heldOut);
    return one.final >= other.final ? one : other;
}

} // namespace vitrine::rival_game
