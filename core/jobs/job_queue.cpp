#include "core/jobs/job_queue.h"

#include "core/jobs/derived_cache.h"
#include "core/jobs/job.h"
#include "core/values/text.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <deque>
#include <list>
#include <thread>

namespace vitrine {
namespace {

constexpr int kFlushEveryMs = 40; // 25 signals a second
constexpr int kTickEveryMs = 1000;
constexpr const char* kUnstarted = "cancelled before it began";
constexpr int kMaxTasks = 4; // imports and exports do not wait behind long runs

/// Handle of one job; everything it says comes from the shared job.
class QueuedJobHandle : public JobHandle {
public:
    explicit QueuedJobHandle(std::shared_ptr<Job> job) : m_job(std::move(job)) {}

    qint64 id() const override { return m_job->id(); }
    QString title() const override { return toQString(m_job->title()); }
    RunId runId() const override { return m_job->runId(); }
    JobStatus status() const override { return m_job->status(); }
    std::optional<Value> liveValue(const std::string& outputId) const override { return m_job->liveValue(outputId); }
    void cancel() override { m_job->cancel(); }

    Job& job() { return *m_job; }
    bool endTold() const { return m_endTold; }
    /// Tells what happened since the last call. @return whether something was held back
    bool tell() {
        if (m_endTold)
            return false;
        const Job::Changes changes = m_job->takeChanges();
        for (const std::string& outputId : changes.rows)
            Q_EMIT rowsAppended(toQString(outputId));
        for (const std::string& outputId : changes.artifacts)
            Q_EMIT artifactStored(toQString(outputId));
        if (changes.status)
            Q_EMIT changed();
        if (changes.ended) {
            m_endTold = true;
            Q_EMIT ended();
        }
        return changes.more;
    }

private:
    std::shared_ptr<Job> m_job;
    bool m_endTold = false;
};

RunRecord recordOf(const RunRequest& request, const ExperimentSource& source, int threads) {
    RunRecord run;
    run.title = request.title;
    run.plugin = request.plugin;
    run.pluginVersion = source.version(request.plugin);
    run.programVersion = VITRINE_VERSION;
    run.experiment = request.experiment;
    run.parameters = request.inputs.parameters;
    run.seed = request.inputs.seed;
    run.threads = threads;
    run.inputs = request.references;
    return run;
}

RunOutcome executeTask(Job& job) {
    const auto start = std::chrono::steady_clock::now();
    RunOutcome outcome;
    Result<void> done;
    try {
        done = job.task().work(job.stopToken(), [&](double fraction, const std::string& stage) {
            job.progress(std::clamp(fraction, 0.0, 1.0), stage);
        });
    } catch (const std::exception& e) {
        done = makeError(ErrorCode::internal, std::string("the work broke off: ") + e.what());
    } catch (...) {
        done = makeError(ErrorCode::internal, "the work broke off without saying why");
    }
    outcome.state = RunState::finished;
    if (!done) {
        const bool cancelled = done.error().code == ErrorCode::cancelled && job.stopToken().stop_requested();
        outcome.state = cancelled ? RunState::cancelled : RunState::failed;
        outcome.message = done.error().message;
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    outcome.peakBytes = residentBytes();
    return outcome;
}

} // namespace

struct JobQueue::State {
    State(std::shared_ptr<ExperimentSource> source, JobQueue* queue) : experiments(std::move(source)), owner(queue) {}

    const std::shared_ptr<ExperimentSource> experiments;
    JobQueue* const owner;
    DerivedCache derived;

    // The window's thread only.
    std::vector<std::shared_ptr<QueuedJobHandle>> handles;
    QTimer flushTimer;
    QTimer tickTimer;
    QElapsedTimer sinceFlush;
    qint64 lastId = 0;

    std::atomic<bool> flushWanted = false; // a call of scheduleFlush is on its way

    std::mutex mutex; // protects everything below; held briefly
    std::deque<std::shared_ptr<Job>> waiting;
    std::list<std::jthread> hosts;
    std::vector<std::thread::id> finishedHosts;
    int maxRuns = 2;
    int runs = 0;
    int tasks = 0;
    bool closing = false;

    void wake();
    void scheduleFlush();
    void flush();
    void joinFinished();
    void enqueue(std::shared_ptr<Job> job);
    void dispatch();
    bool mayStart(const Job& job) const;
    void host(const std::shared_ptr<Job>& job);
    RunOutcome executeRunOf(Job& job);
    std::shared_ptr<Job> newJob(const std::string& title);
    std::shared_ptr<JobHandle> launch(const std::shared_ptr<Job>& job, const std::string& problem);
};

/// From any thread. Many calls between two flushes cost one event.
void JobQueue::State::wake() {
    if (!flushWanted.exchange(true))
        QMetaObject::invokeMethod(
            owner, [this] { scheduleFlush(); }, Qt::QueuedConnection);
}

void JobQueue::State::scheduleFlush() {
    const qint64 since = sinceFlush.isValid() ? sinceFlush.elapsed() : kFlushEveryMs;
    if (since >= kFlushEveryMs)
        flush();
    else if (!flushTimer.isActive())
        flushTimer.start(static_cast<int>(kFlushEveryMs - since));
}

void JobQueue::State::flush() {
    flushWanted = false;
    sinceFlush.start();
    joinFinished();
    {
        const std::scoped_lock lock(mutex);
        dispatch(); // a job that was cancelled while it waited only needs its closing record
    }
    bool more = false;
    const auto all = handles; // slots may start further jobs
    for (const auto& handle : all)
        more = handle->tell() || more;
    const bool idle = std::all_of(handles.begin(), handles.end(), [](const auto& handle) { return handle->endTold(); });
    if (idle)
        tickTimer.stop();
    else if (!tickTimer.isActive())
        tickTimer.start(kTickEveryMs);
    if (more)
        wake();
}

void JobQueue::State::joinFinished() {
    std::list<std::jthread> done;
    {
        const std::scoped_lock lock(mutex);
        for (const std::thread::id& id : std::exchange(finishedHosts, {})) {
            const auto host =
                std::find_if(hosts.begin(), hosts.end(), [&](const std::jthread& h) { return h.get_id() == id; });
            if (host != hosts.end())
                done.splice(done.end(), hosts, host);
        }
    }
} // joined here: they are past their last statement but one

bool JobQueue::State::mayStart(const Job& job) const {
    if (job.stopToken().stop_requested()) // only its closing record is left to write
        return true;
    return job.isTask() ? tasks < kMaxTasks : runs < maxRuns;
}

/// Starts what may start, in order. Called with the mutex held.
void JobQueue::State::dispatch() {
    for (auto next = waiting.begin(); next != waiting.end() && !closing;) {
        if (!mayStart(**next)) {
            ++next;
            continue;
        }
        auto job = *next;
        next = waiting.erase(next);
        ++(job->isTask() ? tasks : runs);
        hosts.emplace_back([this, job] { host(job); });
    }
}

void JobQueue::State::enqueue(std::shared_ptr<Job> job) {
    const std::scoped_lock lock(mutex);
    waiting.push_back(std::move(job));
    dispatch();
}

/// Body of a host thread.
void JobQueue::State::host(const std::shared_ptr<Job>& job) {
    if (job->stopToken().stop_requested())
        job->closeUnstarted(RunState::cancelled, kUnstarted);
    else if (const auto begun = job->begin(); !begun)
        job->closeUnstarted(RunState::failed, begun.error().message);
    else
        job->close(job->isTask() ? executeTask(*job) : executeRunOf(*job));
    job->release();
    const std::scoped_lock lock(mutex);
    --(job->isTask() ? tasks : runs);
    finishedHosts.push_back(std::this_thread::get_id());
    dispatch();
}

RunOutcome JobQueue::State::executeRunOf(Job& job) {
    const RunRequest& request = job.request();
    const auto experiment = experiments->create(request.plugin, request.experiment);
    if (!experiment) {
        RunOutcome outcome;
        outcome.message = experiment.error().message;
        return outcome;
    }
    RunSettings settings;
    settings.outputs = experiments->outputs(request.plugin, request.experiment);
    settings.threads = request.threads;
    settings.stop = job.stopToken();
    settings.derived = &derived;
    return executeRun(**experiment, request.inputs, settings, job);
}

std::shared_ptr<Job> JobQueue::State::newJob(const std::string& title) {
    return std::make_shared<Job>(++lastId, title, [this] { wake(); });
}

/// @param problem  why the job cannot run at all; empty: it is queued
std::shared_ptr<JobHandle> JobQueue::State::launch(const std::shared_ptr<Job>& job, const std::string& problem) {
    auto handle = std::make_shared<QueuedJobHandle>(job);
    handles.push_back(handle);
    if (problem.empty())
        enqueue(job);
    else
        job->closeUnstarted(RunState::failed, problem);
    Q_EMIT owner->jobAdded(handle);
    wake(); // for the clock
    return handle;
}

JobQueue::JobQueue(std::shared_ptr<ExperimentSource> experiments, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(std::move(experiments), this)) {
    m_state->flushTimer.setSingleShot(true);
    connect(&m_state->flushTimer, &QTimer::timeout, this, [this] { m_state->flush(); });
    connect(&m_state->tickTimer, &QTimer::timeout, this, [this] {
        for (const auto& handle : m_state->handles)
            handle->job().tick();
        m_state->flush();
    });
}

JobQueue::~JobQueue() {
    std::deque<std::shared_ptr<Job>> unstarted;
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->closing = true;
        unstarted.swap(m_state->waiting);
    }
    for (const auto& handle : m_state->handles)
        handle->cancel();
    for (const auto& job : unstarted)
        job->closeUnstarted(RunState::cancelled, kUnstarted);
    std::list<std::jthread> hosts;
    {
        const std::scoped_lock lock(m_state->mutex);
        hosts.swap(m_state->hosts);
    }
    hosts.clear(); // waits
    m_state->flush();
}

std::shared_ptr<JobHandle> JobQueue::start(const RunRequest& request, std::shared_ptr<ProjectStore> store) {
    RunRequest complete = request;
    if (complete.title.empty())
        complete.title = complete.plugin + '/' + complete.experiment;
    if (complete.threads <= 0)
        complete.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    auto job = m_state->newJob(complete.title);
    std::string problem;
    std::unique_ptr<RunRecorder> recorder;
    if (store) {
        auto added = RunRecorder::add(std::move(store), recordOf(complete, *m_state->experiments, complete.threads),
                                      m_state->experiments->parameters(complete.plugin, complete.experiment));
        if (added)
            recorder = std::move(*added);
        else
            problem = added.error().message;
    }
    job->setRun(std::move(complete), std::move(recorder));
    return m_state->launch(job, problem);
}

std::shared_ptr<JobHandle> JobQueue::start(TaskRequest request) {
    auto job = m_state->newJob(request.title);
    job->setTask(std::move(request));
    return m_state->launch(job, {});
}

std::vector<std::shared_ptr<JobHandle>> JobQueue::jobs() const {
    return {m_state->handles.begin(), m_state->handles.end()};
}

void JobQueue::setMaxRunning(int count) {
    const std::scoped_lock lock(m_state->mutex);
    m_state->maxRuns = std::max(1, count);
    m_state->dispatch();
}

} // namespace vitrine
