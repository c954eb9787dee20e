#include "core/compare/compare_runs.h"

#include <QTest>

#include <cmath>

using namespace vitrine;

/// What is said about runs side by side: only what differs, shared numbers, paired errors, curves over each other.
class TestCompareRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatDiffersIsNamed();
    void otherExperimentsShareTheirParameters();
    void metricsOfAtLeastTwoRuns();
    void errorsArePairedByKey();
    void otherDataAreNotPaired();
    void outputsWithoutDiagonalAreNotPaired();
    void curvesLieOverEachOther();
    void tableHoldsEverything();
};

namespace {

OutputDescription described(const char* id, ValueKind kind, const char* title) {
    OutputDescription output;
    output.id = id;
    output.kind = kind;
    output.title = title;
    return output;
}

void put(ComparedRun& run, const OutputDescription& output, Value value) {
    run.descriptions[output.id] = output;
    run.outputs.insert_or_assign(output.id, std::move(value));
}

ComparedRun makeRun(RunId id, double rate, std::uint64_t seed) {
    ComparedRun run;
    run.record.id = id;
    run.record.title = "Trees " + std::to_string(id);
    run.record.plugin = "forest";
    run.record.experiment = "train";
    run.record.seed = seed;
    run.record.parameters.set("rate", rate);
    run.record.parameters.set("depth", 3);
    run.record.inputs.push_back({"rows", "dataset:1", "rows.csv", "abc", {}, {}});
    return run;
}

void addMetrics(ComparedRun& run, double rmse, const char* unit = "m") {
    OutputDescription output = described("metrics", ValueKind::scalars, "Result");
    output.headline = true;
    output.definition = "root of the mean square";
    Scalars scalars;
    scalars.items.push_back(
        {"rmse", "RMSE", rmse, unit, Interval{rmse - 0.1, rmse + 0.1, "95 % bootstrap", 9}, "", "", true, true});
    scalars.items.push_back({"quiet", "Quiet", 1.0, "", std::nullopt, "", "", false, false});
    put(run, output, makeValue(std::move(scalars)));
}

void addPredictions(ComparedRun& run, const std::vector<double>& predicted, bool diagonal = true) {
    OutputDescription output = described("predictions", ValueKind::table, "Predictions");
    output.key = "row";
    output.view = {{"chart", "scatter"}, {"x", "truth"}, {"y", "guess"}, {"group", "part"}, {"diagonal", diagonal}};
    Column::Integers rows;
    Column::Texts parts;
    Column::Reals truth;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        rows.push_back(static_cast<std::int64_t>(i));
        parts.emplace_back(i == 0 ? "train" : "test");
        truth.push_back(0.0);
    }
    Table table;
    table.columns.emplace_back("row", std::move(rows));
    table.columns.emplace_back("truth", std::move(truth));
    table.columns.back().unit = "m";
    table.columns.emplace_back("guess", Column::Reals(predicted));
    table.columns.emplace_back("part", std::move(parts));
    put(run, output, makeValue(std::move(table)));
}

void addCurves(ComparedRun& run, std::vector<double> y, const char* unit = "m") {
    Series series;
    series.x = {"Iteration", ""};
    series.y = {"RMSE", unit};
    series.lines.push_back({"all/test", "test", "all", {0, 1, 2}, std::move(y), {}, {}});
    if (run.record.id == 1)
        series.lines.push_back({"only", "only here", "all", {0, 1, 2}, {1, 1, 1}, {}, {}});
    put(run, described("curves", ValueKind::series, "Learning curves"), makeValue(std::move(series)));
}

} // namespace

void TestCompareRuns::onlyWhatDiffersIsNamed() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7)};
    auto facts = differingFacts(runs, {});
    QCOMPARE(facts.size(), std::size_t(1));
    QCOMPARE(facts[0].id, std::string("rate"));
    QCOMPARE(facts[0].texts, (std::vector<std::string>{"0.1", "0.2"}));

    runs[1].record.seed = 8;
    runs[1].record.pluginVersion = "2";
    runs[1].record.inputs[0].contentHash = "0123456789abcdef";
    facts = differingFacts(runs, {});
    std::vector<std::string> ids;
    for (const ComparedFact& fact : facts)
        ids.push_back(fact.id);
    QCOMPARE(ids, (std::vector<std::string>{"version", "input/rows", "rate", "seed"}));
    // Of one name, so the content tells them apart.
    QCOMPARE(facts[1].texts[1], std::string("rows.csv, 01234567"));
    runs[1] = makeRun(2, 0.1, 7);
    runs[1].record.inputs[0].title = "copy of rows.csv";
    QVERIFY(differingFacts(runs, {}).empty());
}

void TestCompareRuns::otherExperimentsShareTheirParameters() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7)};
    runs[1].record.plugin = "garden";
    runs[1].record.parameters.reset("depth");
    runs[1].record.parameters.set("water", true);
    std::vector<std::string> ids;
    for (const ComparedFact& fact : differingFacts(runs, {}))
        ids.push_back(fact.id);
    QCOMPARE(ids, (std::vector<std::string>{"system", "rate"}));
}

void TestCompareRuns::metricsOfAtLeastTwoRuns() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7), makeRun(3, 0.3, 7)};
    addMetrics(runs[0], 0.5);
    addMetrics(runs[2], 0.4);
    auto metrics = sharedMetrics(runs);
    QCOMPARE(metrics.size(), std::size_t(1)); // the quiet one is no headline
    QCOMPARE(metrics[0].id, std::string("rmse"));
    QCOMPARE(metrics[0].definition, std::string("root of the mean square"));
    QVERIFY(metrics[0].values[0] && !metrics[0].values[1] && metrics[0].values[2]);
    addMetrics(runs[2], 400.0, "mm");
    QVERIFY(sharedMetrics(runs).empty()); // another unit is another number
}

void TestCompareRuns::errorsArePairedByKey() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7)};
    addPredictions(runs[0], {9, 1, -1, 1, 1, 1});
    addPredictions(runs[1], {9, 2, -3, 4, 5, -6}); // errors greater by 1, 2, 3, 4, 5 on the test part
    const auto errors = pairedErrors(runs, 0);
    QCOMPARE(errors.size(), std::size_t(1)); // one row to train on makes no test
    QCOMPARE(errors[0].group, std::string("test"));
    QCOMPARE(errors[0].unit, std::string("m"));
    QVERIFY(!errors[0].runs[0].test.has_value());
    const auto& test = errors[0].runs[1].test;
    QVERIFY(test.has_value());
    QCOMPARE(test->n, std::int64_t(5));
    QCOMPARE(test->mean, 3.0);
    QVERIFY(std::abs(test->p - 0.0132356) < 1e-6);
    QCOMPARE(errors[0].runs[1].leftOut, std::int64_t(0));
    QCOMPARE(pairedErrors(runs, 1)[0].runs[0].test->mean, -3.0);

    addPredictions(runs[1], {9, 2, -3}); // the others have no partner
    const auto fewer = pairedErrors(runs, 0);
    QCOMPARE(fewer[0].runs[1].test->n, std::int64_t(2));
    QCOMPARE(fewer[0].runs[1].leftOut, std::int64_t(3));
}

void TestCompareRuns::otherDataAreNotPaired() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7)};
    addPredictions(runs[0], {9, 1, 1, 1});
    addPredictions(runs[1], {9, 2, 2, 3});
    QCOMPARE(pairedErrors(runs, 0).size(), std::size_t(1));
    runs[1].record.inputs[0].contentHash = "other";
    QVERIFY(pairedErrors(runs, 0).empty());
}

void TestCompareRuns::outputsWithoutDiagonalAreNotPaired() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7)};
    addPredictions(runs[0], {9, 1, 1, 1}, false);
    addPredictions(runs[1], {9, 2, 2, 3}, false);
    QVERIFY(pairedErrors(runs, 0).empty());
}

void TestCompareRuns::curvesLieOverEachOther() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7), makeRun(3, 0.3, 7)};
    addCurves(runs[0], {3, 2, 1});
    addCurves(runs[1], {3, 1, 0});
    addCurves(runs[2], {3000, 1000, 0}, "mm");
    const auto lines = sharedLines(runs);
    QCOMPARE(lines.size(), std::size_t(1)); // what one run has alone is not compared
    QCOMPARE(lines[0].title, std::string("Learning curves, test"));
    const auto figure = overlaidFigure(runs, lines[0]);
    QVERIFY(figure.has_value());
    QCOMPARE(figure->marks.size(), std::size_t(2)); // millimetres have no place on an axis of metres
    QCOMPARE(figure->keyKind, std::string("run"));
    QCOMPARE(figure->marks[1].id, std::string("2"));
    QCOMPARE(figure->marks[1].label, std::string("run 2"));
    QVERIFY(figure->marks[0].slot == 1 && figure->marks[1].slot == 2);
    QCOMPARE(figure->marks[1].y, (std::vector<double>{3, 1, 0}));
    QCOMPARE(axisTitle(figure->y), std::string("RMSE (m)"));
}

void TestCompareRuns::tableHoldsEverything() {
    std::vector<ComparedRun> runs{makeRun(1, 0.1, 7), makeRun(2, 0.2, 7)};
    addMetrics(runs[0], 0.5);
    addMetrics(runs[1], 0.25);
    addPredictions(runs[0], {9, 1, 1, 1});
    addPredictions(runs[1], {9, 2, 2, 3});
    const Table table = comparisonTable(runs, 0, sharedMetrics(runs), pairedErrors(runs, 0), differingFacts(runs, {}));
    QCOMPARE(table.rowCount(), std::size_t(5)); // a number each, one test, a rate each
    QVERIFY(!table.find("difference_to_reference")->isValid(0));
    QCOMPARE(table.find("difference_to_reference")->number(1), -0.25);
    QCOMPARE(table.find("kind")->texts()[2], std::string(kPairedTestKind));
    QCOMPARE(table.find("n")->number(2), 3.0);
    QVERIFY(table.find("p")->isValid(2) && !table.find("p")->isValid(1));
    QCOMPARE(table.find("text")->texts()[4], std::string("0.2"));
}

QTEST_APPLESS_MAIN(TestCompareRuns)
#include "tst_compare_runs.moc"
