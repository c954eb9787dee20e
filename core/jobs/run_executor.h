#pragma once

#include "core/jobs/experiment.h"
#include "core/jobs/run_sink.h"
#include "core/store/records.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

class DerivedCache;

/// How a run ended. `partial` and `missing` are told in the message too.
struct RunOutcome {
    RunState state = RunState::failed; ///< finished, failed or cancelled
    std::string message;               ///< one sentence; empty when all went well
    double seconds = 0.0;
    std::int64_t peakBytes = 0;
};

/// What a run gets besides its inputs.
struct RunSettings {
    std::vector<OutputDescription> outputs; ///< as declared; those whose `when` does not hold are refused
    int threads = 1;
    std::stop_token stop;
    DerivedCache* derived = nullptr; ///< may be null: nothing is kept then
};

/// Runs one experiment on the calling thread and never throws. Outputs are checked before they reach the sink:
/// declared, wanted by the parameters, of the declared kind, sound. They are accepted until run returns; after a stop
/// request they count as partial. Live rows whose output never came are handed over as a partial output at the end.
RunOutcome executeRun(Experiment& experiment, const RunInputs& inputs, const RunSettings& settings, RunSink& sink);

/// Outputs that a run with these completed parameters has to emit.
std::vector<OutputDescription> wantedOutputs(const std::vector<OutputDescription>& declared,
                                             const ParameterSet& parameters);

} // namespace vitrine
