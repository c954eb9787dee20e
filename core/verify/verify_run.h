#pragma once

#include "core/jobs/experiment.h"
#include "core/store/project_store.h"
#include "core/verify/compare_text.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// What came out when a number was computed again; the later ones are worse.
enum class Verdict {
    same,      ///< the same bytes
    close,     ///< within the tolerance that the output declares: another processor's kernels
    unchecked, ///< could not be computed again
    different  ///< not what was kept
};
std::string_view verdictName(Verdict verdict); ///< "same", ...

/// One output of a run as it was kept.
struct KeptOutput {
    OutputDescription description;
    std::string contentHash;
    /// As exportValue writes it, or a file of a result folder; empty: only the hash is known.
    std::function<Result<std::string>()> text;
};

/// A run that can be repeated: what it was given and what it left.
struct KeptRun {
    RunRecord record;
    RunInputs inputs; ///< values, complete parameters and seed
    std::vector<KeptOutput> outputs;
};

struct OutputVerification {
    std::string id;
    std::string title;
    Verdict verdict = Verdict::unchecked;
    TextComparison numbers;
    std::string note; ///< what differs, in one sentence; empty when nothing does
};

struct RunVerification {
    RunId run = 0;
    std::string title;
    Verdict verdict = Verdict::unchecked; ///< the worst of the outputs
    std::string note;                     ///< why it could not be computed again; another version of the system
    std::vector<OutputVerification> outputs;
    std::map<std::string, Value> computed; ///< outputs of the second run, for runs that were given them
};

struct VerifySettings {
    int threads = 1;
    std::stop_token stop;
    std::function<void(double fraction, const std::string& stage)> progress; ///< may be empty
};

/// A finished run of a project with its inputs. What it used must be in the project.
/// @errors not_found, storage (damaged), invalid_argument (the run was not finished)
Result<KeptRun> keptRun(const std::shared_ptr<const ProjectStore>& store, RunId run);

/// Runs the experiment again and compares every output with what was kept; times and memory are not compared.
/// @errors cancelled
Result<RunVerification> verifyRun(const KeptRun& kept, ExperimentSource& experiments, const VerifySettings& settings);

} // namespace vitrine
