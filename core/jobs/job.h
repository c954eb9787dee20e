#pragma once

#include "core/jobs/job_queue.h"
#include "core/jobs/live_rows.h"
#include "core/jobs/process_memory.h"
#include "core/jobs/run_recorder.h"
#include "core/jobs/run_sink.h"
#include "core/jobs/time_left.h"

#include <chrono>
#include <mutex>
#include <set>

namespace vitrine {

/// What both sides of a job share: its thread writes, the window reads. Every lock is held briefly.
class Job : public RunSink {
public:
    /// What happened since the window last asked.
    struct Changes {
        bool status = false;
        bool ended = false;
        bool more = false; ///< rows of large outputs are held back for a moment
        std::vector<std::string> rows;
        std::vector<std::string> artifacts;
    };

    /// @param wake  called from any thread when there is something to take; returns at once
    Job(qint64 id, std::string title, std::function<void()> wake);

    qint64 id() const { return m_id; }
    const std::string& title() const { return m_title; }
    RunId runId() const { return m_recorder ? m_recorder->runId() : 0; }

    // Set before the job is queued.
    void setRun(RunRequest request, std::unique_ptr<RunRecorder> recorder);
    void setTask(TaskRequest request);
    bool isTask() const { return m_isTask; }
    const RunRequest& request() const { return m_request; }
    const TaskRequest& task() const { return m_task; }

    // The window's side.
    JobStatus status() const;
    std::optional<Value> liveValue(const std::string& outputId) const;
    void cancel();
    Changes takeChanges();
    /// Memory and time go on although nothing is reported.
    void tick();

    // The job's side.
    std::stop_token stopToken() const { return m_stop.get_token(); }
    Result<void> begin();
    void close(RunOutcome outcome);
    /// A job that never ran.
    void closeUnstarted(RunState state, const std::string& message);
    /// Lets go of inputs and work, which nobody needs after the end.
    void release();

    void progress(double fraction, const std::string& stage) override;
    void log(LogLevel level, const std::string& text) override;
    void rows(const OutputDescription& output, const Value& rows) override;
    Result<void> artifact(const OutputDescription& output, const Value& value, bool partial) override;
    Result<Value> previous(const std::string& outputId) override;

private:
    using Clock = std::chrono::steady_clock;
    struct Live {
        std::shared_ptr<LiveRows> rows;
        std::optional<Value> finished;
        bool changed = false;
        Clock::time_point lastTaken;
    };
    double elapsed(Clock::time_point now) const;

    const qint64 m_id;
    const std::string m_title;
    const std::function<void()> m_wake;
    RunRequest m_request;
    TaskRequest m_task;
    bool m_isTask = false;
    std::unique_ptr<RunRecorder> m_recorder; // null for tasks and runs without a project
    std::stop_source m_stop;

    mutable std::mutex m_mutex; // protects everything below
    JobStatus m_status;
    Clock::time_point m_started;
    TimeLeft m_timeLeft;
    std::map<std::string, Live> m_live;
    bool m_statusChanged = false;
    bool m_ended = false;
    std::vector<std::string> m_newArtifacts;
};

} // namespace vitrine
