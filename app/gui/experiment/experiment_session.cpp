#include "app/gui/experiment/experiment_session.h"

#include "app/gui/workbench.h"
#include "core/jobs/process_memory.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kDelayMs = 150;

bool sameInspection(const Inspection& a, const Inspection& b) {
    const auto sameOptions = [](const std::vector<FoundOption>& x, const std::vector<FoundOption>& y) {
        return std::ranges::equal(x, y, [](const FoundOption& p, const FoundOption& q) {
            return p.value == q.value && p.label == q.label && p.count == q.count;
        });
    };
    return a.suggested == b.suggested &&
           std::ranges::equal(
               a.options, b.options,
               [&](const auto& x, const auto& y) { return x.first == y.first && sameOptions(x.second, y.second); }) &&
           std::ranges::equal(a.problems, b.problems, [](const ParameterProblem& x, const ParameterProblem& y) {
               return x.parameter == y.parameter && x.message == y.message && x.isWarning == y.isWarning;
           });
}

} // namespace

ExperimentSession::ExperimentSession(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &ExperimentSession::inspectNow);
}

void ExperimentSession::setRecord(const ExperimentRecord& record) {
    m_record = record;
    useInfo();
}

void ExperimentSession::useInfo() {
    m_plugin = m_workbench.plugins()->info(m_record.plugin);
    m_info = m_plugin ? m_plugin->experiment(m_record.experiment) : nullptr;
    m_inspection = {};
    m_estimate.reset();
    m_inputs.reset();
    m_inputProblem.clear();
    m_formProblems.clear();
    m_completed = m_info ? m_record.parameters.complete(m_info->parameters) : m_record.parameters;
    Q_EMIT schemaChanged();
    inspectNow();
}

void ExperimentSession::chooseExperiment(const std::string& plugin, const std::string& experiment) {
    if (plugin == m_record.plugin && experiment == m_record.experiment)
        return;
    const PluginInfo* nextPlugin = m_workbench.plugins()->info(plugin);
    const ExperimentInfo* next = nextPlugin ? nextPlugin->experiment(experiment) : nullptr;
    if (!next)
        return;
    const ProjectContents& contents = m_workbench.contents();
    const DatasetRecord* dataset = nullptr;
    if (const InputReference* primary = m_info ? input(m_info->primaryInput) : nullptr)
        for (const DatasetRecord& candidate : contents.datasets)
            if (primary->reference == "dataset:" + std::to_string(candidate.id) && accepts(*next, candidate))
                dataset = &candidate;
    ExperimentRecord record = newExperimentRecord(contents, *nextPlugin, *next, dataset);
    record.id = m_record.id;
    record.seed = m_record.seed;
    // A name somebody has given stays; one that says what was to be run would be wrong.
    if (plugin == m_record.plugin && !(m_info && m_record.title == defaultTitle(*nextPlugin, *m_info, dataset)))
        record.title = m_record.title;
    m_record = std::move(record);
    useInfo();
    Q_EMIT recordChanged();
}

const InputReference* ExperimentSession::input(const std::string& inputId) const {
    const auto found = std::ranges::find(m_record.inputs, inputId, &InputReference::inputId);
    return found == m_record.inputs.end() ? nullptr : &*found;
}

void ExperimentSession::setInput(const std::string& inputId, const std::optional<InputReference>& reference) {
    const InputReference* before = input(inputId);
    if (before && reference && before->reference == reference->reference)
        return;
    std::erase_if(m_record.inputs, [&](const InputReference& r) { return r.inputId == inputId; });
    if (reference)
        m_record.inputs.push_back(*reference);
    m_inputs.reset();
    Q_EMIT recordChanged();
    inspectNow();
}

void ExperimentSession::setSeed(std::uint64_t seed) {
    if (m_record.seed == seed)
        return;
    m_record.seed = seed;
    Q_EMIT recordChanged();
}

void ExperimentSession::setTitle(const std::string& title) {
    if (m_record.title == title || title.empty())
        return;
    m_record.title = title;
    Q_EMIT recordChanged();
}

void ExperimentSession::setParameters(const ParameterSet& changed, const ParameterSet& completed,
                                      const QStringList& problems) {
    const bool sameValues = m_completed == completed;
    const bool sameRecord = m_record.parameters == changed;
    m_completed = completed;
    m_formProblems = problems;
    m_record.parameters = changed;
    if (!sameRecord)
        Q_EMIT recordChanged();
    if (!sameValues)
        inspectSoon();
    Q_EMIT stateChanged();
}

void ExperimentSession::inspectSoon() {
    m_delay.start();
}

void ExperimentSession::inspectNow() {
    m_delay.stop();
    const auto store = m_workbench.store();
    if (!m_info || !store) {
        Q_EMIT stateChanged();
        return;
    }
    const bool valid = m_formProblems.isEmpty();
    auto work = [store, plugins = m_workbench.plugins(), plugin = m_record.plugin, info = m_info, valid,
                 references = m_record.inputs, parameters = m_completed, seed = m_record.seed](std::stop_token) {
        Outcome outcome;
        outcome.inputs = resolveInputs(*store, *info, references);
        if (!outcome.inputs)
            return outcome;
        outcome.inputs->parameters = parameters;
        outcome.inputs->seed = seed;
        auto experiment = plugins->create(plugin, info->id);
        if (!experiment) {
            outcome.problem = toQString(experiment.error().message);
            return outcome;
        }
        outcome.inspection = (*experiment)->inspect(*outcome.inputs);
        // What the data suggest stands in for what nobody has set.
        for (const auto& [id, value] : outcome.inspection.suggested)
            if (const ParameterSpec* spec = info->parameters.find(id))
                if (parameters.value(id) == spec->defaultValue)
                    outcome.inputs->parameters.set(id, value);
        if (valid && validate(info->parameters, outcome.inputs->parameters).empty())
            outcome.estimate = (*experiment)->estimate(*outcome.inputs);
        outcome.available = availableBytes();
        return outcome;
    };
    m_task.start(std::move(work), [this](Outcome outcome) { take(std::move(outcome)); });
    Q_EMIT stateChanged();
}

void ExperimentSession::take(Outcome outcome) {
    m_inputProblem = outcome.inputs ? outcome.problem : toQString(outcome.inputs.error().message);
    if (outcome.inputs)
        m_inputs = std::move(*outcome.inputs);
    else
        m_inputs.reset();
    m_estimate = outcome.estimate;
    m_available = outcome.available;
    if (!sameInspection(m_inspection, outcome.inspection)) {
        m_inspection = std::move(outcome.inspection);
        Q_EMIT inspected();
    }
    Q_EMIT stateChanged();
}

QString ExperimentSession::obstacle() const {
    if (m_record.plugin.empty()) // the page stands before its record is there
        return tr("Reading the experiment…");
    if (!m_info)
        return tr("The system “%1” is not installed.").arg(toQString(m_record.plugin));
    if (m_workbench.isReadOnly())
        return tr("The project is open read-only.");
    if (!m_inputProblem.isEmpty())
        return m_inputProblem;
    if (!m_formProblems.isEmpty())
        return m_formProblems.first();
    for (const ParameterProblem& problem : m_inspection.problems)
        if (!problem.isWarning)
            return toQString(problem.message);
    if (!m_inputs)
        return tr("Reading the inputs…");
    if (m_estimate && m_available > 0 && m_estimate->peakBytes > m_available)
        return tr("The run needs about %1 of memory, %2 are free.")
            .arg(bytesText(m_estimate->peakBytes), bytesText(m_available));
    return {};
}

std::shared_ptr<JobHandle> ExperimentSession::start() {
    const auto store = m_workbench.store();
    if (!obstacle().isEmpty() || !store)
        return nullptr;
    RunRequest request;
    request.title = m_record.title;
    request.plugin = m_record.plugin;
    request.experiment = m_record.experiment;
    request.inputs = *m_inputs;
    request.inputs.parameters = m_completed;
    request.inputs.seed = m_record.seed;
    request.references = m_record.inputs;
    request.threads = m_workbench.settings().threads();
    return m_workbench.jobs().start(request, store);
}

} // namespace vitrine
