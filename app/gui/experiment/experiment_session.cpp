#include "app/gui/experiment/experiment_session.h"

#include "app/gui/workbench.h"
#include "core/jobs/process_memory.h"
#include "core/jobs/project_input.h"
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
    connect(&m_workbench, &Workbench::contentsChanged, this, &ExperimentSession::followData);
}

void ExperimentSession::setRecord(const ExperimentRecord& record) {
    m_record = record;
    setSeeds(seedsText());
    useInfo();
}

void ExperimentSession::useInfo() {
    m_plugin = m_workbench.plugins()->info(m_record.plugin);
    m_info = m_plugin ? m_plugin->experiment(m_record.experiment) : nullptr;
    m_inspection = {};
    m_estimate.reset();
    m_sweeps.clear();
    m_plan.reset();
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
    m_plan.reset();
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
    const bool sameProblems = m_formProblems.isEmpty() == problems.isEmpty();
    const bool sameValues = m_completed == completed && (sameProblems || !isSweep());
    ParameterSet pending = changed;
    setSweepTexts(pending, sweepTexts(m_record.parameters));
    const bool sameRecord = m_record.parameters == pending;
    m_completed = completed;
    m_formProblems = problems;
    m_record.parameters = std::move(pending);
    if (!sameRecord)
        Q_EMIT recordChanged();
    if (!sameValues) {
        m_plan.reset();
        inspectSoon();
    }
    Q_EMIT stateChanged();
}

std::string ExperimentSession::seedsText() const {
    const SweepTexts texts = sweepTexts(m_record.parameters);
    const auto found = texts.find(kSeedsId);
    return found == texts.end() ? std::string() : found->second;
}

void ExperimentSession::setSeeds(const std::string& text) {
    m_seedsText = text;
    auto seeds = text.empty() ? Result<std::vector<std::uint64_t>>(std::vector<std::uint64_t>()) : parseSeeds(text);
    m_seeds = seeds ? std::move(*seeds) : std::vector<std::uint64_t>();
}

std::size_t ExperimentSession::runCount() const {
    const std::size_t runs = isSweep() ? sweepSize(m_sweeps) * std::max<std::size_t>(1, m_seeds.size()) : 1;
    return std::min(runs, kMostSweepRuns + 1);
}

void ExperimentSession::setSweeps(const SweepTexts& given, std::vector<ParameterSweep> sweeps) {
    SweepTexts texts = given;
    if (!m_seedsText.empty())
        texts[kSeedsId] = m_seedsText;
    const bool sameRecord = sweepTexts(m_record.parameters) == texts;
    if (sameRecord && m_sweeps == sweeps)
        return;
    m_sweeps = std::move(sweeps);
    m_plan.reset();
    setSweepTexts(m_record.parameters, texts);
    if (!sameRecord)
        Q_EMIT recordChanged();
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
    Question question;
    question.plugin = m_record.plugin;
    question.info = m_info;
    question.references = m_record.inputs;
    question.given = m_record.parameters;
    setSweepTexts(question.given, {});
    question.parameters = m_completed;
    question.seed = m_record.seed;
    question.atOnce = m_workbench.settings().runsAtOnce();
    question.isValid = m_formProblems.isEmpty();
    if (question.isValid && isSweep() && runCount() <= kMostSweepRuns)
        if (auto combinations = sweepCombinations(m_sweeps)) {
            question.combinations = std::move(*combinations);
            question.seeds = m_seeds;
        }
    m_task.start([store, plugins = m_workbench.plugins(), question = std::move(question)](
                     const std::stop_token& stop) { return inspectInputs(*store, *plugins, question, stop); },
                 [this](Outcome outcome) { take(std::move(outcome)); });
    Q_EMIT stateChanged();
}

ExperimentSession::Outcome ExperimentSession::inspectInputs(const ProjectStore& store, ExperimentSource& plugins,
                                                            const Question& question, const std::stop_token& stop) {
    Outcome outcome;
    const ParameterSchema& schema = question.info->parameters;
    outcome.inputs = resolveInputs(store, *question.info, question.references);
    if (!outcome.inputs)
        return outcome;
    outcome.inputs->parameters = question.parameters;
    outcome.inputs->seed = question.seed;
    const auto experiment = plugins.create(question.plugin, question.info->id);
    if (!experiment) {
        outcome.problem = toQString(experiment.error().message);
        return outcome;
    }
    outcome.inspection = (*experiment)->inspect(*outcome.inputs);
    // What the data suggest stands in for what nobody has set.
    for (const auto& [id, value] : outcome.inspection.suggested)
        if (const ParameterSpec* spec = schema.find(id))
            if (question.parameters.value(id) == spec->defaultValue)
                outcome.inputs->parameters.set(id, value);
    if (!question.combinations.empty())
        outcome.plan = planSweep(**experiment, schema, question.given, question.combinations, question.seeds,
                                 *outcome.inputs, question.atOnce, stop);
    else if (question.isValid && validate(schema, outcome.inputs->parameters).empty())
        outcome.estimate = (*experiment)->estimate(*outcome.inputs);
    outcome.available = availableBytes();
    return outcome;
}

/// Data that are read again, or grow, are inspected again.
void ExperimentSession::followData() {
    for (InputReference& reference : m_record.inputs) {
        const DatasetRecord* dataset = m_workbench.contents().dataset(resolveReference(reference.reference).dataset);
        if (!dataset)
            continue;
        reference.path = dataset->source.path;
        if (std::exchange(reference.contentHash, dataset->contentHash) != dataset->contentHash)
            inspectSoon();
    }
}

void ExperimentSession::take(Outcome outcome) {
    m_inputProblem = outcome.inputs ? outcome.problem : toQString(outcome.inputs.error().message);
    if (outcome.inputs)
        m_inputs = std::move(*outcome.inputs);
    else
        m_inputs.reset();
    m_estimate = outcome.estimate;
    m_plan = std::move(outcome.plan);
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
    if (m_isStarting)
        return tr("The runs of the sweep are being started.");
    if (!m_inputProblem.isEmpty())
        return m_inputProblem;
    if (!m_formProblems.isEmpty())
        return m_formProblems.first();
    if (runCount() > kMostSweepRuns)
        return tr("The sweep would start more than %1 runs. Give fewer values.").arg(kMostSweepRuns);
    if (!isSweep())
        for (const ParameterProblem& problem : m_inspection.problems)
            if (!problem.isWarning)
                return toQString(problem.message);
    if (!m_inputs)
        return tr("Reading the inputs…");
    if (isSweep()) {
        if (!m_plan)
            return tr("Forecasting the runs…");
        if (!m_plan->problem.empty())
            return toQString(m_plan->problem);
    }
    return memoryObstacle();
}

QString ExperimentSession::memoryObstacle() const {
    const auto needed = estimate();
    if (!needed || m_available <= 0 || needed->peakBytes <= m_available)
        return {};
    const QString bytes = bytesText(needed->peakBytes);
    return isSweep()
               ? tr("The runs need about %1 of memory side by side, %2 are free.").arg(bytes, bytesText(m_available))
               : tr("The run needs about %1 of memory, %2 are free.").arg(bytes, bytesText(m_available));
}

std::optional<Estimate> ExperimentSession::estimate() const {
    if (!isSweep())
        return m_estimate;
    if (!m_plan || m_plan->runs.empty() || !m_plan->problem.empty())
        return std::nullopt;
    return Estimate{m_plan->seconds, m_plan->peakBytes};
}

} // namespace vitrine
