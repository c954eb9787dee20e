#include "core/jobs/run_recorder.h"

#include "core/jobs/run_command.h"
#include "core/store/record_json.h"
#include "core/values/value_codec.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr auto kFlushEvery = std::chrono::milliseconds(400);

} // namespace

RunRecorder::RunRecorder(std::shared_ptr<ProjectStore> store, RunRecord run, const ParameterSchema* schema)
    : m_store(std::move(store)), m_run(std::move(run)),
      m_fingerprint(runFingerprint(m_run, schema, m_store->isUntitled() ? std::string() : m_store->path())) {}

Result<std::unique_ptr<RunRecorder>> RunRecorder::add(std::shared_ptr<ProjectStore> store, RunRecord run,
                                                      const ParameterSchema* schema) {
    run.state = RunState::queued;
    run.created = utcNow();
    const auto id = store->addRun(run);
    if (!id)
        return id.error();
    run.id = *id;
    return std::unique_ptr<RunRecorder>(new RunRecorder(std::move(store), std::move(run), schema));
}

Result<void> RunRecorder::begin() {
    m_run.state = RunState::running;
    return m_store->updateRun(m_run);
}

Result<void> RunRecorder::artifact(const OutputDescription& output, const Value& value, bool partial) {
    ArtifactRecord record;
    record.run = m_run.id;
    record.description = output;
    record.fingerprint = m_fingerprint;
    record.contentHash = contentSha256(value);
    record.partial = partial;
    const auto stored = m_store->putArtifact(record, value);
    return stored ? Result<void>() : stored.error();
}

void RunRecorder::log(LogLevel level, const std::string& text) {
    {
        const std::scoped_lock lock(m_logMutex);
        m_waiting.push_back({utcNow(), std::string(logLevelName(level)), text});
        if (std::chrono::steady_clock::now() - m_lastFlush < kFlushEvery)
            return;
    }
    flushLog();
}

void RunRecorder::flushLog() {
    std::vector<LogLine> lines;
    {
        const std::scoped_lock lock(m_logMutex);
        lines.swap(m_waiting);
        m_lastFlush = std::chrono::steady_clock::now();
    }
    if (lines.empty())
        return;
    if (const auto written = m_store->appendLog(m_run.id, lines); !written)
        vitrine::log(LogLevel::warning, "jobs", "log lines of a run were lost: " + written.error().message);
}

bool RunRecorder::isSameRun(const RunRecord& other) const {
    const auto sameInput = [](const InputReference& a, const InputReference& b) {
        return a.inputId == b.inputId && a.contentHash == b.contentHash;
    };
    const bool isUnfinished =
        other.state == RunState::interrupted || other.state == RunState::cancelled || other.state == RunState::failed;
    return isUnfinished && other.plugin == m_run.plugin && other.pluginVersion == m_run.pluginVersion &&
           other.experiment == m_run.experiment && other.parameters == m_run.parameters && other.seed == m_run.seed &&
           std::equal(other.inputs.begin(), other.inputs.end(), m_run.inputs.begin(), m_run.inputs.end(), sameInput);
}

Result<Value> RunRecorder::previous(const std::string& outputId) const {
    const auto runs = m_store->runs();
    if (!runs)
        return runs.error();
    const auto same = std::find_if(runs->rbegin(), runs->rend(), [&](const RunRecord& run) { return isSameRun(run); });
    if (same != runs->rend()) {
        const auto artifacts = m_store->artifacts(same->id);
        if (!artifacts)
            return artifacts.error();
        for (const ArtifactRecord& artifact : *artifacts)
            if (artifact.description.id == outputId)
                return m_store->artifactValue(artifact.id);
    }
    return makeError(ErrorCode::notFound, "no unfinished run left the output \"" + outputId + '"');
}

Result<void> RunRecorder::close(const RunOutcome& outcome) {
    flushLog();
    m_run.state = outcome.state;
    m_run.message = outcome.message;
    m_run.seconds = outcome.seconds;
    m_run.peakBytes = outcome.peakBytes;
    return m_store->updateRun(m_run);
}

} // namespace vitrine
