#include "core/values/text.h"
#include "plugins/pathboost/views/run_paths.h"
#include "tests/plugins/pathboost/views/esol_run.h"

#include <QtTest>

#include <set>

using namespace vitrine;
using namespace vitrine::pathboost;

/// What the tables say about each path.
class TestRunPaths : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_run = runs::esolRun(); }
    void rowsAreThoseOfTheImportanceTable();
    void withoutImportanceTheSelectedPathsTell();
    void nothingYetIsNoPath();
    void panesShareOneObject();
    void labelsOfPrefixesAreElements();
    void numbersStayNumbersWhereTheyAreNoElements();
    void escapedLabelsAreNotSplit();
    void wrongTablesAreNoCrash();

private:
    std::shared_ptr<RunData> m_run;
};

void TestRunPaths::rowsAreThoseOfTheImportanceTable() {
    const RunPaths paths(*m_run);
    const auto table = outputTable(*m_run, kImportance);
    QVERIFY(paths.hasImportance());
    QCOMPARE(paths.rows().size(), table->rowCount());
    QCOMPARE(paths.importanceUnit(), QStringLiteral("%"));
    QCOMPARE(paths.effectUnit(), QStringLiteral("log mol/L"));
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        const PathRow& path = paths.rows()[row];
        QCOMPARE(toStd(path.key), table->find(column::kPath)->texts()[row]);
        QCOMPARE(path.labels.join(QLatin1Char('-')), toQString(table->find(column::kLabel)->texts()[row]));
        QCOMPARE(*path.importance, table->find(column::kImportance)->reals()[row]);
        QCOMPARE(path.timesChosen, table->find(column::kTimesChosen)->integers()[row]);
        QCOMPARE(path.firstIteration, table->find(column::kFirstIteration)->integers()[row]);
        QCOMPARE(*path.graphsAll, table->find(column::kGraphsAll)->integers()[row]);
        QCOMPARE(paths.rankOf(path.key), static_cast<int>(row) + 1);
        QCOMPARE(paths.find(path.key), &path);
    }
    QVERIFY(!paths.find(QStringLiteral("1-2-3")));
}

void TestRunPaths::withoutImportanceTheSelectedPathsTell() {
    RunData run = *m_run;
    run.outputs.erase(kImportance);
    const RunPaths paths(run);
    QVERIFY(!paths.hasImportance());
    const RunPaths full(*m_run);
    QCOMPARE(paths.rows().size(), full.rows().size());
    for (const PathRow& expected : full.rows()) {
        const PathRow* path = paths.find(expected.key);
        QVERIFY(path);
        QCOMPARE(path->label, expected.label);
        QCOMPARE(path->anchor, expected.anchor);
        QCOMPARE(path->timesChosen, expected.timesChosen);
        QCOMPARE(path->firstIteration, expected.firstIteration);
        QVERIFY(!path->importance && !path->graphsAll && !path->meanEffect);
    }
    for (std::size_t i = 1; i < paths.rows().size(); ++i)
        QVERIFY(paths.rows()[i - 1].timesChosen >= paths.rows()[i].timesChosen);
}

void TestRunPaths::nothingYetIsNoPath() {
    const RunPaths paths(RunData{});
    QVERIFY(paths.isEmpty());
    QCOMPARE(paths.rankOf(QStringLiteral("6")), 0);
}

void TestRunPaths::panesShareOneObject() {
    const auto first = RunPaths::of(*m_run);
    RunData again = *m_run; // a later snapshot with the same tables
    QCOMPARE(RunPaths::of(again), first);
    again.outputs.erase(kImportance);
    QVERIFY(RunPaths::of(again) != first);
}

void TestRunPaths::labelsOfPrefixesAreElements() {
    const RunPaths paths(*m_run);
    QCOMPARE(paths.labelOf(QStringLiteral("17-6-35")), QStringLiteral("Cl–C–Br"));
    QCOMPARE(paths.labelsOf(QStringLiteral("6-17")), (QStringList{QStringLiteral("C"), QStringLiteral("Cl")}));
    QCOMPARE(paths.labelOf(QStringLiteral("6--6")), QStringLiteral("6--6"));
    QCOMPARE(prefixKeys(QStringLiteral("6-6-17")),
             (QStringList{QStringLiteral("6"), QStringLiteral("6-6"), QStringLiteral("6-6-17")}));
}

void TestRunPaths::numbersStayNumbersWhereTheyAreNoElements() {
    RunData run;
    run.outputs[kSelectedPaths] =
        makeValue(Table{{{column::kPath, Column::Texts{"1-2"}}, {column::kLabel, Column::Texts{"1-2"}}}});
    QCOMPARE(RunPaths(run).rows().front().label, QStringLiteral("1–2"));
}

void TestRunPaths::escapedLabelsAreNotSplit() {
    QCOMPARE(prefixKeys(QStringLiteral("a\\-b-c")), (QStringList{QStringLiteral("a\\-b"), QStringLiteral("a\\-b-c")}));
    const RunPaths paths(RunData{});
    QCOMPARE(paths.labelsOf(QStringLiteral("a\\-b-c")), (QStringList{QStringLiteral("a-b"), QStringLiteral("c")}));
}

void TestRunPaths::wrongTablesAreNoCrash() {
    RunData run;
    run.outputs[kImportance] = makeValue(Table{{{column::kPath, Column::Reals{1.5, 2.5}}}});
    const RunPaths paths(run);
    QCOMPARE(paths.rows().size(), std::size_t{2});
    QVERIFY(!paths.hasImportance());
    run.outputs[kImportance] = makeValue(Model{});
    QVERIFY(RunPaths(run).isEmpty());
    QVERIFY(parameterOf(run, "label_attribute").is_null());
}

QTEST_MAIN(TestRunPaths)
#include "tst_run_paths.moc"
