#include "core/jobs/job.h"

#include <algorithm>

namespace vitrine {
namespace {

// Joining the rows of a large output takes a while, so it is offered less often.
constexpr std::int64_t kManyRows = 100'000;
constexpr auto kManyRowsEvery = std::chrono::milliseconds(500);

} // namespace

Job::Job(qint64 id, std::string title, std::function<void()> wake)
    : m_id(id), m_title(std::move(title)), m_wake(std::move(wake)) {}

void Job::setRun(RunRequest request, std::unique_ptr<RunRecorder> recorder) {
    m_request = std::move(request);
    m_recorder = std::move(recorder);
}

void Job::setTask(TaskRequest request) {
    m_task = std::move(request);
    m_isTask = true;
}

double Job::elapsed(Clock::time_point now) const {
    return std::chrono::duration<double>(now - m_started).count();
}

JobStatus Job::status() const {
    const std::scoped_lock lock(m_mutex);
    JobStatus status = m_status;
    if (status.state == RunState::running) {
        status.elapsedSeconds = elapsed(Clock::now());
        status.remainingSeconds = m_timeLeft.remaining(status.elapsedSeconds);
    }
    return status;
}

std::optional<Value> Job::liveValue(const std::string& outputId) const {
    std::shared_ptr<LiveRows> rows;
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_live.find(outputId);
        if (found == m_live.end())
            return std::nullopt;
        if (found->second.finished)
            return found->second.finished;
        rows = found->second.rows;
    }
    return rows ? rows->snapshot() : std::nullopt; // joined outside the lock
}

void Job::cancel() {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_ended || m_status.cancelRequested)
            return;
        m_status.cancelRequested = true;
        m_statusChanged = true;
    }
    m_stop.request_stop();
    m_wake();
}

Job::Changes Job::takeChanges() {
    const auto now = Clock::now();
    const std::scoped_lock lock(m_mutex);
    Changes changes;
    changes.status = std::exchange(m_statusChanged, false);
    changes.artifacts = std::exchange(m_newArtifacts, {});
    for (auto& [id, live] : m_live) {
        if (!live.changed)
            continue;
        if (live.rows->rowCount() > kManyRows && now - live.lastTaken < kManyRowsEvery && !m_ended) {
            changes.more = true;
            continue;
        }
        live.changed = false;
        live.lastTaken = now;
        changes.rows.push_back(id);
    }
    changes.ended = m_ended;
    if (m_ended && m_recorder)
        m_live.clear(); // all of it stands in the project
    return changes;
}

void Job::tick() {
    const std::scoped_lock lock(m_mutex);
    if (m_status.state != RunState::running)
        return;
    m_status.memoryBytes = std::max(m_status.memoryBytes, residentBytes());
    m_statusChanged = true;
}

Result<void> Job::begin() {
    {
        const std::scoped_lock lock(m_mutex);
        m_status.state = RunState::running;
        m_status.memoryBytes = residentBytes();
        m_started = Clock::now();
        m_statusChanged = true;
    }
    m_wake();
    return m_recorder ? m_recorder->begin() : Result<void>();
}

void Job::close(RunOutcome outcome) {
    if (m_recorder) {
        if (const auto closed = m_recorder->close(outcome); !closed) {
            outcome.state = RunState::failed;
            outcome.message = "the end of the run could not be written: " + closed.error().message;
        }
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_status.state = outcome.state;
        m_status.message = outcome.message;
        m_status.elapsedSeconds = outcome.seconds;
        m_status.remainingSeconds = 0.0;
        if (outcome.peakBytes > 0) // of a run in a process of its own that of the other one
            m_status.memoryBytes = outcome.peakBytes;
        if (outcome.state == RunState::finished)
            m_status.fraction = 1.0;
        m_statusChanged = true;
        m_ended = true;
    }
    m_wake();
}

void Job::closeUnstarted(RunState state, const std::string& message) {
    RunOutcome outcome;
    outcome.state = state;
    outcome.message = message;
    close(std::move(outcome));
}

void Job::release() {
    m_request = {};
    m_task = {};
}

void Job::progress(double fraction, const std::string& stage) {
    {
        const std::scoped_lock lock(m_mutex);
        m_status.fraction = fraction;
        m_status.stage = stage;
        m_timeLeft.report(elapsed(Clock::now()), fraction);
        m_statusChanged = true;
    }
    m_wake();
}

void Job::log(LogLevel level, const std::string& text) {
    if (m_recorder)
        m_recorder->log(level, text);
}

void Job::rows(const OutputDescription& output, const Value& rows) {
    std::shared_ptr<LiveRows> live;
    {
        const std::scoped_lock lock(m_mutex);
        Live& slot = m_live[output.id];
        if (!slot.rows)
            slot.rows = std::make_shared<LiveRows>();
        live = slot.rows;
    }
    (void)live->append(rows); // was checked by the run context
    {
        const std::scoped_lock lock(m_mutex);
        m_live[output.id].changed = true;
    }
    m_wake();
}

Result<void> Job::artifact(const OutputDescription& output, const Value& value, bool partial) {
    if (m_recorder)
        if (const auto stored = m_recorder->artifact(output, value, partial); !stored)
            return stored;
    {
        const std::scoped_lock lock(m_mutex);
        Live& slot = m_live[output.id];
        slot.finished = value;
        slot.rows.reset();
        slot.changed = false;
        m_newArtifacts.push_back(output.id);
    }
    m_wake();
    return {};
}

Result<Value> Job::previous(const std::string& outputId) {
    return m_recorder ? m_recorder->previous(outputId) : RunSink::previous(outputId);
}

} // namespace vitrine
