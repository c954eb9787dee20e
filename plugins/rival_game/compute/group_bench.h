#pragma once

#include "core/base/result.h"
#include "core/values/table.h"
#include "plugins/rival_game/compute/expected_gradient.h"
#include "plugins/rival_game/compute/rewards.h"

#include <string>
#include <vector>

namespace vitrine::rival_game {

/// A group as typed, and the numbers of its rewards.
struct GroupBench {
    std::vector<Duel> duels;
    double bonus = 1.0;
    double format = 0.5;
    double tie = 0.5;
    double afterWrong = 0.2; ///< success probability after a wrong draft
    double afterRight = 0.6;
};

/// @param answers, drafts  "1 0 1 ..." with or without spaces or commas
/// @param formats, lengths, draftLengths  numbers; empty: 1 and 0 everywhere
/// @errors invalid_argument  which field is wrong and what would be right
Result<std::vector<Duel>> parseGroup(const std::string& answers, const std::string& drafts, const std::string& formats,
                                     const std::string& lengths, const std::string& draftLengths);

/// One row per stack and rollout: reward and the advantage under every normalisation.
Table rewardsTable(const GroupBench& bench);

/// One row per statement of what cancels: both sides' largest difference, and whether the statement promises none.
Table identitiesTable(const GroupBench& bench);

/// One row per stack and normalisation: expected gradients, their ratio, the closed form, mean advantages.
/// @errors those of expectedGradient
Result<Table> expectedTable(const GroupBench& bench);

} // namespace vitrine::rival_game
