#include "plugins/template/compute/summary_experiment.h"

#include "core/jobs/run_executor.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "tests/support/memory_sink.h"

#include <QtTest>

#include <limits>

using namespace vitrine;
using namespace vitrine::column_summary;
using vitrine::test::MemorySink;

/// The experiment as a whole, as the runner sees it.
class TestSummary : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void emitsWhatItPromises();
    void givesTheSameBytesOnAnyNumberOfThreads();
    void leavesOutWhatCannotBeCounted();
    void refusesUnsuitableColumns_data();
    void refusesUnsuitableColumns();
    void keepsTheIntervalOfFinishedBlocks();
    void suggestsTheFirstNumericColumn();

private:
    RunOutcome run(int threads = 1);

    RunInputs m_inputs;
    std::unique_ptr<MemorySink> m_sink;
    std::stop_source m_stop;
};

void TestSummary::init() {
    Table table;
    std::vector<double> lengths(50);
    for (std::size_t i = 0; i < lengths.size(); ++i)
        lengths[i] = 50.0 + Rng(5, "lengths").normal(i);
    table.columns.emplace_back("part", std::vector<std::string>(50, "P"));
    table.columns.emplace_back("length", lengths);
    table.columns.back().unit = "mm";
    table.columns.back().setMissing(7);
    m_inputs = {};
    m_inputs.items["table"] = {makeValue(std::move(table)), "table", "hash"};
    m_inputs.seed = 1;
    m_inputs.parameters = ParameterSet::fromJson({{"column", "length"},
                                                  {"bins", 5},
                                                  {"trim", 0.1},
                                                  {"interval", "bootstrap"},
                                                  {"resamples", 600},
                                                  {"confidence", 0.95}});
    m_sink = std::make_unique<MemorySink>();
    m_stop = {};
}

RunOutcome TestSummary::run(int threads) {
    const auto describe = [](const char* id, ValueKind kind, const char* when, bool live) {
        OutputDescription output;
        output.id = id;
        output.kind = kind;
        output.when = when;
        output.live = live;
        return output;
    };
    RunSettings settings;
    settings.outputs = {describe("summary", ValueKind::scalars, "", false),
                        describe("histogram", ValueKind::table, "", false),
                        describe("convergence", ValueKind::series, "interval == bootstrap", true)};
    settings.threads = threads;
    settings.stop = m_stop.get_token();
    SummaryExperiment experiment;
    return executeRun(experiment, m_inputs, settings, *m_sink);
}

void TestSummary::emitsWhatItPromises() {
    const RunOutcome outcome = run();
    QCOMPARE(toQString(outcome.message), QString());
    QCOMPARE(outcome.state, RunState::finished);
    const auto summary = m_sink->as<Scalars>("summary");
    QVERIFY(summary);
    QCOMPARE(summary->find("n")->value, 49.0);
    QCOMPARE(summary->find("missing")->value, 1.0);
    QCOMPARE(summary->find("mean")->unit, std::string("mm"));
    const auto interval = summary->find("mean")->interval;
    QVERIFY(interval);
    QVERIFY(interval->lower < summary->find("mean")->value && summary->find("mean")->value < interval->upper);
    QCOMPARE(interval->kind, std::string("95 % bootstrap of the mean"));
    QCOMPARE(interval->n, std::int64_t(600));
    QCOMPARE(m_sink->as<Table>("histogram")->rowCount(), std::size_t(5));
    QCOMPARE(m_sink->as<Series>("convergence")->lines.front().x, (std::vector<double>{250, 500, 600}));
    QCOMPARE(m_sink->rowReports["convergence"], 3);
    QCOMPARE(m_sink->fractions.back(), 1.0);
}

void TestSummary::givesTheSameBytesOnAnyNumberOfThreads() {
    std::map<std::string, std::string> hashes;
    for (int threads : {1, 2, 8}) {
        m_sink = std::make_unique<MemorySink>();
        QCOMPARE(run(threads).state, RunState::finished);
        for (const auto& [id, value] : m_sink->artifacts) {
            const std::string hash = contentSha256(value);
            QCOMPARE(hashes.try_emplace(id, hash).first->second, hash);
        }
    }
    QCOMPARE(hashes.size(), std::size_t(3));
}

void TestSummary::leavesOutWhatCannotBeCounted() {
    Table table;
    const double inf = std::numeric_limits<double>::infinity();
    table.columns.emplace_back("length", std::vector<double>{1, 2, std::nan(""), inf});
    m_inputs.items["table"].value = makeValue(std::move(table));
    m_inputs.parameters.set("interval", "none");
    QCOMPARE(run().state, RunState::finished);
    QCOMPARE(m_sink->as<Scalars>("summary")->find("mean")->value, 1.5);
    QCOMPARE(m_sink->as<Scalars>("summary")->find("non_finite")->value, 2.0);
    QVERIFY(!m_sink->as<Scalars>("summary")->find("mean")->interval);
    QVERIFY(!m_sink->artifacts.contains("convergence"));
    QCOMPARE(m_sink->lines, std::vector<std::string>{"warning: 2 non-finite cells were left out"});
}

void TestSummary::refusesUnsuitableColumns_data() {
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown") << "width"
                             << "column: the table has no column \"width\"";
    QTest::newRow("text") << "part"
                          << "column: \"part\" holds text, expected numbers";
    QTest::newRow("empty") << "empty"
                           << "column: \"empty\" has 0 finite values, expected 1 to 2147483647";
}

void TestSummary::refusesUnsuitableColumns() {
    QFETCH(QString, column);
    QFETCH(QString, message);
    Table table = *valueAs<Table>(m_inputs.items["table"].value);
    table.columns.emplace_back("empty", std::vector<double>(50, std::nan("")));
    m_inputs.items["table"].value = makeValue(std::move(table));
    m_inputs.parameters.set("column", toStd(column));
    const RunOutcome outcome = run();
    QCOMPARE(outcome.state, RunState::failed);
    QCOMPARE(toQString(outcome.message), message);
}

void TestSummary::keepsTheIntervalOfFinishedBlocks() {
    m_inputs.parameters.set("resamples", 1000000);
    m_sink->onProgress = [this](double fraction) {
        if (fraction > 0.1)
            m_stop.request_stop();
    };
    const RunOutcome outcome = run(2);
    QCOMPARE(outcome.state, RunState::cancelled);
    QVERIFY(outcome.seconds < 3.0);
    QVERIFY(!m_sink->partials["histogram"]);
    QVERIFY(m_sink->partials["convergence"] && m_sink->partials["summary"]);
    QCOMPARE(m_sink->as<Scalars>("summary")->find("mean")->interval->n, std::int64_t(250));
}

void TestSummary::suggestsTheFirstNumericColumn() {
    const Inspection inspection = SummaryExperiment().inspect(m_inputs);
    QCOMPARE(inspection.suggested.at("column").get<std::string>(), std::string("length"));
    QCOMPARE(inspection.options.at("column").size(), std::size_t(1));
    QCOMPARE(inspection.options.at("column").front().count, std::int64_t(49));
    QVERIFY(inspection.problems.empty());
    QVERIFY(SummaryExperiment().estimate(m_inputs).seconds > 0.0);
}

QTEST_GUILESS_MAIN(TestSummary)
#include "tst_summary.moc"
