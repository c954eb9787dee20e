#include "core/jobs/local_run_context.h"

#include "core/jobs/derived_cache.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QDir>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr auto kSampleEvery = std::chrono::milliseconds(20);

const OutputDescription* findOutput(const std::vector<OutputDescription>& outputs, const std::string& id) {
    const auto found =
        std::find_if(outputs.begin(), outputs.end(), [&](const auto& output) { return output.id == id; });
    return found == outputs.end() ? nullptr : &*found;
}

} // namespace

LocalRunContext::LocalRunContext(const RunInputs& inputs, const RunSettings& settings, RunSink& sink)
    : m_settings(settings), m_wanted(wantedOutputs(settings.outputs, inputs.parameters)), m_sink(sink),
      m_seed(inputs.seed) {}

void LocalRunContext::progress(double fraction, const std::string& stage) {
    const std::scoped_lock lock(m_progressMutex);
    const double bounded = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : m_fraction;
    if (bounded < m_fraction || (bounded == m_fraction && stage == m_stage))
        return;
    m_fraction = std::max(bounded, 0.0);
    m_stage = stage;
    if (const auto now = std::chrono::steady_clock::now(); now - m_lastSample >= kSampleEvery) {
        m_lastSample = now;
        const std::scoped_lock memory(m_memoryMutex);
        m_memory.sample();
    }
    m_sink.progress(m_fraction, m_stage);
}

void LocalRunContext::log(LogLevel level, const std::string& text) {
    m_sink.log(level, text);
}

Result<std::string> LocalRunContext::scratch() {
    const std::scoped_lock lock(m_scratchMutex);
    if (!m_scratch)
        m_scratch = std::make_unique<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/vitrine-run-XXXXXX"));
    if (!m_scratch->isValid())
        return makeError(ErrorCode::io, "no folder for this run could be made in " + toStd(QDir::tempPath()) + ": " +
                                            toStd(m_scratch->errorString()));
    return toStd(m_scratch->path());
}

Result<const OutputDescription*> LocalRunContext::admit(const std::string& outputId, const Value& value) const {
    const OutputDescription* output = findOutput(m_wanted, outputId);
    if (!output) {
        const OutputDescription* declared = findOutput(m_settings.outputs, outputId);
        if (declared)
            return makeError(ErrorCode::invalidArgument,
                             "the output \"" + outputId + "\" does not belong to these parameters: its condition is " +
                                 declared->when);
        return makeError(ErrorCode::invalidArgument, "the output \"" + outputId + "\" is not declared in plugin.json");
    }
    const bool isNull = std::visit([](const auto& held) { return held == nullptr; }, value);
    if (isNull)
        return makeError(ErrorCode::invalidArgument, "the output \"" + outputId + "\" was emitted without a value");
    if (kindOf(value) != output->kind)
        return makeError(ErrorCode::invalidArgument, "the output \"" + outputId + "\" is declared as " +
                                                         std::string(valueKindName(output->kind)) + ", not as " +
                                                         std::string(valueKindName(kindOf(value))));
    return output;
}

Result<void> LocalRunContext::append(const std::string& outputId, const Value& rows) {
    const auto output = admit(outputId, rows);
    if (!output)
        return output.error();
    if (!(*output)->live)
        return makeError(ErrorCode::invalidArgument, "the output \"" + outputId + "\" is not declared as live");
    LiveRows* live = nullptr;
    {
        const std::scoped_lock lock(m_outputMutex);
        if (m_emitted.contains(outputId))
            return makeError(ErrorCode::invalidArgument,
                             "the output \"" + outputId + "\" is finished, rows can no longer be appended");
        auto& slot = m_live[outputId];
        if (!slot)
            slot = std::make_unique<LiveRows>();
        live = slot.get();
    }
    if (const auto appended = live->append(rows); !appended)
        return makeError(appended.error().code, "the output \"" + outputId + "\": " + appended.error().message);
    m_sink.rows(**output, rows);
    return {};
}

Result<void> LocalRunContext::emitArtifact(const std::string& outputId, Value value) {
    const auto output = admit(outputId, value);
    if (!output)
        return output.error();
    if (const auto sound = checkValue(value); !sound)
        return makeError(sound.error().code, "the output \"" + outputId + "\" is not sound: " + sound.error().message);
    return store(**output, value, stopRequested());
}

Result<void> LocalRunContext::store(const OutputDescription& output, const Value& value, bool partial) {
    {
        const std::scoped_lock memory(m_memoryMutex);
        m_memory.sample();
    }
    const std::scoped_lock lock(m_outputMutex);
    if (const auto taken = m_sink.artifact(output, value, partial); !taken)
        return taken;
    m_emitted.insert(output.id);
    if (partial)
        m_partial.insert(output.id);
    else
        m_partial.erase(output.id);
    return {};
}

Result<Value> LocalRunContext::previous(const std::string& outputId) const {
    return m_sink.previous(outputId);
}

Result<void> LocalRunContext::close() {
    Result<void> all;
    for (const auto& [id, rows] : m_live) {
        const auto snapshot = rows->snapshot();
        if (m_emitted.contains(id) || !snapshot)
            continue;
        if (auto stored = store(*findOutput(m_wanted, id), *snapshot, true); !stored && all)
            all = std::move(stored);
    }
    return all;
}

std::vector<std::string> LocalRunContext::missingOutputs() const {
    std::vector<std::string> missing;
    for (const OutputDescription& output : m_wanted)
        if (!m_emitted.contains(output.id))
            missing.push_back(output.id);
    return missing;
}

std::shared_ptr<const void> LocalRunContext::derivedAny(const std::string& key, std::type_index type,
                                                        const std::function<DerivedValue()>& make) {
    return m_settings.derived ? m_settings.derived->get(key, type, m_settings.stop, make) : make().value;
}

} // namespace vitrine
