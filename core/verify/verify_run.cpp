#include "core/verify/verify_run.h"

#include "core/jobs/derived_cache.h"
#include "core/jobs/project_input.h"
#include "core/jobs/run_executor.h"
#include "core/values/value_codec.h"
#include "core/values/value_export.h"

#include <algorithm>
#include <map>

namespace vitrine {
namespace {

/// Keeps the outputs of the second run.
class SecondRun : public RunSink {
public:
    explicit SecondRun(const VerifySettings& settings) : m_settings(settings) {}
    void progress(double fraction, const std::string& stage) override {
        if (m_settings.progress)
            m_settings.progress(fraction, stage);
    }
    void log(LogLevel, const std::string&) override {}
    void rows(const OutputDescription&, const Value&) override {}
    Result<void> artifact(const OutputDescription& output, const Value& value, bool) override {
        m_outputs.insert_or_assign(output.id, value);
        return {};
    }
    std::map<std::string, Value> take() { return std::move(m_outputs); }

private:
    const VerifySettings& m_settings;
    std::map<std::string, Value> m_outputs;
};

/// Where only the hash was kept.
OutputVerification compareHash(const KeptOutput& kept, const Value& computed) {
    OutputVerification result{kept.description.id, kept.description.title, Verdict::same, {}, {}};
    const std::string text = exportValue(computed).text;
    result.numbers = compareText(text, text, 0.0);
    if (contentSha256(computed) == kept.contentHash)
        return result;
    const bool exact = kept.description.tolerance == 0.0;
    result.verdict = exact ? Verdict::different : Verdict::unchecked;
    result.note = exact ? "what was computed is not what was kept"
                        : "its bytes differ and only a hash was kept, so that rounding cannot be told from a change";
    return result;
}

OutputVerification compareOutput(const KeptOutput& kept, const Value* computed) {
    if (!kept.text && computed)
        return compareHash(kept, *computed);
    OutputVerification result{kept.description.id, kept.description.title, Verdict::different, {}, {}};
    const auto text = kept.text ? kept.text() : Result<std::string>(std::string());
    if (!text) {
        result.note = text.error().message;
        return result;
    }
    if (!computed) {
        result.note = "it was not computed again";
        return result;
    }
    result.numbers = compareText(*text, exportValue(*computed).text, kept.description.tolerance);
    if (result.numbers.different > 0)
        result.note = result.numbers.firstDifference;
    else if (result.numbers.close > 0)
        result.verdict = Verdict::close;
    else if (contentSha256(*computed) == kept.contentHash)
        result.verdict = Verdict::same;
    else
        result.note = "the numbers are the same, but titles, units or definitions are not";
    return result;
}

std::string versionNote(const RunRecord& record, const std::string& version) {
    return record.pluginVersion == version
               ? std::string()
               : "made with " + record.plugin + ' ' + record.pluginVersion + ", computed again with " + version;
}

} // namespace

std::string_view verdictName(Verdict verdict) {
    switch (verdict) {
    case Verdict::same: return "same";
    case Verdict::close: return "close";
    case Verdict::different: return "different";
    case Verdict::unchecked: break;
    }
    return "unchecked";
}

Result<KeptRun> keptRun(const std::shared_ptr<const ProjectStore>& store, RunId run) {
    const auto record = store->run(run);
    if (!record)
        return record.error();
    if (record->state != RunState::finished)
        return makeError(ErrorCode::invalidArgument,
                         "the run was not finished but " + std::string(runStateName(record->state)));
    KeptRun kept;
    kept.record = *record;
    kept.inputs.parameters = record->parameters;
    kept.inputs.seed = record->seed;
    for (const InputReference& input : record->inputs) {
        const auto value = projectInput(*store, input.reference, input.contentHash);
        if (!value)
            return value.error();
        if (value->contentHash != input.contentHash)
            return makeError(ErrorCode::storage,
                             "the input \"" + input.inputId + "\" (" + input.title + ") is not what the run was given");
        kept.inputs.items[input.inputId] = *value;
    }
    const auto artifacts = store->artifacts(run);
    if (!artifacts)
        return artifacts.error();
    for (const ArtifactRecord& artifact : *artifacts)
        kept.outputs.push_back(
            {artifact.description, artifact.contentHash, [store, id = artifact.id]() -> Result<std::string> {
                 const auto value = store->artifactValue(id);
                 if (!value)
                     return value.error();
                 return exportValue(*value).text;
             }});
    return kept;
}

Result<RunVerification> verifyRun(const KeptRun& kept, ExperimentSource& experiments, const VerifySettings& settings) {
    RunVerification result;
    result.run = kept.record.id;
    result.title = kept.record.title;
    const auto experiment = experiments.create(kept.record.plugin, kept.record.experiment);
    if (!experiment) {
        result.note = experiment.error().message;
        return result;
    }
    result.note = versionNote(kept.record, experiments.version(kept.record.plugin));
    SecondRun sink(settings);
    DerivedCache derived;
    RunSettings run;
    run.outputs = experiments.outputs(kept.record.plugin, kept.record.experiment);
    run.threads = settings.threads;
    run.stop = settings.stop;
    run.derived = &derived;
    const RunOutcome outcome = executeRun(**experiment, kept.inputs, run, sink);
    if (settings.stop.stop_requested())
        return makeError(ErrorCode::cancelled, "cancelled");
    if (outcome.state != RunState::finished) {
        result.note = "it failed when it was run again: " + outcome.message;
        return result;
    }
    result.verdict = Verdict::same;
    result.computed = sink.take();
    for (const KeptOutput& output : kept.outputs) {
        const auto found = result.computed.find(output.description.id);
        result.outputs.push_back(compareOutput(output, found == result.computed.end() ? nullptr : &found->second));
        result.verdict = std::max(result.verdict, result.outputs.back().verdict);
    }
    return result;
}

} // namespace vitrine
