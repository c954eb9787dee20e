#include "core/isolate/isolating_source.h"
#include "core/jobs/run_executor.h"
#include "core/values/value_codec.h"
#include "tests/support/memory_sink.h"

#include <QProcess>
#include <QtTest>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

using namespace vitrine;
using Clock = std::chrono::steady_clock;

/// A system from elsewhere runs in a process of its own; whatever it does there, this process goes on.
class TestIsolatedExperiment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void strangersAreIsolatedAndOursAreNot();
    void resultIsThatOfTheSameProcess();
    void valuesComeBackBitForBit();
    void crashEndsTheRunAlone_data();
    void crashEndsTheRunAlone();
    void thrownExceptionIsTold();
    void fileThatCannotBeWrittenIsNoCrash();
    void memoryLimitHolds();
    void hangingRunIsEndedOnCancel();
    void memoryIsThatOfTheWorker();
    void whatWasLeftIsHandedOver();
    void programThatIsNoneIsToldSo();
    void runThatCannotFitIsRefused();

private:
    RunOutcome run(const char* what, IsolationSettings settings = {});
    Table table() const;

    std::shared_ptr<PluginRegistry> m_plugins;
    RunInputs m_inputs;
    std::unique_ptr<test::MemorySink> m_sink;
    std::stop_source m_stop;
    std::vector<std::string> m_crashes;
};

namespace {

const QByteArray kFolder = VITRINE_BINARY_DIR "/wild_plugins/compute";

} // namespace

void TestIsolatedExperiment::initTestCase() {
    qputenv("VITRINE_PLUGIN_PATH", kFolder); // the worker process looks there, too
}

void TestIsolatedExperiment::init() {
    m_plugins = std::make_shared<PluginRegistry>();
    for (const std::string& folder : PluginRegistry::defaultFolders())
        m_plugins->scan(folder);
    m_inputs = {};
    m_inputs.seed = 5;
    m_inputs.items["table"] = {makeValue(table()), "table", "hash"};
    m_sink = std::make_unique<test::MemorySink>();
    m_stop = {};
    m_crashes.clear();
}

Table TestIsolatedExperiment::table() const {
    Table table;
    table.columns.emplace_back("x", Column::Reals{0.1, std::nan(""), -std::numeric_limits<double>::infinity(), 1e-300});
    table.columns.emplace_back("n", Column::Integers{1, -2, std::numeric_limits<std::int64_t>::max(), 0});
    table.columns.emplace_back("t", Column::Texts{"a", "", "\xc3\xa4\n\"", "d"});
    table.columns.back().setMissing(1);
    table.columns[0].unit = "log mol/L";
    return table;
}

RunOutcome TestIsolatedExperiment::run(const char* what, IsolationSettings settings) {
    if (settings.program.empty())
        settings.program = VITRINE_PROGRAM;
    settings.crashed = [this](const std::string& plugin, const std::string& how) {
        m_crashes.push_back(plugin + ": " + how);
    };
    IsolatingSource source(m_plugins, settings);
    m_inputs.parameters.set("what", what);
    const auto experiment = source.create("wild", "act");
    if (!experiment)
        throw std::runtime_error(experiment.error().message);
    RunSettings run;
    run.outputs = source.outputs("wild", "act");
    run.threads = 2;
    run.stop = m_stop.get_token();
    return executeRun(**experiment, m_inputs, run, *m_sink);
}

void TestIsolatedExperiment::strangersAreIsolatedAndOursAreNot() {
    IsolatingSource source(m_plugins);
    QVERIFY(source.isolates("wild", "crash"));
    QVERIFY(!source.isolates("template", "summary"));
    source.setIsolateAll(true);
    QVERIFY(source.isolates("template", "summary"));
    source.setIsolateAll(false);
    m_plugins->noteCrash("template", "it aborted");
    QVERIFY(source.isolates("template", "summary"));
}

void TestIsolatedExperiment::resultIsThatOfTheSameProcess() {
    QCOMPARE(run("fine").state, RunState::finished);
    const auto isolated = std::move(m_sink);
    QVERIFY(m_crashes.empty());
    QCOMPARE(isolated->lines, std::vector<std::string>{"warning: a word"});
    QCOMPARE(isolated->fractions, (std::vector<double>{0.25, 1.0}));
    QCOMPARE(isolated->rowReports.at("echo"), 1);
    m_sink = std::make_unique<test::MemorySink>();
    const auto local = m_plugins->create("wild", "act");
    RunSettings settings;
    settings.outputs = m_plugins->outputs("wild", "act");
    settings.threads = 2;
    QCOMPARE(executeRun(**local, m_inputs, settings, *m_sink).state, RunState::finished);
    for (const char* id : {"echo", "said"})
        QCOMPARE(contentSha256(isolated->artifacts.at(id)), contentSha256(m_sink->artifacts.at(id)));
}

void TestIsolatedExperiment::valuesComeBackBitForBit() {
    QCOMPARE(run("fine").state, RunState::finished);
    QCOMPARE(contentSha256(m_sink->artifacts.at("echo")), contentSha256(makeValue(table())));
}

void TestIsolatedExperiment::crashEndsTheRunAlone_data() {
    QTest::addColumn<QString>("how");
    QTest::newRow("crash") << QStringLiteral("it touched memory that is not its own");
    QTest::newRow("abort") << QStringLiteral("it aborted");
    QTest::newRow("exit") << QStringLiteral("it ended with exit code 3");
}

void TestIsolatedExperiment::crashEndsTheRunAlone() {
    QFETCH(QString, how);
    const RunOutcome outcome = run(QTest::currentDataTag());
    QCOMPARE(outcome.state, RunState::failed);
    const QString message = QString::fromStdString(outcome.message);
    QVERIFY2(message.startsWith(QStringLiteral("the system wild crashed: ") + how), qPrintable(message));
    QCOMPARE(m_sink->as<Scalars>("said")->items.front().value, 7.0); // reported before it crashed
    QCOMPARE(m_crashes, std::vector<std::string>{"wild: " + how.toStdString()});
    QCOMPARE(m_plugins->crashNote("wild"), how.toStdString());
}

void TestIsolatedExperiment::thrownExceptionIsTold() {
    const RunOutcome outcome = run("throw");
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(outcome.message, std::string("the system failed: no table of elements"));
    QVERIFY(m_crashes.empty());
}

void TestIsolatedExperiment::fileThatCannotBeWrittenIsNoCrash() {
    const RunOutcome outcome = run("unwritable");
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(outcome.message, std::string("the folder cannot be made"));
    QVERIFY(m_crashes.empty());
}

void TestIsolatedExperiment::memoryLimitHolds() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers take their own memory");
#endif
    IsolationSettings settings;
    settings.memoryLimit = std::int64_t{400} << 20;
    const RunOutcome outcome = run("memory", settings);
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(outcome.message, std::string("the run takes more memory than it may"));
}

void TestIsolatedExperiment::hangingRunIsEndedOnCancel() {
    std::jthread canceller([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        m_stop.request_stop();
    });
    const auto begun = Clock::now();
    const RunOutcome outcome = run("hang");
    QCOMPARE(outcome.state, RunState::cancelled);
    QVERIFY(Clock::now() - begun < std::chrono::seconds(10));
    QVERIFY(m_crashes.empty());
}

void TestIsolatedExperiment::memoryIsThatOfTheWorker() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers take their own memory");
#endif
    constexpr std::int64_t kMuch = std::int64_t{600} << 20;
    const std::string ours(static_cast<std::size_t>(kMuch), 'x'); // touched, while the worker starts and runs
    const RunOutcome fine = run("fine");
    QCOMPARE(fine.state, RunState::finished);
    QVERIFY(ours.back() == 'x');
    QVERIFY2(fine.peakBytes > std::int64_t{4} << 20, std::to_string(fine.peakBytes).c_str());
    QVERIFY2(fine.peakBytes < kMuch / 2, std::to_string(fine.peakBytes).c_str());
    // of one that was ended, too
    std::jthread canceller([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        m_stop.request_stop();
    });
    const RunOutcome ended = run("hang");
    QCOMPARE(ended.state, RunState::cancelled);
    QVERIFY2(ended.peakBytes > std::int64_t{4} << 20, std::to_string(ended.peakBytes).c_str());
    QVERIFY2(ended.peakBytes < kMuch / 2, std::to_string(ended.peakBytes).c_str());
}

void TestIsolatedExperiment::whatWasLeftIsHandedOver() {
    class Left : public test::MemorySink {
    public:
        Result<Value> previous(const std::string&) override {
            Scalars said;
            said.items.push_back({"number", "Number", 100.0, {}, {}, {}, {}, false, false});
            return makeValue(std::move(said));
        }
    };
    QCOMPARE(run("fine").state, RunState::finished);
    const double without = m_sink->as<Scalars>("said")->items.front().value;
    m_sink = std::make_unique<Left>();
    QCOMPARE(run("fine").state, RunState::finished);
    QCOMPARE(m_sink->as<Scalars>("said")->items.front().value, without + 100.0);
}

void TestIsolatedExperiment::programThatIsNoneIsToldSo() {
    IsolationSettings settings;
    settings.program = "/nonexistent/vitrine";
    const RunOutcome missing = run("fine", settings);
    QCOMPARE(missing.state, RunState::failed);
    QVERIFY(missing.message.find("could not be started") != std::string::npos);
    settings.program = "/bin/true"; // ends without a word
    const RunOutcome silent = run("fine", settings);
    QCOMPARE(silent.state, RunState::failed);
}

/// By its forecast, before anything is started and with the number.
void TestIsolatedExperiment::runThatCannotFitIsRefused() {
    QProcess program;
    program.start(QStringLiteral(VITRINE_PROGRAM), {QStringLiteral("run"), QStringLiteral("wild/act"),
                                                    QStringLiteral("--set"), QStringLiteral("what=huge")});
    QVERIFY(program.waitForFinished(20'000));
    QCOMPARE(program.exitCode(), 1);
    const QByteArray said = program.readAllStandardError();
    QVERIFY2(said.contains("the run needs about 1 PB of memory") || said.contains("of memory"), said.constData());
    QVERIFY(said.contains("are free"));
}

QTEST_GUILESS_MAIN(TestIsolatedExperiment)
#include "tst_isolated_experiment.moc"
