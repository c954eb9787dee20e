#include "core/compare/run_table.h"

#include <QTemporaryDir>
#include <QTest>

using namespace vitrine;

/// All runs in one table, and what a person wrote about them.
class TestRunTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsHoldNumbersAndWhatDiffers();
    void unitsAreKeptApart();
    void notesAreKeptByRun();
    void oddNotesAreLeftOut();
    void tagsAreWrittenAsTheyAreRead();
};

namespace {

ComparedRun makeRun(RunId id, const char* experiment, double rate, std::optional<double> rmse, const char* unit = "m") {
    ComparedRun run;
    run.record.id = id;
    run.record.title = "Trees " + std::to_string(id);
    run.record.plugin = "forest";
    run.record.experiment = experiment;
    run.record.parameters.set("rate", rate);
    run.record.parameters.set("kind", "plain");
    run.record.state = RunState::finished;
    run.record.created = "2026-11-30T17:05:09Z";
    run.record.seconds = 2.5;
    if (!rmse)
        return run;
    OutputDescription output;
    output.id = "metrics";
    output.kind = ValueKind::scalars;
    output.headline = true;
    Scalars scalars;
    scalars.items.push_back({"rmse", "RMSE", *rmse, unit, std::nullopt, "", "", true, true});
    run.descriptions["metrics"] = output;
    run.outputs.emplace("metrics", makeValue(std::move(scalars)));
    return run;
}

std::shared_ptr<ProjectStore> makeStore(const QTemporaryDir& folder) {
    auto store = ProjectStore::create(folder.filePath(QStringLiteral("notes.vitrine")).toStdString());
    return store ? *store : nullptr;
}

} // namespace

void TestRunTable::rowsHoldNumbersAndWhatDiffers() {
    const std::vector<ComparedRun> runs{makeRun(3, "train", 0.2, 0.5), makeRun(2, "train", 0.1, std::nullopt),
                                        makeRun(1, "other", 0.7, std::nullopt)};
    const RunTable made = runTable(runs, {{2, {{"final", "figure 2"}, "the good one"}}}, {});
    const Table& table = *made.table;
    QCOMPARE(table.rowCount(), std::size_t(3));
    QCOMPARE(table.find("run")->integers()[0], std::int64_t(3));
    QCOMPARE(table.find("started")->texts()[0], std::string("2026-11-30 17:05"));
    QCOMPARE(table.find("rmse")->number(0), 0.5);
    QVERIFY(!table.find("rmse")->isValid(1)); // a run without the number is not zero
    QCOMPARE(table.find("rmse")->unit, std::string("m"));
    QCOMPARE(made.titles.at("rmse"), std::string("RMSE"));
    // Parameters are compared among runs of one experiment, and sorted as numbers.
    QVERIFY(table.find("rate")->isNumeric());
    QCOMPARE(table.find("rate")->number(1), 0.1);
    QVERIFY(!table.find("rate")->isValid(2));
    QVERIFY(!table.find("kind"));
    QCOMPARE(table.find("tags")->texts()[1], std::string("final, figure 2"));
    QCOMPARE(table.find("note")->texts()[1], std::string("the good one"));
    QVERIFY(!table.find("note")->isValid(0));
}

void TestRunTable::unitsAreKeptApart() {
    const std::vector<ComparedRun> runs{makeRun(2, "train", 0.1, 0.5), makeRun(1, "train", 0.1, 500.0, "mm")};
    const Table table = *runTable(runs, {}, {}).table;
    QVERIFY(table.find("rmse") && table.find("rmse_2"));
    QCOMPARE(table.find("rmse_2")->unit, std::string("mm"));
    QVERIFY(!table.find("rmse")->isValid(1) && !table.find("rmse_2")->isValid(0));
    QVERIFY(!table.find("rate")); // the same everywhere
}

void TestRunTable::notesAreKeptByRun() {
    const QTemporaryDir folder;
    const auto store = makeStore(folder);
    QVERIFY(store);
    const RunNotes first{{"a", "b"}, "text"};
    QVERIFY(writeRunNotes(*store, 7, first).ok());
    QVERIFY(writeRunNotes(*store, 8, {{}, "other"}).ok());
    QCOMPARE(readRunNotes(*store).size(), std::size_t(2));
    QVERIFY(readRunNotes(*store).at(7) == first);
    QVERIFY(writeRunNotes(*store, 8, {}).ok());
    QCOMPARE(readRunNotes(*store).size(), std::size_t(1));
}

void TestRunTable::oddNotesAreLeftOut() {
    const QTemporaryDir folder;
    const auto store = makeStore(folder);
    QVERIFY(store);
    QVERIFY(store->setState("runs/notes", nlohmann::json::array({1, 2})).ok());
    QVERIFY(readRunNotes(*store).empty());
    const nlohmann::json odd{{"7", {{"tags", {1, "good"}}, {"text", 3}}}, {"x", {{"text", "no number"}}}, {"9", 4}};
    QVERIFY(store->setState("runs/notes", odd).ok());
    const auto notes = readRunNotes(*store);
    QCOMPARE(notes.size(), std::size_t(1));
    QCOMPARE(notes.at(7).tags, std::vector<std::string>{"good"});
}

void TestRunTable::tagsAreWrittenAsTheyAreRead() {
    QCOMPARE(tagsFromText(" a ,b,, a,c d "), (std::vector<std::string>{"a", "b", "c d"}));
    QCOMPARE(tagsText({"a", "b"}), std::string("a, b"));
    QVERIFY(tagsFromText("").empty());
}

QTEST_APPLESS_MAIN(TestRunTable)
#include "tst_run_table.moc"
