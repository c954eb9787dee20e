#pragma once

#include "core/base/result.h"
#include "core/values/table.h"
#include "plugins/rival_game/compute/cascade.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::rival_game {

/// One evaluated answer, perhaps with the draft before it.
struct PairedOutcome {
    std::string problem;
    std::optional<bool> draft;
    bool final = false;
    double draftTokens = 0.0; ///< NaN: not known
    double finalTokens = 0.0;
};

/// All outcomes of one method in one direction with one seed, at its last training step.
struct OutcomeGroup {
    std::string method;
    std::string direction; ///< "A>B", "B>A", or empty
    std::int64_t seed = 0;
    std::vector<PairedOutcome> outcomes; ///< sorted by problem, each once

    bool isSinglePass() const;
    Cascade cascade() const; ///< of the outcomes with a draft
    std::string name() const;
};

/// Reads columns problem, method, seed, direction, draft_correct, final_correct, draft_tokens, final_tokens, step; only
/// problem and final_correct must be there.
/// @param notes  receives what was merged or left out, a sentence each
/// @errors invalid_argument  a column is missing or holds something else than 0 and 1, with the row
Result<std::vector<OutcomeGroup>> readOutcomes(const Table& table, std::vector<std::string>& notes);

/// Two methods on the problems that both have.
struct PairedComparison {
    std::int64_t problems = 0;
    std::int64_t onlyFirst = 0; ///< right in the first, wrong in the second
    std::int64_t onlySecond = 0;
    double difference = 0.0; ///< of final accuracies, first less second
    double low = 0.0;        ///< percentiles of the bootstrap over problems
    double high = 0.0;
    double p = 1.0; ///< exact test of McNemar
};
/// @errors cancelled      Cost resamples x problems draws.
Result<PairedComparison> compareOutcomes(const OutcomeGroup& first, const OutcomeGroup& second, double level,
                                         std::uint64_t seed, std::size_t resamples, const std::stop_token& stop);

} // namespace vitrine::rival_game
