#include "app/gui/experiment/experiment_session.h"
#include "app/gui/workbench.h"

#include <algorithm>

// From an experiment that is set up to its run, or to the runs of its sweep.

namespace vitrine {

RunRequest ExperimentSession::makeRequest() const {
    RunRequest request;
    request.title = m_record.title;
    request.plugin = m_record.plugin;
    request.experiment = m_record.experiment;
    request.inputs = *m_inputs;
    request.inputs.parameters = m_completed;
    request.inputs.seed = m_record.seed;
    request.references = m_record.inputs;
    request.threads = m_workbench.settings().threads();
    return request;
}

std::shared_ptr<JobHandle> ExperimentSession::start() {
    const auto store = m_workbench.store();
    return obstacle().isEmpty() && store ? m_workbench.jobs().start(makeRequest(), store) : nullptr;
}

void ExperimentSession::startAndShow() {
    if (!obstacle().isEmpty() || !m_workbench.store())
        return;
    if (!isSweep()) {
        m_workbench.requestOpen(QStringLiteral("run:%1").arg(start()->runId()));
        return;
    }
    for (const PlannedRun& run : m_plan->runs) {
        RunRequest one = makeRequest();
        one.title = sweepTitle(sweepLabel(m_info->parameters, run.combination), m_record.title);
        one.inputs.parameters = run.parameters;
        m_waiting.push_back(std::move(one));
    }
    std::ranges::reverse(m_waiting);
    m_started.clear();
    m_workbench.say(tr("Starting %1 runs…").arg(m_waiting.size()));
    startNext();
}

void ExperimentSession::startNext() {
    const auto store = m_workbench.store();
    if (store && !m_waiting.empty()) {
        const auto job = m_workbench.jobs().start(m_waiting.back(), store);
        m_waiting.pop_back();
        m_started.append(job->runId());
        QTimer::singleShot(0, this, &ExperimentSession::startNext);
        return;
    }
    m_waiting.clear();
    Q_EMIT stateChanged();
    m_workbench.say(tr("Started %1 runs.").arg(m_started.size()));
    showStarted();
}

void ExperimentSession::showStarted() {
    m_workbench.requestRuns(m_started);
}

void ExperimentSession::say(const QString& message) {
    m_workbench.say(message);
}

} // namespace vitrine
