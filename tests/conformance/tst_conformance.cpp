#include "core/jobs/experiment_file.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "tests/conformance/sample_runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QtTest>

#include <cmath>
#include <limits>

using namespace vitrine;
using namespace vitrine::test;

/// What every plugin must keep. Rows are experiments; VITRINE_CONFORMANCE_PLUGIN restricts them to one plugin.
class TestConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void loadsAndMakesItsExperiments();
    void explainsEverything_data() { addRows(); }
    void explainsEverything();
    void hasAReadmeWithSymbols();
    void hasValidDefaultsAndRefusesTheRest_data() { addRows(); }
    void hasValidDefaultsAndRefusesTheRest();
    void roundTripsItsForm_data() { addRows(); }
    void roundTripsItsForm();
    void inspectsWithoutInputs_data() { addRows(); }
    void inspectsWithoutInputs();
    void emitsExactlyTheWantedOutputs_data() { addRows(); }
    void emitsExactlyTheWantedOutputs();
    void reportsMonotoneProgress_data() { addRows(); }
    void reportsMonotoneProgress();
    void givesTheSameBytesOnAnyNumberOfThreads_data() { addRows(); }
    void givesTheSameBytesOnAnyNumberOfThreads();
    void stopsWithinASecondAndKeepsWhatItHad_data() { addRows(); }
    void stopsWithinASecondAndKeepsWhatItHad();
    void endsAtOnceWhenStoppedBeforehand_data() { addRows(); }
    void endsAtOnceWhenStoppedBeforehand();

private:
    struct Row {
        const PluginInfo* plugin = nullptr;
        const ExperimentInfo* experiment = nullptr;
    };
    void addRows() const;
    Row row() const;
    /// The reference run of a row on one thread; run once.
    const SampleResult& reference(const Row& row);
    RunInputs inputs(const Row& row);

    PluginRegistry m_registry;
    SampleRunner m_runner{m_registry};
    std::vector<const PluginInfo*> m_plugins;
    std::map<std::string, RunInputs> m_inputs;
    std::map<std::string, SampleResult> m_references;
};

namespace {

constexpr double kSampleSeconds = 5.0; // of processor time, so that a busy computer does not matter
constexpr qint64 kStopMs = 3000;       // the promise is one second, the margin three

std::map<std::string, std::string> hashes(const MemorySink& sink) {
    std::map<std::string, std::string> out;
    for (const auto& [id, value] : sink.artifacts)
        out[id] = contentSha256(value);
    return out;
}

/// Values that lie just outside of what a parameter allows.
std::vector<nlohmann::json> forbiddenValues(const ParameterSpec& spec) {
    using nlohmann::json;
    std::vector<json> values{json::object()};
    if (!spec.optional)
        values.emplace_back(nullptr);
    const bool whole = spec.type == ParameterType::integer;
    if (whole || spec.type == ParameterType::real) {
        values.emplace_back("text");
        values.emplace_back(std::numeric_limits<double>::quiet_NaN());
        if (spec.minimum) {
            const double below = *spec.minimum - (spec.minimumOpen ? 0.0 : 1.0);
            values.push_back(whole ? json(static_cast<std::int64_t>(below)) : json(below));
        }
        if (spec.maximum) {
            const double above = *spec.maximum + (spec.maximumOpen ? 0.0 : 1.0);
            values.push_back(whole ? json(static_cast<std::int64_t>(above)) : json(above));
        }
        if (whole)
            values.emplace_back(1.5);
    } else if (spec.type == ParameterType::choice) {
        values.emplace_back("no such option");
    } else if (spec.type == ParameterType::choiceList) {
        values.push_back(json::array({"no such option"}));
    } else if (spec.type == ParameterType::boolean) {
        values.emplace_back("perhaps");
    }
    return values;
}

} // namespace

void TestConformance::initTestCase() {
    for (const std::string& folder : PluginRegistry::defaultFolders())
        m_registry.scan(folder);
    const std::string only = toStd(qEnvironmentVariable("VITRINE_CONFORMANCE_PLUGIN"));
    for (const PluginRecord& record : m_registry.records()) {
        const std::string file = toStd(QFileInfo(toQString(record.file)).completeBaseName());
        if (!only.empty() && file != only)
            continue;
        QVERIFY2(record.state == PluginState::available, (file + ": " + record.reason).c_str());
        m_plugins.push_back(m_registry.info(record.info.id));
    }
    QVERIFY2(!m_plugins.empty(), "no plugin was found");
}

void TestConformance::addRows() const {
    QTest::addColumn<QString>("plugin");
    QTest::addColumn<QString>("experiment");
    for (const PluginInfo* plugin : m_plugins)
        for (const ExperimentInfo& experiment : plugin->experiments)
            QTest::newRow((plugin->id + '/' + experiment.id).c_str())
                << toQString(plugin->id) << toQString(experiment.id);
}

TestConformance::Row TestConformance::row() const {
    const QString plugin = *static_cast<QString*>(QTest::qData("plugin", qMetaTypeId<QString>()));
    const QString experiment = *static_cast<QString*>(QTest::qData("experiment", qMetaTypeId<QString>()));
    const PluginInfo* info = m_registry.info(toStd(plugin));
    return {info, info->experiment(toStd(experiment))};
}

RunInputs TestConformance::inputs(const Row& row) {
    const std::string key = row.plugin->id + '/' + row.experiment->id;
    if (const auto known = m_inputs.find(key); known != m_inputs.end())
        return known->second;
    const auto made = m_runner.inputs(row.plugin->id, row.experiment->id);
    if (!made) {
        QTest::qFail(made.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return m_inputs.emplace(key, *made).first->second;
}

const SampleResult& TestConformance::reference(const Row& row) {
    SampleResult& result = m_references[row.plugin->id + '/' + row.experiment->id];
    if (!result.sink)
        result = m_runner.run(row.plugin->id, row.experiment->id, inputs(row), 1);
    return result;
}

void TestConformance::loadsAndMakesItsExperiments() {
    for (const PluginInfo* plugin : m_plugins) {
        for (const ExperimentInfo& experiment : plugin->experiments) {
            const auto made = m_registry.create(plugin->id, experiment.id);
            QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        }
    }
}

void TestConformance::explainsEverything() {
    const auto [plugin, experiment] = row();
    QVERIFY(!plugin->summary.empty() && !plugin->license.empty());
    QVERIFY2(!experiment->citation.empty(), "an experiment says where it comes from");
    for (const ParameterSpec& spec : experiment->parameters.parameters) {
        QVERIFY2(!spec.label.empty() && spec.label != spec.id, ("no label: " + spec.id).c_str());
        QVERIFY2(!spec.help.empty(), ("no help: " + spec.id).c_str());
        for (const ChoiceOption& option : spec.options)
            QVERIFY2(!option.label.empty(), ("option without label: " + spec.id).c_str());
    }
    for (const OutputDescription& output : experiment->outputs) {
        QVERIFY2(!output.help.empty(), ("no help: " + output.id).c_str());
        QVERIFY2(!output.definition.empty() || output.kind == ValueKind::model || output.kind == ValueKind::document,
                 ("no definition: " + output.id).c_str());
    }
    QVERIFY2(experiment->sampleRun.contains("inputs"), "no sample_run");
}

void TestConformance::hasAReadmeWithSymbols() {
    for (const PluginInfo* plugin : m_plugins) {
        const QDir source(QStringLiteral(VITRINE_SOURCE_DIR "/plugins/") + toQString(plugin->id));
        if (!source.exists() && qEnvironmentVariableIsSet("VITRINE_PLUGIN_PATH"))
            continue; // a plugin from outside of this source tree
        QFile readme(source.filePath(QStringLiteral("README.md")));
        QVERIFY2(readme.open(QIODevice::ReadOnly), qPrintable(readme.fileName()));
        const QString text = QString::fromUtf8(readme.readAll());
        static const QRegularExpression table(
            QStringLiteral("^\\|\\s*symbol\\s*\\|\\s*code[^|]*\\|\\s*shape\\s*\\|\\s*unit\\s*\\|"),
            QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
        QVERIFY2(table.match(text).hasMatch(), "README.md has no table | symbol | code | shape | unit |");
        for (const ExperimentInfo& experiment : plugin->experiments)
            QVERIFY2(text.contains(toQString(plugin->id + '/' + experiment.id)),
                     ("README.md says nothing about " + experiment.id).c_str());
    }
}

void TestConformance::hasValidDefaultsAndRefusesTheRest() {
    const auto [plugin, experiment] = row();
    const ParameterSchema& schema = experiment->parameters;
    const ParameterSet sample = inputs({plugin, experiment}).parameters;
    for (const ParameterProblem& problem : validate(schema, sample))
        QVERIFY2(problem.isWarning, (problem.parameter + ": " + problem.message).c_str());
    for (const ParameterSpec& spec : schema.parameters) {
        for (const nlohmann::json& value : forbiddenValues(spec)) {
            ParameterSet set = sample;
            set.set(spec.id, value);
            const auto problems = validate(schema, set);
            const bool found = std::any_of(problems.begin(), problems.end(), [&](const ParameterProblem& problem) {
                return problem.parameter == spec.id && !problem.isWarning && !problem.message.empty();
            });
            QVERIFY2(found, (spec.id + " accepts " + value.dump()).c_str());
        }
    }
}

void TestConformance::roundTripsItsForm() {
    const auto [plugin, experiment] = row();
    ExperimentRecord record;
    record.plugin = plugin->id;
    record.experiment = experiment->id;
    record.parameters = inputs({plugin, experiment}).parameters;
    record.seed = 77;
    const auto again = experimentFromJson(nlohmann::json::parse(experimentToJson(record).dump()));
    QVERIFY(again.ok());
    QVERIFY(again->parameters.complete(experiment->parameters) == record.parameters);
    for (const ParameterSet& set : {record.parameters, ParameterSet{}.complete(experiment->parameters)}) {
        for (const ParameterSpec& spec : experiment->parameters.parameters) {
            const std::string text = parameterText(spec, set.value(spec.id));
            const auto parsed = parseParameter(spec, text);
            QVERIFY2(parsed.ok(), (spec.id + ": " + text).c_str());
            QVERIFY2(*parsed == set.value(spec.id), (spec.id + ": " + text + " became " + parsed->dump()).c_str());
        }
    }
}

/// A form is shown before any data is chosen.
void TestConformance::inspectsWithoutInputs() {
    const auto [plugin, experiment] = row();
    const auto made = m_registry.create(plugin->id, experiment->id);
    RunInputs none;
    none.parameters = ParameterSet{}.complete(experiment->parameters);
    const Inspection inspection = (*made)->inspect(none);
    for (const auto& [id, options] : inspection.options)
        QVERIFY2(experiment->parameters.find(id), id.c_str());
    const Estimate estimate = (*made)->estimate(none);
    QVERIFY(std::isfinite(estimate.seconds) && estimate.seconds >= 0.0 && estimate.peakBytes >= 0);
    MemorySink sink;
    RunSettings settings;
    settings.outputs = experiment->outputs;
    const RunOutcome outcome = executeRun(**made, none, settings, sink);
    const bool needsInput = std::any_of(experiment->inputs.begin(), experiment->inputs.end(),
                                        [](const InputSpec& input) { return !input.optional; });
    if (needsInput) {
        QCOMPARE(outcome.state, RunState::failed);
        QVERIFY(!outcome.message.empty());
    }
}

void TestConformance::emitsExactlyTheWantedOutputs() {
    const auto [plugin, experiment] = row();
    const SampleResult& result = reference({plugin, experiment});
    QVERIFY2(result.outcome.state == RunState::finished, result.outcome.message.c_str());
    QVERIFY2(result.outcome.message.empty(), result.outcome.message.c_str());
    QVERIFY2(result.cpuSeconds <= kSampleSeconds, qPrintable(QString::number(result.cpuSeconds)));
    std::vector<std::string> wanted;
    for (const auto& output : wantedOutputs(experiment->outputs, inputs({plugin, experiment}).parameters))
        wanted.push_back(output.id);
    std::sort(wanted.begin(), wanted.end());
    std::vector<std::string> emitted;
    for (const auto& [id, value] : result.sink->artifacts)
        emitted.push_back(id);
    QCOMPARE(emitted, wanted);
    for (const OutputDescription& output : experiment->outputs) {
        const auto table = result.sink->as<Table>(output.id);
        if (table && !output.key.empty())
            QVERIFY2(table->find(output.keyColumn), (output.id + " has no column " + output.keyColumn).c_str());
        if (output.live && result.sink->artifacts.contains(output.id))
            QVERIFY2(result.sink->rowReports.contains(output.id), (output.id + " is live but grew by no row").c_str());
    }
    for (const auto& [id, value] : result.sink->artifacts) {
        const auto decoded = decodeValue(encodeValue(value));
        QVERIFY2(decoded.ok() && contentSha256(*decoded) == contentSha256(value), id.c_str());
    }
}

void TestConformance::reportsMonotoneProgress() {
    const auto [plugin, experiment] = row();
    const MemorySink& sink = *reference({plugin, experiment}).sink;
    QVERIFY2(!sink.fractions.empty(), "no progress was reported");
    QVERIFY(std::is_sorted(sink.fractions.begin(), sink.fractions.end()));
    QVERIFY(sink.fractions.front() >= 0.0);
    QVERIFY2(sink.fractions.back() > 0.9 && sink.fractions.back() <= 1.0,
             qPrintable(QString::number(sink.fractions.back())));
    for (const std::string& stage : sink.stages)
        QVERIFY2(!stage.empty(), "a report of progress names its stage");
}

void TestConformance::givesTheSameBytesOnAnyNumberOfThreads() {
    const auto [plugin, experiment] = row();
    const auto expected = hashes(*reference({plugin, experiment}).sink);
    QVERIFY(!expected.empty());
    for (int threads : {1, 2, 8}) {
        const SampleResult again = m_runner.run(plugin->id, experiment->id, inputs({plugin, experiment}), threads);
        const auto found = hashes(*again.sink);
        for (const auto& [id, hash] : expected)
            QVERIFY2(found.contains(id) && found.at(id) == hash,
                     (id + " differs on " + std::to_string(threads) + " threads").c_str());
    }
}

/// Stopped at several moments of the run: at the first report of progress, in the middle, and at every output.
void TestConformance::stopsWithinASecondAndKeepsWhatItHad() {
    const auto [plugin, experiment] = row();
    const SampleResult& whole = reference({plugin, experiment});
    const auto expected = hashes(*whole.sink);
    const std::size_t reports = whole.sink->fractions.size();
    for (const std::size_t moment : {std::size_t(1), reports / 3 + 1, 2 * reports / 3 + 1}) {
        std::stop_source stop;
        auto sink = std::make_shared<MemorySink>();
        QElapsedTimer sinceStop;
        std::map<std::string, std::string> before;
        sink->onProgress = [&, count = std::size_t(0), raw = sink.get()](double) mutable {
            if (++count != moment)
                return;
            before = hashes(*raw);
            sinceStop.start();
            stop.request_stop();
        };
        const SampleResult stopped =
            m_runner.run(plugin->id, experiment->id, inputs({plugin, experiment}), 2, stop, sink);
        QVERIFY2(sinceStop.isValid(), "the run ended before it was stopped");
        QVERIFY2(sinceStop.elapsed() <= kStopMs, qPrintable(QString::number(sinceStop.elapsed())));
        for (const auto& [id, hash] : before) {
            QVERIFY2(!sink->partials.at(id), (id + " was complete and became partial").c_str());
            QCOMPARE(contentSha256(sink->artifacts.at(id)), hash);
            QCOMPARE(hash, expected.at(id));
        }
        const bool hadAll = before.size() == expected.size();
        QVERIFY2(stopped.outcome.state == (hadAll ? RunState::finished : RunState::cancelled),
                 stopped.outcome.message.c_str());
    }
}

void TestConformance::endsAtOnceWhenStoppedBeforehand() {
    const auto [plugin, experiment] = row();
    std::stop_source stop;
    stop.request_stop();
    QElapsedTimer timer;
    const RunInputs given = inputs({plugin, experiment});
    timer.start();
    const SampleResult result = m_runner.run(plugin->id, experiment->id, given, 2, stop);
    QVERIFY2(timer.elapsed() <= kStopMs, qPrintable(QString::number(timer.elapsed())));
    QVERIFY2(result.outcome.state == RunState::cancelled, result.outcome.message.c_str());
}

QTEST_GUILESS_MAIN(TestConformance)
#include "tst_conformance.moc"
