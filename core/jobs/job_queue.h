#pragma once

#include "core/jobs/experiment.h"
#include "core/store/project_store.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace vitrine {

/// What a job looks like now.
struct JobStatus {
    RunState state = RunState::queued;
    bool cancelRequested = false;
    double fraction = 0.0;
    std::string stage;
    std::string message;
    double elapsedSeconds = 0.0;
    double remainingSeconds = -1.0; ///< -1: not known yet
    std::int64_t memoryBytes = 0;   ///< of the process, highest seen while it ran
};

/// The window's side of a job. Lives on the thread that created the queue; signals are queued and coalesced
/// (25 a second at most).
class JobHandle : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual qint64 id() const = 0;
    virtual QString title() const = 0;
    virtual RunId runId() const = 0; ///< 0 for jobs that are no runs (imports, exports)
    virtual JobStatus status() const = 0;
    /// Live rows of an output so far, as an immutable snapshot; null before the first rows.
    virtual std::optional<Value> liveValue(const std::string& outputId) const = 0;

public Q_SLOTS:
    /// Returns at once.
    virtual void cancel() = 0;

Q_SIGNALS:
    void changed();                               ///< status
    void rowsAppended(const QString& outputId);   ///< live rows
    void artifactStored(const QString& outputId); ///< an output stands in the store
    void ended();                                 ///< once, after the closing record is written
};

/// A run to be started.
struct RunRequest {
    std::string title;
    std::string plugin;
    std::string experiment;
    RunInputs inputs;                       ///< parameters completed and validated
    std::vector<InputReference> references; ///< the same inputs, as the project names them
    int threads = 0;                        ///< 0: all cores
};

/// Any other piece of background work (import, export).
struct TaskRequest {
    std::string title;
    std::function<Result<void>(std::stop_token, const std::function<void(double, const std::string&)>& progress)> work;
};

/// Runs jobs on host threads, two at a time (a setting); compute threads come from the one pool behind parallelFor.
class JobQueue : public QObject {
    Q_OBJECT
public:
    explicit JobQueue(std::shared_ptr<ExperimentSource> experiments, QObject* parent = nullptr);
    ~JobQueue() override; ///< cancels everything and waits for it

    /// Results go to `store`; a null store keeps them in memory (artifactValue of the handle's run is then
    /// unavailable).
    std::shared_ptr<JobHandle> start(const RunRequest& request, std::shared_ptr<ProjectStore> store);
    std::shared_ptr<JobHandle> start(TaskRequest request);
    std::vector<std::shared_ptr<JobHandle>> jobs() const;
    void setMaxRunning(int count);

Q_SIGNALS:
    void jobAdded(std::shared_ptr<vitrine::JobHandle> job);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace vitrine
