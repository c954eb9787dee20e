#pragma once

#include "core/verify/verify_run.h"

namespace vitrine {

/// Told on the thread that verifies, as soon as something is known.
struct VerifyEvents {
    std::function<void(const std::string& sentence)> damage; ///< a part of the file is not as it was written
    std::function<void(const RunVerification&)> run;
};

/// Reads the whole project file and compares it with its hashes, then runs the given runs again, or all that were
/// finished when none is given.
/// @errors not_found: a given run; storage; cancelled: what was told until then holds
Result<void> verifyProject(const std::shared_ptr<const ProjectStore>& store, const std::vector<RunId>& wanted,
                           ExperimentSource& experiments, const VerifySettings& settings, const VerifyEvents& events);

/// What was found: "the same bytes", "2 not the same: line 3: ..."
std::string verdictSentence(const OutputVerification& output);

} // namespace vitrine
