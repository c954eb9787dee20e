#include "app/gui/run/run_data_source.h"

#include "app/gui/workbench.h"
#include "core/jobs/project_input.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"

#include <utility>

namespace vitrine {

namespace {
constexpr int kPublishEveryMs = 100;
} // namespace

RunDataSource::RunDataSource(Workbench& workbench, RunId run, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_run(run) {
    m_publish.setSingleShot(true);
    m_publish.setInterval(kPublishEveryMs);
    connect(&m_publish, &QTimer::timeout, this, &RunDataSource::publish);
    if (const auto job = workbench.jobOf(run))
        follow(job);
    reload();
}

void RunDataSource::follow(const std::shared_ptr<JobHandle>& job) {
    m_job = job;
    connect(job.get(), &JobHandle::changed, this, &RunDataSource::statusChanged);
    connect(job.get(), &JobHandle::rowsAppended, this, [this](const QString& outputId) {
        m_liveOutputs.insert(toStd(outputId));
        publishSoon();
    });
    connect(job.get(), &JobHandle::artifactStored, this, &RunDataSource::reload);
    connect(job.get(), &JobHandle::ended, this, [this] {
        reload();
        Q_EMIT statusChanged();
    });
}

JobStatus RunDataSource::status() const {
    if (m_job)
        return m_job->status();
    JobStatus status;
    if (!m_data)
        return status;
    const RunRecord& run = m_data->run;
    status.state = run.state;
    status.message = run.message;
    status.fraction = run.state == RunState::finished ? 1.0 : 0.0;
    status.elapsedSeconds = run.seconds;
    status.memoryBytes = run.peakBytes;
    return status;
}

RunDataSource::Loaded RunDataSource::load(const ProjectStore& store, RunId run,
                                          const std::map<std::string, std::string>& known, bool withInputs,
                                          std::stop_token stop) {
    Loaded loaded;
    loaded.record = store.run(run);
    if (!loaded.record)
        return loaded;
    auto artifacts = store.artifacts(run);
    if (!artifacts) {
        loaded.record = artifacts.error();
        return loaded;
    }
    loaded.artifacts = std::move(*artifacts);
    for (const ArtifactRecord& artifact : loaded.artifacts) {
        const auto before = known.find(artifact.description.id);
        if (stop.stop_requested() || (before != known.end() && before->second == artifact.contentHash))
            continue;
        auto value = store.artifactValue(artifact.id);
        if (value)
            loaded.outputs.emplace(artifact.description.id, std::move(*value));
        else
            loaded.missing.append(toQString(value.error().message));
    }
    if (!withInputs)
        return loaded;
    for (const InputReference& input : loaded.record->inputs) {
        // The data may have been read again since; the run was given an earlier content then.
        auto given = projectInput(store, input.reference, input.contentHash);
        if (given)
            loaded.inputs.emplace(input.inputId, std::move(given->value));
        else
            loaded.missing.append(toQString(given.error().message));
    }
    return loaded;
}

void RunDataSource::reload() {
    const auto store = m_workbench.store();
    if (!store)
        return;
    // A reader that is under way goes on: what it misses is fetched by the next one.
    if (m_task.isRunning()) {
        m_reloadAgain = true;
        return;
    }
    const bool withInputs = !m_data || m_data->inputs.empty();
    m_task.start([store, run = m_run, known = m_hashes,
                  withInputs](std::stop_token stop) { return load(*store, run, known, withInputs, std::move(stop)); },
                 [this](Loaded loaded) { take(std::move(loaded)); });
}

void RunDataSource::take(Loaded loaded) {
    if (!loaded.record) {
        m_problem = toQString(loaded.record.error().message);
        Q_EMIT dataChanged();
        return;
    }
    m_problem = loaded.missing.join(QLatin1Char('\n'));
    auto next = std::make_shared<RunData>(m_data ? *m_data : RunData());
    next->run = std::move(*loaded.record);
    const PluginInfo* plugin = m_workbench.plugins()->info(next->run.plugin);
    if (const ExperimentInfo* info = plugin ? plugin->experiment(next->run.experiment) : nullptr)
        for (const OutputDescription& output : info->outputs)
            next->descriptions.emplace(output.id, output);
    for (const ArtifactRecord& artifact : loaded.artifacts) {
        next->descriptions.insert_or_assign(artifact.description.id, artifact.description);
        next->fingerprints.insert_or_assign(artifact.description.id, artifact.fingerprint);
        if (loaded.outputs.contains(artifact.description.id))
            m_hashes[artifact.description.id] = artifact.contentHash;
    }
    for (auto& [id, value] : loaded.outputs)
        next->outputs.insert_or_assign(id, std::move(value));
    for (auto& [id, value] : loaded.inputs)
        next->inputs.insert_or_assign(id, std::move(value));
    next->live = !isEnded(next->run.state);
    if (!next->live)
        m_job.reset();
    m_data = std::move(next);
    publish();
    Q_EMIT statusChanged();
    if (std::exchange(m_reloadAgain, false))
        reload();
}

void RunDataSource::publishSoon() {
    if (!m_publish.isActive())
        m_publish.start();
}

void RunDataSource::publish() {
    m_publish.stop();
    if (!m_data)
        return;
    if (m_job && !m_liveOutputs.empty()) {
        auto next = std::make_shared<RunData>(*m_data);
        for (const std::string& id : std::exchange(m_liveOutputs, {}))
            if (!m_hashes.contains(id))
                if (auto value = m_job->liveValue(id))
                    next->outputs.insert_or_assign(id, std::move(*value));
        m_data = std::move(next);
    }
    Q_EMIT dataChanged();
}

} // namespace vitrine
