#pragma once

#include "app/gui/project_contents.h"
#include "core/jobs/job_queue.h"
#include "widgets/latest_task.h"
#include "widgets/views/result_view.h"

#include <QTimer>

#include <memory>
#include <set>

namespace vitrine {

class Workbench;

/// Gathers what a run page shows: record, inputs and outputs from the store in the background, live rows from the job.
/// Hands over a new immutable RunData at most ten times a second.
class RunDataSource : public QObject {
    Q_OBJECT
public:
    RunDataSource(Workbench& workbench, RunId run, QObject* parent = nullptr);

    RunId runId() const { return m_run; }
    /// Null until the record has been read.
    std::shared_ptr<const RunData> data() const { return m_data; }
    /// Null when the run is not under way in this program.
    std::shared_ptr<JobHandle> job() const { return m_job; }
    /// From the job while there is one, else from the record.
    JobStatus status() const;
    bool isLoading() const { return m_task.isRunning(); }
    /// Why nothing could be read; empty: all is well.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void dataChanged();
    void statusChanged();

private:
    struct Loaded {
        Result<RunRecord> record = makeError(ErrorCode::cancelled, {});
        std::vector<ArtifactRecord> artifacts;
        std::map<std::string, Value> outputs;
        std::map<std::string, Value> inputs;
        QStringList missing; ///< outputs and inputs that could not be read, one sentence each
    };
    static Loaded load(const ProjectStore& store, RunId run, const std::map<std::string, std::string>& known,
                       bool withInputs, std::stop_token stop);
    void follow(const std::shared_ptr<JobHandle>& job);
    void reload();
    void take(Loaded loaded);
    void publish();
    void publishSoon();

    Workbench& m_workbench;
    RunId m_run;
    std::shared_ptr<JobHandle> m_job;
    std::shared_ptr<const RunData> m_data;
    std::map<std::string, std::string> m_hashes; ///< of the outputs that have been read
    std::set<std::string> m_liveOutputs;         ///< whose rows have changed since the last publishing
    QString m_problem;
    LatestTask m_task;
    bool m_reloadAgain = false;
    QTimer m_publish; ///< single shot
};

} // namespace vitrine
