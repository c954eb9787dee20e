#pragma once

#include "core/jobs/run_executor.h"
#include "core/store/project_store.h"

#include <chrono>
#include <memory>
#include <mutex>

namespace vitrine {

/// Writes one run into a project as it goes: state, artifacts with their fingerprint, log, closing record. Thread-safe.
class RunRecorder {
public:
    /// Adds the run as queued and fills its id. @errors those of the store
    static Result<std::unique_ptr<RunRecorder>> add(std::shared_ptr<ProjectStore> store, RunRecord run,
                                                    const ParameterSchema* schema);

    RunId runId() const { return m_run.id; }
    Result<void> begin();
    Result<void> artifact(const OutputDescription& output, const Value& value, bool partial);
    /// Gathered, and written a few times a second: a line costs a transaction otherwise.
    void log(LogLevel level, const std::string& text);
    /// What the newest interrupted, cancelled or failed run with the same experiment, parameters, seed and inputs left.
    /// @errors not_found
    Result<Value> previous(const std::string& outputId) const;
    /// The closing record; waiting log lines go first.
    Result<void> close(const RunOutcome& outcome);

private:
    RunRecorder(std::shared_ptr<ProjectStore> store, RunRecord run, const ParameterSchema* schema);
    void flushLog();
    bool isSameRun(const RunRecord& other) const;

    const std::shared_ptr<ProjectStore> m_store;
    RunRecord m_run; // changed only by the thread that calls begin and close
    const Fingerprint m_fingerprint;

    std::mutex m_logMutex; // protects the next two
    std::vector<LogLine> m_waiting;
    std::chrono::steady_clock::time_point m_lastFlush;
};

} // namespace vitrine
