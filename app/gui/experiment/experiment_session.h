#pragma once

#include "app/gui/experiment/input_choices.h"
#include "core/jobs/job_queue.h"
#include "core/jobs/sweep_plan.h"
#include "core/params/sweep.h"
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
    /// What the form sweeps: as typed, and what of it is valid. The record keeps it among its parameters.
    void setSweeps(const SweepTexts& texts, std::vector<ParameterSweep> sweeps);
    /// Seeds as typed, a run for each; empty: the one seed. Takes effect with the next setSweeps.
    void setSeeds(const std::string& text);
    std::string seedsText() const;
    bool isSweep() const { return !sweepTexts(m_record.parameters).empty(); }
    /// How many runs will start; kMostSweepRuns + 1 stands for more than are allowed.
    std::size_t runCount() const;

    const Inspection& inspection() const { return m_inspection; }
    /// Of the run, or of all runs of the sweep together; empty: not known.
    std::optional<Estimate> estimate() const;
    bool isReading() const { return m_record.plugin.empty() || m_task.isRunning() || m_delay.isActive(); }
    /// Why it cannot run, in one sentence; empty: it can.
    QString obstacle() const;
    /// Starts one run, without what is swept; null when there is an obstacle.
    std::shared_ptr<JobHandle> start();
    /// Starts the run and opens its page, or starts every run of the sweep and shows them among all. Does nothing when
    /// there is an obstacle.
    void startAndShow();
    /// Runs of the sweep that was started last.
    const QList<qint64>& startedRuns() const { return m_started; }
    /// These, and no others, in the table of all runs.
    void showStarted();
    void say(const QString& message);

Q_SIGNALS:
    void schemaChanged(); ///< another experiment or record: build the form anew
    void inspected();     ///< inspection has changed
    void stateChanged();  ///< estimate, obstacle, reading
    void recordChanged(); ///< something that belongs into the project has changed

private:
    /// What is asked of the inputs, away from the window.
    struct Question {
        std::string plugin;
        const ExperimentInfo* info = nullptr;
        std::vector<InputReference> references;
        ParameterSet given;      ///< what the form changes
        ParameterSet parameters; ///< all of them
        std::vector<ParameterSet> combinations;
        std::vector<std::uint64_t> seeds;
        std::uint64_t seed = 0;
        int atOnce = 1;
        bool isValid = false;
    };
    struct Outcome {
        Result<RunInputs> inputs = makeError(ErrorCode::cancelled, {});
        Inspection inspection;
        std::optional<Estimate> estimate;
        std::optional<SweepPlan> plan;
        std::int64_t available = 0;
        QString problem;
    };
    static Outcome inspectInputs(const ProjectStore& store, ExperimentSource& plugins, const Question& question,
                                 const std::stop_token& stop);
    void inspectSoon();
    void inspectNow();
    void take(Outcome outcome);
    void followData();
    void useInfo();
    QString memoryObstacle() const;
    RunRequest makeRequest() const;

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
    std::vector<ParameterSweep> m_sweeps;
    std::string m_seedsText;
    std::vector<std::uint64_t> m_seeds; ///< none where the text is wrong
    std::optional<SweepPlan> m_plan;    ///< of what the form sweeps now
    QList<qint64> m_started;
    bool m_isStarting = false; ///< the runs of a sweep are on their way into the queue
    std::int64_t m_available = 0;
    LatestTask m_task;
    QTimer m_delay; ///< single shot: typing does not inspect at every key
};

} // namespace vitrine
