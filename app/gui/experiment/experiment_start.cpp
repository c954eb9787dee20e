#include "app/gui/experiment/experiment_session.h"
#include "app/gui/experiment/sweep_starter.h"
#include "app/gui/workbench.h"

// From an experiment that is set up to its run, or to the runs of its sweep.

namespace vitrine {

RunRequest ExperimentSession::makeRequest() const {
    RunRequest request;
    request.title = m_record.title;
    request.plugin = m_record.plugin;
    request.experiment = m_record.experiment;
    request.inputs = m_inputs.value_or(RunInputs());
    request.inputs.parameters = m_completed;
    request.inputs.seed = m_record.seed;
    request.references = m_record.inputs;
    for (InputReference& reference : request.references) // what it is given, whatever it was when it was chosen
        if (const auto given = request.inputs.items.find(reference.inputId); given != request.inputs.items.end())
            reference.contentHash = given->second.contentHash;
    request.threads = m_workbench.settings().threads();
    return request;
}

std::shared_ptr<JobHandle> ExperimentSession::start() {
    const auto store = m_workbench.store();
    return obstacle().isEmpty() && store ? m_workbench.jobs().start(makeRequest(), store) : nullptr;
}

void ExperimentSession::startAndShow() {
    if (!isSweep()) {
        if (const auto job = start())
            m_workbench.requestOpen(QStringLiteral("run:%1").arg(job->runId()));
        return;
    }
    if (!obstacle().isEmpty() || !m_plan || !m_workbench.store())
        return;
    std::vector<RunRequest> requests;
    for (const PlannedRun& run : m_plan->runs) {
        RunRequest one = makeRequest();
        const auto seed = m_seeds.empty() ? std::nullopt : std::optional(run.seed);
        one.title = sweepTitle(sweepLabel(m_info->parameters, run.combination, seed), m_record.title);
        one.inputs.parameters = run.parameters;
        one.inputs.seed = run.seed;
        requests.push_back(std::move(one));
    }
    m_isStarting = true;
    m_started.clear();
    const auto* starter = new SweepStarter(m_workbench, std::move(requests));
    connect(starter, &SweepStarter::done, this, [this](const QList<qint64>& runs) {
        m_isStarting = false;
        m_started = runs;
        Q_EMIT stateChanged();
    });
    Q_EMIT stateChanged();
}

void ExperimentSession::showStarted() {
    m_workbench.requestRuns(m_started);
}

void ExperimentSession::say(const QString& message) {
    m_workbench.say(message);
}

} // namespace vitrine
