#include "core/jobs/derived_cache.h"
#include "core/jobs/run_executor.h"

#include "core/base/parallel_for.h"
#include "core/values/text.h"
#include "tests/core/jobs/fake_experiments.h"
#include "tests/support/memory_sink.h"

#include <QDir>
#include <QtTest>

#include <memory>
#include <stdexcept>

using namespace vitrine;
using namespace vitrine::test;

class TestRunExecutor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void finishesWithAllWantedOutputs();
    void refusesOutputs_data();
    void refusesOutputs();
    void keepsProgressMonotone();
    void turnsExceptionsIntoFailures();
    void saysWhichOutputIsMissing();
    void marksOutputsAfterAStopAsPartial();
    void keepsLiveRowsOfACancelledRun();
    void finishesWhenTheStopCameTooLate();
    void failsWhenCancelledWithoutAStop();
    void passesStorageErrorsToTheExperiment();
    void givesAScratchFolderAndRemovesIt();
    void takesReportsFromManyThreads();
    void measuresTimeAndMemory();
    void usesTheDerivedCache();

private:
    RunOutcome run(Body body);

    std::unique_ptr<MemorySink> m_sink;
    RunInputs m_inputs;
    RunSettings m_settings;
    std::stop_source m_stop;
};

void TestRunExecutor::init() {
    m_sink = std::make_unique<MemorySink>();
    m_inputs = {};
    m_inputs.seed = 42;
    m_inputs.parameters.set("mode", "fast");
    m_stop = {};
    m_settings = {};
    m_settings.threads = 2;
    m_settings.stop = m_stop.get_token();
    m_settings.outputs = {describe("table", ValueKind::table, "", true), describe("note", ValueKind::document),
                          describe("exact", ValueKind::scalars, "mode == exact")};
}

RunOutcome TestRunExecutor::run(Body body) {
    BodyExperiment experiment(std::move(body));
    return executeRun(experiment, m_inputs, m_settings, *m_sink);
}

void TestRunExecutor::finishesWithAllWantedOutputs() {
    const RunOutcome outcome = run([](const RunInputs& inputs, RunContext& context) -> Result<void> {
        if (context.seed() != inputs.seed || context.threads() != 2)
            return makeError(ErrorCode::internal, "wrong seed or threads");
        if (auto done = context.append("table", numbers({1})); !done)
            return done;
        if (auto done = context.emitArtifact("table", numbers({1, 2})); !done)
            return done;
        return context.emitArtifact("note", note("n"));
    });
    QCOMPARE(toQString(outcome.message), QString());
    QCOMPARE(outcome.state, RunState::finished);
    QCOMPARE(m_sink->artifacts.size(), std::size_t(2));
    QCOMPARE(valueAs<Table>(m_sink->artifacts["table"])->rowCount(), std::size_t(2));
    QVERIFY(!m_sink->partials["table"] && !m_sink->partials["note"]);
    QCOMPARE(m_sink->rowReports["table"], 1);
}

void TestRunExecutor::refusesOutputs_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("message");
    QTest::newRow("undeclared") << 0 << "the output \"plot\" is not declared in plugin.json";
    QTest::newRow("not wanted")
        << 1 << "the output \"exact\" does not belong to these parameters: its condition is mode == exact";
    QTest::newRow("wrong kind") << 2 << "the output \"note\" is declared as document, not as table";
    QTest::newRow("no value") << 3 << "the output \"note\" was emitted without a value";
    QTest::newRow("not live") << 4 << "the output \"note\" is not declared as live";
    QTest::newRow("unsound") << 5 << "the output \"table\" is not sound: ";
    QTest::newRow("rows after the end") << 6 << "the output \"table\" is finished, rows can no longer be appended";
    QTest::newRow("other columns") << 7 << "the output \"table\": live rows of a table all have the same columns";
}

void TestRunExecutor::refusesOutputs() {
    QFETCH(int, which);
    QFETCH(QString, message);
    const RunOutcome outcome = run([which](const RunInputs&, RunContext& context) -> Result<void> {
        Table other;
        other.columns.emplace_back("y", std::vector<double>{1});
        Table ragged;
        ragged.columns.emplace_back("a", std::vector<double>{1});
        ragged.columns.emplace_back("b", std::vector<double>{1, 2});
        switch (which) {
        case 0: return context.emitArtifact("plot", note("n"));
        case 1: return context.emitArtifact("exact", makeValue(Scalars{}));
        case 2: return context.emitArtifact("note", numbers({1}));
        case 3: return context.emitArtifact("note", std::shared_ptr<const Document>());
        case 4: return context.append("note", note("n"));
        case 5: return context.emitArtifact("table", makeValue(std::move(ragged)));
        case 6: (void)context.emitArtifact("table", numbers({1})); return context.append("table", numbers({2}));
        default: (void)context.append("table", numbers({1})); return context.append("table", makeValue(other));
        }
    });
    QCOMPARE(outcome.state, RunState::failed);
    QVERIFY2(toQString(outcome.message).startsWith(message), outcome.message.c_str());
}

void TestRunExecutor::keepsProgressMonotone() {
    run([](const RunInputs&, RunContext& context) -> Result<void> {
        for (double fraction : {0.1, 0.5, 0.3, std::nan(""), 0.5, 2.0, -1.0})
            context.progress(fraction, "step");
        return {};
    });
    QCOMPARE(m_sink->fractions, (std::vector<double>{0.1, 0.5, 1.0}));
}

void TestRunExecutor::turnsExceptionsIntoFailures() {
    RunOutcome outcome =
        run([](const RunInputs&, RunContext&) -> Result<void> { throw std::runtime_error("matrix is singular"); });
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message), QStringLiteral("the experiment broke off: matrix is singular"));
    outcome = run([](const RunInputs&, RunContext&) -> Result<void> { throw std::bad_alloc(); });
    QCOMPARE(toQString(outcome.message), QStringLiteral("there was not enough memory"));
    outcome = run([](const RunInputs&, RunContext&) -> Result<void> { throw 7; });
    QCOMPARE(toQString(outcome.message), QStringLiteral("the experiment broke off without saying why"));
}

void TestRunExecutor::saysWhichOutputIsMissing() {
    const RunOutcome outcome =
        run([](const RunInputs&, RunContext& context) { return context.emitArtifact("note", note("n")); });
    QCOMPARE(outcome.state, RunState::finished);
    QCOMPARE(toQString(outcome.message), QStringLiteral("ended without the declared output table"));
    QCOMPARE(m_sink->lines, std::vector<std::string>{"warning: ended without the declared output table"});
}

void TestRunExecutor::marksOutputsAfterAStopAsPartial() {
    const RunOutcome outcome = run([this](const RunInputs&, RunContext& context) -> Result<void> {
        (void)context.emitArtifact("note", note("before"));
        m_stop.request_stop();
        if (!context.stopRequested())
            return makeError(ErrorCode::internal, "the stop was not seen");
        (void)context.emitArtifact("table", numbers({1}));
        return makeError(ErrorCode::cancelled, "cancelled");
    });
    QCOMPARE(outcome.state, RunState::cancelled);
    QCOMPARE(toQString(outcome.message), QStringLiteral("cancelled; partial: table"));
    QVERIFY(!m_sink->partials["note"]);
    QVERIFY(m_sink->partials["table"]);
}

void TestRunExecutor::keepsLiveRowsOfACancelledRun() {
    const RunOutcome outcome = run([this](const RunInputs&, RunContext& context) -> Result<void> {
        for (double x : {1.0, 2.0, 3.0})
            if (auto done = context.append("table", numbers({x})); !done)
                return done;
        m_stop.request_stop();
        return makeError(ErrorCode::cancelled, "cancelled");
    });
    QCOMPARE(outcome.state, RunState::cancelled);
    QCOMPARE(valueAs<Table>(m_sink->artifacts["table"])->rowCount(), std::size_t(3));
    QVERIFY(m_sink->partials["table"]);
}

void TestRunExecutor::finishesWhenTheStopCameTooLate() {
    const RunOutcome outcome = run([this](const RunInputs&, RunContext& context) -> Result<void> {
        (void)context.emitArtifact("note", note("n"));
        auto done = context.emitArtifact("table", numbers({1}));
        m_stop.request_stop();
        return done;
    });
    QCOMPARE(outcome.state, RunState::finished);
}

void TestRunExecutor::failsWhenCancelledWithoutAStop() {
    const RunOutcome outcome = run([](const RunInputs&, RunContext&) -> Result<void> {
        return makeError(ErrorCode::cancelled, "gave up by itself");
    });
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message), QStringLiteral("gave up by itself"));
}

void TestRunExecutor::passesStorageErrorsToTheExperiment() {
    m_sink->refused = "note";
    const RunOutcome outcome =
        run([](const RunInputs&, RunContext& context) { return context.emitArtifact("note", note("n")); });
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message), QStringLiteral("the disk is full"));
}

void TestRunExecutor::givesAScratchFolderAndRemovesIt() {
    std::string folder;
    run([&](const RunInputs&, RunContext& context) -> Result<void> {
        const auto made = context.scratch();
        if (!made)
            return made.error();
        folder = *made;
        if (*context.scratch() != folder || !QDir(toQString(folder)).exists())
            return makeError(ErrorCode::internal, "no stable folder");
        return {};
    });
    QVERIFY(!folder.empty());
    QVERIFY(!QDir(toQString(folder)).exists());
    QVERIFY(m_sink->lines.size() == 1); // only the missing outputs
}

void TestRunExecutor::takesReportsFromManyThreads() {
    run([](const RunInputs&, RunContext& context) -> Result<void> {
        parallelFor(64, 4, [&](std::size_t i) {
            context.progress(static_cast<double>(i) / 64.0, "step");
            context.log(LogLevel::info, "line");
            (void)context.append("table", numbers({static_cast<double>(i)}));
        });
        return {};
    });
    QVERIFY(std::is_sorted(m_sink->fractions.begin(), m_sink->fractions.end()));
    QCOMPARE(valueAs<Table>(m_sink->artifacts["table"])->rowCount(), std::size_t(64));
}

void TestRunExecutor::measuresTimeAndMemory() {
    constexpr std::size_t kBytes = 64U << 20U;
    const RunOutcome outcome = run([](const RunInputs&, RunContext& context) -> Result<void> {
        std::vector<char> block(kBytes, 'x');
        context.progress(0.5, std::string(1, block[kBytes / 2]));
        QTest::qSleep(20);
        return {};
    });
    QVERIFY(outcome.seconds >= 0.02);
    QVERIFY(outcome.peakBytes >= static_cast<std::int64_t>(kBytes));
}

void TestRunExecutor::usesTheDerivedCache() {
    DerivedCache cache;
    m_settings.derived = &cache;
    int made = 0;
    const Body body = [&](const RunInputs&, RunContext& context) -> Result<void> {
        const auto value = context.derived<std::string>("index/abc", [&] {
            ++made;
            return std::make_shared<std::string>("index");
        });
        return *value == "index" ? Result<void>() : makeError(ErrorCode::internal, "wrong value");
    };
    QCOMPARE(run(body).state, RunState::finished);
    QCOMPARE(run(body).state, RunState::finished);
    QCOMPARE(made, 1);
}

QTEST_GUILESS_MAIN(TestRunExecutor)
#include "tst_run_executor.moc"
