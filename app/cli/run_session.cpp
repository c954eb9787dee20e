#include "app/cli/run_session.h"

#include "app/cli/exit_code.h"
#include "app/cli/run_report.h"
#include "app/cli/run_sink_cli.h"
#include "app/cli/run_targets.h"
#include "core/base/number_text.h"
#include "core/isolate/isolating_source.h"
#include "core/jobs/derived_cache.h"
#include "core/jobs/experiment_file.h"
#include "core/jobs/process_memory.h"
#include "core/jobs/run_command.h"
#include "core/params/sweep.h"
#include "core/values/text.h"

#include <QFileInfo>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

namespace vitrine::cli {
namespace {

using nlohmann::ordered_json;

int exitCodeOf(RunState state) {
    switch (state) {
    case RunState::finished: return kExitFinished;
    case RunState::cancelled: return kExitCancelled;
    default: return kExitFailed;
    }
}

/// The same file is not kept twice.
Result<DatasetId> keepDataset(ProjectStore& store, const Dataset& dataset) {
    const auto known = store.datasets();
    if (!known)
        return known.error();
    for (const DatasetRecord& record : *known)
        if (record.contentHash == dataset.contentHash && record.source.fileSha256 == dataset.source.fileSha256)
            return record.id;
    return store.addDataset(dataset);
}

ordered_json inputJson(const ResolvedInput& input) {
    ordered_json object{{"id", input.reference.inputId},
                        {"title", input.reference.title},
                        {"path", input.reference.path},
                        {"content_sha256", input.reference.contentHash}};
    if (input.dataset) {
        object["file_sha256"] = input.dataset->source.fileSha256;
        object["reader"] = input.dataset->source.readerId;
        object["reader_options"] = input.dataset->source.options;
        object["ledger"] = input.dataset->ledger.toJson();
    } else {
        object["reference"] = input.reference.reference;
    }
    return object;
}

ordered_json numberJson(double value) {
    return std::isfinite(value) ? ordered_json(value) : ordered_json(numberText(value));
}

ordered_json scalarJson(const std::string& output, const Scalar& scalar) {
    ordered_json object{{"output", output},
                        {"id", scalar.id},
                        {"label", scalar.label},
                        {"value", numberJson(scalar.value)},
                        {"unit", scalar.unit}};
    if (scalar.interval)
        object["interval"] = {{"lower", numberJson(scalar.interval->lower)},
                              {"upper", numberJson(scalar.interval->upper)},
                              {"kind", scalar.interval->kind},
                              {"n", scalar.interval->n}};
    return object;
}

std::string scalarText(const Scalar& scalar) {
    std::string text = fmt::format("{:<28} {:.4g}", scalar.label, scalar.value);
    if (!scalar.unit.empty())
        text += ' ' + scalar.unit;
    if (scalar.interval)
        text +=
            fmt::format("  [{:.4g}, {:.4g}] {}", scalar.interval->lower, scalar.interval->upper, scalar.interval->kind);
    return text;
}

} // namespace

Result<ExperimentRecord> wantedExperiment(const std::string& what) {
    if (toQString(what).endsWith(QStringLiteral(".json")) || QFileInfo(toQString(what)).isFile()) {
        auto read = readExperimentFile(what);
        if (!read)
            return makeError(read.error().code == ErrorCode::io ? ErrorCode::notFound : ErrorCode::invalidArgument,
                             read.error().message);
        return read;
    }
    ExperimentRecord wanted;
    wanted.seed = kDefaultSeed;
    wanted.plugin = what.substr(0, what.find('/'));
    wanted.experiment = what.find('/') == std::string::npos ? "" : what.substr(what.find('/') + 1);
    return wanted;
}

Result<FoundExperiment> findWanted(const ExperimentRecord& wanted, const PluginRegistry& registry) {
    return findExperiment(registry,
                          wanted.experiment.empty() ? wanted.plugin : wanted.plugin + '/' + wanted.experiment);
}

RunSession::RunSession(const CommandLine& line, PluginRegistry& registry, Console& console, std::stop_token stop)
    : m_line(line), m_registry(registry), m_console(console), m_stop(std::move(stop)) {}

Result<void> RunSession::findWhat() {
    auto wanted = wantedExperiment(m_line.experiment);
    if (!wanted)
        return wanted.error();
    m_wanted = std::move(*wanted);
    setSweepTexts(m_wanted.parameters, {}); // one run sweeps nothing
    const auto found = findWanted(m_wanted, m_registry);
    if (!found)
        return found.error();
    m_what = *found;
    return {};
}

/// What is typed wins over what the experiment file says.
Result<void> RunSession::readAssignments() {
    std::map<std::string, std::vector<std::string>> options;
    for (const std::string& text : m_line.inputOptions) {
        const std::size_t dot = text.find('.');
        if (dot == 0 || dot == std::string::npos || dot > text.find('='))
            return makeError(ErrorCode::invalidArgument, "--input-option " + text + ": expected ID.KEY=VALUE");
        options[text.substr(0, dot)].push_back(text.substr(dot + 1));
    }
    std::vector<std::string> given;
    for (const std::string& text : m_line.inputs) {
        const auto assignment = splitAssignment("--input", text);
        if (!assignment)
            return assignment.error();
        const auto& [id, where] = *assignment;
        if (std::find(given.begin(), given.end(), id) == given.end())
            std::erase_if(m_wanted.inputs, [&](const InputReference& input) { return input.inputId == id; });
        given.push_back(id);
        InputReference input;
        input.inputId = id;
        (isProjectReference(where) ? input.reference : input.path) = where;
        m_wanted.inputs.push_back(std::move(input));
    }
    joinGraphFiles(m_wanted.inputs);
    for (const auto& [id, texts] : options) {
        const auto input = std::find_if(m_wanted.inputs.begin(), m_wanted.inputs.end(),
                                        [&](const InputReference& other) { return other.inputId == id; });
        if (input == m_wanted.inputs.end())
            return makeError(ErrorCode::invalidArgument, "--input-option " + id + ": no such input was given");
        const auto parsed = readerOptions("--input-option", texts);
        if (!parsed)
            return parsed.error();
        if (!input->readerOptions.is_object())
            input->readerOptions = nlohmann::json::object();
        input->readerOptions.update(*parsed);
    }
    std::set<std::string> set;
    for (const std::string& text : m_line.parameters) {
        const auto assignment = splitAssignment("--set", text);
        if (!assignment)
            return assignment.error();
        const ParameterSpec* spec = m_what.experiment->parameters.find(assignment->first);
        if (!set.insert(assignment->first).second)
            return makeError(ErrorCode::invalidArgument,
                             "--set " + text + ": the parameter \"" + assignment->first + "\" was given twice");
        if (!spec)
            return makeError(ErrorCode::invalidArgument, "--set " + text + ": there is no parameter \"" +
                                                             assignment->first + "\"; see vitrine describe " +
                                                             m_what.plugin->id + '/' + m_what.experiment->id);
        const auto value = parseParameter(*spec, assignment->second);
        if (!value)
            return makeError(ErrorCode::invalidArgument, "--set " + value.error().message);
        m_wanted.parameters.set(spec->id, *value);
    }
    if (m_line.seed)
        m_wanted.seed = *m_line.seed;
    return {};
}

Result<void> RunSession::openProject() {
    std::string path = m_line.project;
    if (path.empty() && m_line.reportFile.empty())
        return {};
    if (path.empty()) { // a report is made from a project
        m_temporary = std::make_unique<QTemporaryDir>();
        path = toStd(m_temporary->filePath(QStringLiteral("run.vitrine")));
    }
    auto store =
        QFileInfo::exists(toQString(path)) ? ProjectStore::open(path, OpenMode::readWrite) : ProjectStore::create(path);
    if (!store)
        return store.error();
    m_store = std::move(*store);
    return {};
}

Result<void> RunSession::readInputs() {
    ReadContext context;
    context.stop = m_stop;
    context.threads = m_record.threads;
    auto inputs =
        resolveInputs({m_what.experiment, m_wanted.inputs, m_line.project.empty() ? nullptr : m_store.get()}, context);
    if (!inputs)
        return inputs.error();
    m_inputs = std::move(*inputs);
    for (const ResolvedInput& input : m_inputs) {
        m_runInputs.items[input.reference.inputId] = input.input;
        if (input.dataset)
            m_console.log(LogLevel::info, input.reference.title + ": " + input.dataset->ledger.summary());
    }
    m_runInputs.seed = m_wanted.seed;
    return {};
}

/// Defaults that depend on the data (columns, labels) come from the experiment itself.
Result<void> RunSession::completeParameters() {
    const ParameterSchema& schema = m_what.experiment->parameters;
    m_runInputs.parameters = m_wanted.parameters.complete(schema);
    const Inspection inspection = m_experiment->inspect(m_runInputs);
    for (const auto& [id, value] : inspection.suggested)
        if (!m_wanted.parameters.isSet(id))
            m_wanted.parameters.set(id, value);
    auto problems = validate(schema, m_wanted.parameters);
    problems.insert(problems.end(), inspection.problems.begin(), inspection.problems.end());
    for (const ParameterProblem& problem : problems) {
        if (!problem.isWarning)
            return errorOf(problem, m_inputs);
        m_console.log(LogLevel::warning, problem.parameter + ": " + problem.message);
    }
    m_runInputs.parameters = m_wanted.parameters.complete(schema);
    return {};
}

Result<void> RunSession::checkMemory(const Experiment& experiment) {
    const std::int64_t needed = experiment.estimate(m_runInputs).peakBytes;
    const std::int64_t available = availableBytes();
    if (available > 0 && needed > available)
        return makeError(ErrorCode::internal, "the run needs about " + bytesText(needed) + " of memory, " +
                                                  bytesText(available) + " are free");
    return {};
}

Result<void> RunSession::prepare() {
    m_record.threads =
        m_line.threads > 0 ? m_line.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    if (auto found = findWhat(); !found)
        return found;
    if (auto read = readAssignments(); !read)
        return read;
    // The registry outlives the run.
    IsolatingSource source(std::shared_ptr<PluginRegistry>(&m_registry, [](PluginRegistry*) {}));
    source.setIsolateAll(m_line.isolate);
    auto experiment = source.create(m_what.plugin->id, m_what.experiment->id);
    if (!experiment)
        return experiment.error();
    m_experiment = std::move(*experiment);
    // Cheap checks come before the files are read.
    for (const ParameterProblem& problem : validate(m_what.experiment->parameters, m_wanted.parameters))
        if (!problem.isWarning && m_wanted.parameters.isSet(problem.parameter))
            return makeError(ErrorCode::invalidArgument, "--set " + problem.parameter + ": " + problem.message);
    if (auto good = checkRunTargets(m_line, m_wanted.inputs); !good)
        return good;
    if (auto opened = openProject(); !opened)
        return opened;
    if (auto read = readInputs(); !read)
        return read;
    if (auto complete = completeParameters(); !complete)
        return complete;
    if (auto fits = checkMemory(*m_experiment); !fits)
        return fits;
    if (m_line.outFolder.empty())
        return {};
    ordered_json run = runFile(makeRecord());
    run["state"] = runStateName(RunState::running);
    auto folder = ResultFolder::open(m_line.outFolder, std::move(run), m_what.experiment->outputs);
    if (!folder)
        return folder.error();
    m_folder = std::move(*folder);
    return {};
}

/// Data sets that were read become part of the project, and the run refers to them.
Result<void> RunSession::keepInputs() {
    for (ResolvedInput& input : m_inputs) {
        if (!m_store || !input.dataset)
            continue;
        const auto id = keepDataset(*m_store, *input.dataset);
        if (!id)
            return id.error();
        input.reference.reference = "dataset:" + std::to_string(*id);
    }
    return {};
}

RunRecord RunSession::makeRecord() const {
    RunRecord record = m_record;
    record.title = m_wanted.title.empty() ? m_what.experiment->title : m_wanted.title;
    if (!m_line.titleNote.empty())
        record.title = sweepTitle(m_line.titleNote, record.title);
    record.plugin = m_what.plugin->id;
    record.pluginVersion = m_what.plugin->version;
    record.programVersion = VITRINE_VERSION;
    record.experiment = m_what.experiment->id;
    record.parameters = m_runInputs.parameters;
    record.seed = m_runInputs.seed;
    for (const ResolvedInput& input : m_inputs)
        record.inputs.push_back(input.reference);
    return record;
}

Result<RunOutcome> RunSession::run() {
    if (const auto kept = keepInputs(); !kept)
        return kept.error();
    m_record = makeRecord();
    if (m_store) {
        auto recorder = RunRecorder::add(m_store, m_record, &m_what.experiment->parameters);
        if (!recorder)
            return recorder.error();
        m_recorder = std::move(*recorder);
        m_record.id = m_recorder->runId();
        if (const auto begun = m_recorder->begin(); !begun)
            return begun.error();
    }
    DerivedCache derived;
    RunSettings settings;
    settings.outputs = m_what.experiment->outputs;
    settings.threads = m_record.threads;
    settings.stop = m_stop;
    settings.derived = &derived;
    CliRunSink sink(m_console, m_recorder.get(), m_folder.get());
    const RunOutcome outcome = executeRun(*m_experiment, m_runInputs, settings, sink);
    m_console.endProgress();
    m_scalars = sink.scalars();
    if (m_recorder)
        if (const auto closed = m_recorder->close(outcome); !closed)
            return closed.error();
    return outcome;
}

/// What is known of a run before it begins.
ordered_json RunSession::runFile(const RunRecord& record) const {
    ordered_json file{{"vitrine", record.programVersion},
                      {"experiment", record.plugin + '/' + record.experiment},
                      {"plugin_version", record.pluginVersion},
                      {"title", record.title},
                      {"state", ""},
                      {"message", ""},
                      {"seed", record.seed},
                      {"threads", record.threads},
                      {"device", record.device},
                      {"parameters", record.parameters.toJson()},
                      {"command", runCommand(record, &m_what.experiment->parameters, m_line.project)},
                      {"inputs", ordered_json::array()}};
    for (const ResolvedInput& input : m_inputs)
        file["inputs"].push_back(inputJson(input));
    return file;
}

Result<void> RunSession::writeRunFile(const RunOutcome& outcome) {
    if (!m_folder)
        return {};
    ordered_json file = runFile(m_record);
    file["state"] = runStateName(outcome.state);
    file["message"] = outcome.message;
    file["seconds"] = outcome.seconds;
    file["peak_memory_bytes"] = outcome.peakBytes;
    file["scalars"] = ordered_json::array();
    for (const auto& [output, scalars] : m_scalars)
        for (const Scalar& scalar : scalars->items)
            file["scalars"].push_back(scalarJson(output, scalar));
    return m_folder->finish(std::move(file));
}

/// A cancelled run gets its report too, of what it had; only the second Ctrl+C ends that.
Result<void> RunSession::writeReport(const RunOutcome& outcome) {
    if (m_line.reportFile.empty())
        return {};
    const std::stop_token stop = outcome.state == RunState::cancelled ? std::stop_token() : m_stop;
    return writeRunReport(*m_store, m_registry, {m_record.id}, false, m_line.reportFile, stop);
}

void RunSession::tell(const RunOutcome& outcome, int exitCode) {
    for (const auto& [output, scalars] : m_scalars)
        for (const Scalar& scalar : scalars->items)
            m_console.text(scalarText(scalar));
    std::string line = std::string(runStateName(outcome.state)) + " in " + durationText(outcome.seconds);
    if (!outcome.message.empty() && outcome.state == RunState::finished)
        line += " (" + outcome.message + ')';
    if (m_folder)
        line += ", results in " + m_folder->path();
    if (!m_line.project.empty())
        line += ", run " + std::to_string(m_record.id) + " of " + m_line.project;
    if (exitCode == kExitFinished && !m_line.reportFile.empty())
        line += ", report in " + m_line.reportFile;
    m_console.text(line);
    if (outcome.state != RunState::finished)
        m_console.error(makeError(ErrorCode::internal, outcome.message));
    ordered_json done{{"event", "done"},
                      {"state", runStateName(outcome.state)},
                      {"exit", exitCode},
                      {"message", outcome.message},
                      {"seconds", outcome.seconds},
                      {"peak_memory_bytes", outcome.peakBytes}};
    if (!m_line.project.empty())
        done["run"] = m_record.id;
    m_console.object(done);
}

int RunSession::execute() {
    const auto refuse = [this](const Error& error) {
        const int code = exitCodeOf(error);
        m_console.error(error);
        m_console.object({{"event", "done"},
                          {"state", code == kExitCancelled ? "cancelled" : "failed"},
                          {"exit", code},
                          {"message", error.message}});
        return code;
    };
    if (const auto prepared = prepare(); !prepared)
        return refuse(prepared.error());
    const auto outcome = run();
    if (!outcome)
        return refuse(makeError(ErrorCode::storage, outcome.error().message, outcome.error().context));
    int code = exitCodeOf(outcome->state);
    const auto afterwards = {writeRunFile(*outcome), writeReport(*outcome)};
    for (const Result<void>& written : afterwards) {
        if (written)
            continue;
        m_console.error(written.error());
        if (code == kExitFinished)
            code = written.error().code == ErrorCode::cancelled ? kExitCancelled : kExitFailed;
    }
    tell(*outcome, code);
    return code;
}

} // namespace vitrine::cli
