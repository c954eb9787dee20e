#pragma once

#include "app/gui/experiment/input_choices.h"
#include "core/jobs/job_queue.h"
#include "widgets/latest_task.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace vitrine {

class Workbench;

/// One experiment being set up: what goes in, with which parameters, what the data say about it, how long it will
/// take, and whether it can run. Inputs are read, inspected and forecast in the background.
class ExperimentSession : public QObject {
    Q_OBJECT
public:
    explicit ExperimentSession(Workbench& workbench, QObject* parent = nullptr);

    /// Starts over with a record. Emits schemaChanged.
    void setRecord(const ExperimentRecord& record);
    const ExperimentRecord& record() const { return m_record; }
    const PluginInfo* plugin() const { return m_plugin; }
    /// Null when the system is not installed.
    const ExperimentInfo* info() const { return m_info; }

    /// Another experiment on the same inputs as far as they fit. Emits schemaChanged.
    void chooseExperiment(const std::string& plugin, const std::string& experiment);
    void setInput(const std::string& inputId, const std::optional<InputReference>& reference);
    const InputReference* input(const std::string& inputId) const;
    void setSeed(std::uint64_t seed);
    void setTitle(const std::string& title);
    /// What the form holds: what differs from the defaults, everything, and what is wrong with it.
    void setParameters(const ParameterSet& changed, const ParameterSet& completed, const QStringList& problems);

    const Inspection& inspection() const { return m_inspection; }
    const std::optional<Estimate>& estimate() const { return m_estimate; }
    bool isReading() const { return m_record.plugin.empty() || m_task.isRunning() || m_delay.isActive(); }
    /// Why it cannot run, in one sentence; empty: it can.
    QString obstacle() const;
    /// Starts the run; null when there is an obstacle.
    std::shared_ptr<JobHandle> start();

Q_SIGNALS:
    void schemaChanged(); ///< another experiment or record: build the form anew
    void inspected();     ///< inspection has changed
    void stateChanged();  ///< estimate, obstacle, reading
    void recordChanged(); ///< something that belongs into the project has changed

private:
    struct Outcome {
        Result<RunInputs> inputs = makeError(ErrorCode::cancelled, {});
        Inspection inspection;
        std::optional<Estimate> estimate;
        std::int64_t available = 0;
        QString problem;
    };
    void inspectSoon();
    void inspectNow();
    void take(Outcome outcome);
    void useInfo();

    Workbench& m_workbench;
    ExperimentRecord m_record;
    const PluginInfo* m_plugin = nullptr;
    const ExperimentInfo* m_info = nullptr;
    ParameterSet m_completed;
    QStringList m_formProblems;
    QString m_inputProblem;
    std::optional<RunInputs> m_inputs; ///< as read last; parameters are filled in at the start
    Inspection m_inspection;
    std::optional<Estimate> m_estimate;
    std::int64_t m_available = 0;
    LatestTask m_task;
    QTimer m_delay; ///< single shot: typing does not inspect at every key
};

} // namespace vitrine
