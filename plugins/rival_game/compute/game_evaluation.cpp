#include "plugins/rival_game/compute/game_simulator.h"

namespace vitrine::rival_game {

Evaluation evaluateAlone(const GameModel& model, const Policy& policy, const std::vector<Problem>& heldOut) {
    const LengthMean mean(model);
    Evaluation evaluation;
    for (const Problem& problem : heldOut)
        evaluation.draft += mean.plainSuccess(policy, problem);
    evaluation.draft /= static_cast<double>(heldOut.size());
    evaluation.final = evaluation.draft;
    evaluation.tokens = mean.tokens(policy.logLengthDraft);
    return evaluation;
}

Evaluation evaluatePair(const GameModel& model, const Policy& drafter, const Policy& challenger,
                        const std::vector<Problem>& heldOut) {
    const LengthMean mean(model);
    Evaluation sum;
    double kept = 0.0;
    for (const Problem& problem : heldOut) {
        const double draft = mean.plainSuccess(drafter, problem);
        const double afterRight = mean.answerSuccess(challenger, drafter, problem, true);
        const double afterWrong = mean.answerSuccess(challenger, drafter, problem, false);
        sum.draft += draft;
        kept += draft * afterRight;
        sum.converted += (1.0 - draft) * afterWrong;
        sum.regressed += draft * (1.0 - afterRight);
    }
    const auto n = static_cast<double>(heldOut.size());
    sum.conversionRate = sum.converted / (n - sum.draft);
    sum.keepRate = kept / sum.draft;
    sum.final = (kept + sum.converted) / n;
    sum.draft /= n;
    sum.converted /= n;
    sum.regressed /= n;
    sum.tokens = mean.tokens(challenger.logLengthAnswer);
    return sum;
}

} // namespace vitrine::rival_game
