#include "core/store/sqlite_project_store.h"

#include "core/values/text.h"
#include "core/values/value_codec.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <thread>

using namespace vitrine;

namespace {

Dataset numbers(const std::string& title, std::size_t rows = 3) {
    Table table;
    std::vector<double> cells(rows);
    for (std::size_t i = 0; i < rows; ++i)
        cells[i] = static_cast<double>(i) * 0.5;
    table.columns.emplace_back("x", std::move(cells));
    Dataset dataset;
    dataset.title = title;
    dataset.value = makeValue(std::move(table));
    dataset.ledger.recordsRead = static_cast<std::int64_t>(rows);
    dataset.ledger.note(LedgerAction::trimmed, "x", "spaces around a value", 3);
    dataset.source = {"/data/numbers.csv", "numbers.csv", "ab12", 77, "csv", {{"separator", ","}}};
    return dataset;
}

RunRecord someRun() {
    RunRecord run;
    run.title = "Run 1";
    run.plugin = "template";
    run.pluginVersion = "1.2";
    run.programVersion = "0.1.0";
    run.experiment = "scale";
    run.parameters.set("factor", 2.5);
    run.seed = std::numeric_limits<std::uint64_t>::max();
    run.threads = 2;
    run.inputs.push_back({"table", "dataset:1", "numbers.csv", "ab", "/data/numbers.csv", {{"separator", ";"}}});
    return run;
}

ArtifactRecord outputOf(RunId run, const std::string& id) {
    ArtifactRecord artifact;
    artifact.run = run;
    artifact.description.id = id;
    artifact.description.kind = ValueKind::document;
    artifact.description.title = "Notes";
    artifact.fingerprint.plugin = "template";
    artifact.fingerprint.inputHashes = {{"table", "ab"}};
    artifact.fingerprint.seed = 7;
    return artifact;
}

} // namespace

class TestProjectStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void everyRecordComesBack();
    void aLargeValueComesBackBitForBit();
    void aValueIsSharedAsLongAsItIsHeld();
    void anArtifactReplacesItsFormerSelf();
    void removedThingsComeBackUntilTheProjectIsClosed();
    void runsOfADeadProcessAreInterrupted();
    void aSecondWriterIsRefusedAndAReaderIsNot();
    void saveAsGoesOnInTheNewFile();
    void untitledProjectsAreFoundAgain();
    void anEmptyUntitledProjectLeavesNothing();
    void recordsAreChanged();
    void unknownIdsAreNamed();
    void unsoundValuesAreRefused();
    void withoutALogTheProjectStillWorks();
    void manyThreadsReadAndWrite();
    void readersDoNotWaitForALongWrite();

private:
    std::string file(const char* name) const { return toStd(m_folder->filePath(QString::fromLatin1(name))); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestProjectStore::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("VITRINE_STATE_DIR", m_folder->filePath(QStringLiteral("state")).toLocal8Bit());
}

void TestProjectStore::everyRecordComesBack() {
    const std::string path = file("a.vitrine");
    {
        auto store = ProjectStore::create(path);
        QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
        QCOMPARE((*store)->journalNote(), std::string());
        QCOMPARE(*(*store)->addDataset(numbers("Numbers")), DatasetId{1});
        QCOMPARE(*(*store)->addRun(someRun()), RunId{1});
        QVERIFY((*store)->putArtifact(outputOf(1, "notes"), makeValue(Document{"# α"})).ok());
        QVERIFY((*store)->appendLog(1, {{"t1", "info", "one"}, {"t2", "warning", "two"}}).ok());
        ExperimentRecord experiment;
        experiment.title = "Scan";
        experiment.parameters.set("factor", nullptr);
        experiment.seed = 5;
        QCOMPARE(*(*store)->addExperiment(experiment), ExperimentId{1});
        QCOMPARE(*(*store)->addReport({0, "Report", {{"blocks", {1, 2}}}}), ReportId{1});
        QVERIFY((*store)->setState("window", {{"tab", 3}}).ok());
        QVERIFY((*store)->appendHistory({"", "done", "Import numbers.csv"}).ok());
    }
    auto opened = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY(opened.ok());
    const ProjectStore& store = **opened;
    const auto datasets = store.datasets();
    QCOMPARE(datasets->size(), std::size_t{1});
    const DatasetRecord& dataset = datasets->front();
    QCOMPARE(dataset.title, std::string("Numbers"));
    QCOMPARE(dataset.records, std::int64_t{3});
    QVERIFY(dataset.kind == ValueKind::table && !dataset.molecular);
    QCOMPARE(dataset.ledger.summary(), std::string("3 read, 1 trimmed, 0 dropped"));
    QCOMPARE(dataset.ledger.entries().front().lines, (std::vector<std::int64_t>{3}));
    QCOMPARE(dataset.source.fileBytes, std::int64_t{77});
    QVERIFY(dataset.source.options == (nlohmann::json{{"separator", ","}}));
    QCOMPARE(dataset.contentHash, contentSha256(numbers("").value));
    QCOMPARE(contentSha256(*store.datasetValue(1)), dataset.contentHash);

    const auto run = store.run(1);
    QVERIFY(run.ok());
    QCOMPARE(run->seed, std::numeric_limits<std::uint64_t>::max());
    QVERIFY(run->parameters == someRun().parameters);
    QCOMPARE(run->inputs.front().path, std::string("/data/numbers.csv"));
    QVERIFY(run->inputs.front().readerOptions == (nlohmann::json{{"separator", ";"}}));
    QVERIFY(run->created.ends_with("Z"));

    const auto artifacts = store.artifacts(1);
    QCOMPARE(artifacts->size(), std::size_t{1});
    QCOMPARE(artifacts->front().description.title, std::string("Notes"));
    QCOMPARE(artifacts->front().fingerprint.inputHashes.front().second, std::string("ab"));
    QCOMPARE(valueAs<Document>(*store.artifactValue(artifacts->front().id))->markdown, std::string("# α"));

    QCOMPARE(store.runLog(1)->at(1).text, std::string("two"));
    QVERIFY(store.experiments()->front().parameters.isNone("factor"));
    QVERIFY(store.reports()->front().document == (nlohmann::json{{"blocks", {1, 2}}}));
    QCOMPARE(store.state("window")["tab"].get<int>(), 3);
    QVERIFY(store.state("other").is_null());
    QCOMPARE(store.history()->front().text, std::string("Import numbers.csv"));
    QVERIFY(store.damage()->empty());
}

void TestProjectStore::aLargeValueComesBackBitForBit() {
    auto store = ProjectStore::create(file("a.vitrine"));
    const std::size_t rows = 3'000'000; // 24 MB: several chunks and several transactions
    const Dataset dataset = numbers("Large", rows);
    QVERIFY((*store)->addDataset(dataset).ok());
    const std::string hash = contentSha256(dataset.value);
    const std::string path = (*store)->path();
    store->reset();
    auto again = ProjectStore::open(path, OpenMode::readOnly);
    const auto value = (*again)->datasetValue(1);
    QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
    QCOMPARE(contentSha256(*value), hash);
    QCOMPARE(valueAs<Table>(*value)->rowCount(), rows);
}

void TestProjectStore::aValueIsSharedAsLongAsItIsHeld() {
    auto store = ProjectStore::create(file("a.vitrine"));
    {
        const Dataset dataset = numbers("N");
        QVERIFY((*store)->addDataset(dataset).ok());
        QVERIFY(valueAs<Table>(*(*store)->datasetValue(1)) == valueAs<Table>(dataset.value));
    }
    std::weak_ptr<const Table> first = valueAs<Table>(*(*store)->datasetValue(1));
    QVERIFY(first.expired());
    const auto held = (*store)->datasetValue(1);
    QVERIFY(valueAs<Table>(*held) == valueAs<Table>(*(*store)->datasetValue(1)));
}

void TestProjectStore::anArtifactReplacesItsFormerSelf() {
    auto store = ProjectStore::create(file("a.vitrine"));
    const RunId run = *(*store)->addRun(someRun());
    const auto first = (*store)->putArtifact(outputOf(run, "notes"), makeValue(Document{"one"}));
    const auto old = (*store)->artifactValue(*first);
    const auto second = (*store)->putArtifact(outputOf(run, "notes"), makeValue(Document{"two"}));
    QCOMPARE(*first, *second);
    QCOMPARE((*store)->artifacts(run)->size(), std::size_t{1});
    QCOMPARE(valueAs<Document>(*(*store)->artifactValue(*second))->markdown, std::string("two"));
    QCOMPARE(valueAs<Document>(*old)->markdown, std::string("one"));
    QVERIFY(!(*store)->putArtifact(outputOf(99, "notes"), makeValue(Document{"x"})).ok());
}

void TestProjectStore::removedThingsComeBackUntilTheProjectIsClosed() {
    auto store = ProjectStore::create(file("a.vitrine"));
    QVERIFY((*store)->addDataset(numbers("Stays")).ok());
    QVERIFY((*store)->addDataset(numbers("Goes", 400'000)).ok());
    const RunId run = *(*store)->addRun(someRun());
    QVERIFY((*store)->putArtifact(outputOf(run, "notes"), makeValue(Document{"x"})).ok());
    QVERIFY((*store)->removeDataset(2).ok());
    QVERIFY((*store)->removeRun(run).ok());
    QCOMPARE((*store)->datasets()->size(), std::size_t{1});
    QVERIFY((*store)->runs()->empty());
    QVERIFY((*store)->dataset(2).error().code == ErrorCode::notFound);
    QVERIFY((*store)->restoreDataset(2).ok());
    QCOMPARE((*store)->datasets()->at(1).title, std::string("Goes"));
    QVERIFY((*store)->removeDataset(2).ok());
    const std::string path = (*store)->path();
    QVERIFY((*store)->save().ok());
    const qint64 before = QFileInfo(toQString(path)).size();
    store->reset();
    QVERIFY(QFileInfo(toQString(path)).size() < before / 10);
    store = ProjectStore::open(path, OpenMode::readWrite);
    QCOMPARE((*store)->datasets()->size(), std::size_t{1});
    QVERIFY(!(*store)->restoreDataset(2).ok());
    QVERIFY(!(*store)->restoreRun(run).ok());
    QVERIFY((*store)->artifacts(run)->empty());
    QCOMPARE(*(*store)->addDataset(numbers("New")), DatasetId{3}); // ids are never used twice
}

void TestProjectStore::runsOfADeadProcessAreInterrupted() {
    const std::string path = file("a.vitrine");
    {
        auto store = ProjectStore::create(path);
        RunRecord run = someRun();
        for (RunState state : {RunState::queued, RunState::running, RunState::finished, RunState::failed}) {
            run.state = state;
            QVERIFY((*store)->addRun(run).ok());
        }
        // A reader must not touch what a living writer is doing.
        auto reader = ProjectStore::open(path, OpenMode::readOnly);
        QVERIFY((*reader)->run(2)->state == RunState::running);
    }
    auto store = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY((*store)->run(1)->state == RunState::interrupted);
    QVERIFY((*store)->run(2)->state == RunState::interrupted);
    QVERIFY((*store)->run(2)->message.starts_with("the program ended while"));
    QVERIFY((*store)->run(3)->state == RunState::finished);
    QVERIFY((*store)->run(4)->state == RunState::failed);
}

void TestProjectStore::aSecondWriterIsRefusedAndAReaderIsNot() {
    const std::string path = file("a.vitrine");
    auto store = ProjectStore::create(path);
    QVERIFY((*store)->addDataset(numbers("N")).ok());
    const auto second = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY(!second.ok() && second.error().code == ErrorCode::storage);
    QCOMPARE(second.error().message,
             std::string("a.vitrine: the project is open in this Vitrine already; it can be opened read-only"));
    auto reader = ProjectStore::open(path, OpenMode::readOnly);
    QVERIFY(reader.ok() && (*reader)->isReadOnly());
    QCOMPARE((*reader)->datasets()->size(), std::size_t{1});
    QVERIFY((*store)->addDataset(numbers("M")).ok());
    QCOMPARE((*reader)->datasets()->size(), std::size_t{2});
    const auto refused = (*reader)->renameDataset(1, "X");
    QCOMPARE(refused.error().message, std::string("a.vitrine: the project is open read-only; save it under another "
                                                  "name to change it"));
    QVERIFY(!(*reader)->save().ok());
    QVERIFY(!ProjectStore::create(path).ok());
}

void TestProjectStore::saveAsGoesOnInTheNewFile() {
    const std::string first = file("a.vitrine");
    const std::string second = file("b.vitrine");
    auto store = ProjectStore::create(first);
    QVERIFY((*store)->addDataset(numbers("N")).ok());
    QVERIFY((*store)->saveAs(second).ok());
    QCOMPARE((*store)->path(), second);
    QVERIFY((*store)->addDataset(numbers("M")).ok());
    auto old = ProjectStore::open(first, OpenMode::readWrite); // its lock is free again
    QVERIFY(old.ok());
    QCOMPARE((*old)->datasets()->size(), std::size_t{1});
    QVERIFY(!(*store)->saveAs(first).ok()); // open elsewhere now
    QCOMPARE((*store)->datasets()->size(), std::size_t{2});
    old->reset();
    QVERIFY((*store)->saveAs(first).ok()); // replaces the file
    QCOMPARE((*store)->datasets()->size(), std::size_t{2});
    auto reader = ProjectStore::open(second, OpenMode::readOnly);
    QVERIFY((*reader)->saveAs(file("c.vitrine")).ok());
    QVERIFY(!(*reader)->isReadOnly());
    QVERIFY((*reader)->renameDataset(1, "Renamed").ok());
    QVERIFY(!(*reader)->saveAs(file("no such folder/d.vitrine")).ok());
    QCOMPARE((*reader)->datasets()->front().title, std::string("Renamed"));
}

void TestProjectStore::untitledProjectsAreFoundAgain() {
    std::string path;
    {
        auto store = ProjectStore::createUntitled();
        QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
        QVERIFY((*store)->isUntitled());
        QVERIFY((*store)->addDataset(numbers("N")).ok());
        path = (*store)->path();
        QVERIFY(ProjectStore::leftUntitled().empty()); // it is open
    }
    QCOMPARE(ProjectStore::leftUntitled(), std::vector<std::string>{path});
    auto store = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY((*store)->isUntitled());
    QVERIFY((*store)->saveAs(file("named.vitrine")).ok());
    QVERIFY(!(*store)->isUntitled());
    QVERIFY(!QFile::exists(toQString(path)));
    store->reset();
    QVERIFY(ProjectStore::leftUntitled().empty());
}

void TestProjectStore::anEmptyUntitledProjectLeavesNothing() {
    auto store = ProjectStore::createUntitled();
    const QString path = toQString((*store)->path());
    QVERIFY((*store)->setState("window", 1).ok());
    store->reset();
    QVERIFY(!QFile::exists(path));
    const QDir folder(QFileInfo(path).path());
    QVERIFY(folder.entryList(QDir::Files).isEmpty());

    // One that a killed process left is swept away by the next; one with content never is.
    for (const bool full : {false, true}) {
        const QString left = folder.filePath(QStringLiteral("untitled-left-%1.vitrine").arg(int(full)));
        const QString source = m_folder->filePath(QStringLiteral("source%1.vitrine").arg(int(full)));
        auto made = ProjectStore::create(toStd(source));
        QVERIFY(!full || (*made)->addDataset(numbers("N")).ok());
        made->reset();
        QVERIFY(QFile::copy(source, left));
    }
    store = ProjectStore::createUntitled();
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("untitled-left-0.vitrine"))));
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("untitled-left-1.vitrine"))));
}

void TestProjectStore::recordsAreChanged() {
    auto store = ProjectStore::create(file("a.vitrine"));
    RunRecord run = someRun();
    run.id = *(*store)->addRun(run);
    QVERIFY((*store)->renameRun(run.id, "By hand").ok());
    run.state = RunState::finished;
    run.seconds = std::nan(""); // not a time: never stored
    run.message = "done";
    QVERIFY((*store)->updateRun(run).ok());
    QVERIFY((*store)->run(run.id)->state == RunState::finished && (*store)->run(run.id)->seconds == 0.0);
    QCOMPARE((*store)->run(run.id)->title, std::string("By hand")); // the job's copy does not know the new title
    ExperimentRecord experiment;
    experiment.id = *(*store)->addExperiment(experiment);
    experiment.title = "New";
    experiment.parameters.set("depth", 3);
    QVERIFY((*store)->updateExperiment(experiment).ok());
    QVERIFY((*store)->experiments()->front().parameters == experiment.parameters);
    ReportRecord report{*(*store)->addReport({}), "Title", {{"blocks", 1}}};
    QVERIFY((*store)->updateReport(report).ok());
    QCOMPARE((*store)->reports()->front().title, std::string("Title"));
    QVERIFY((*store)->removeReport(report.id).ok() && (*store)->removeExperiment(experiment.id).ok());
    QVERIFY((*store)->reports()->empty() && (*store)->experiments()->empty());
    QVERIFY((*store)->restoreReport(report.id).ok() && (*store)->restoreExperiment(experiment.id).ok());
    QVERIFY((*store)->reports()->size() == 1 && (*store)->experiments()->size() == 1);
}

void TestProjectStore::unknownIdsAreNamed() {
    auto store = ProjectStore::create(file("a.vitrine"));
    QCOMPARE((*store)->dataset(7).error().message, std::string("there is no data set 7 in this project"));
    QCOMPARE((*store)->run(7).error().message, std::string("there is no run 7 in this project"));
    QCOMPARE((*store)->artifactValue(7).error().message, std::string("there is no artifact 7 in this project"));
    QVERIFY((*store)->removeReport(7).error().code == ErrorCode::notFound);
    QVERIFY((*store)->renameDataset(7, "x").error().code == ErrorCode::notFound);
    QVERIFY(!(*store)->appendLog(7, {{"t", "info", "x"}}).ok());
}

void TestProjectStore::unsoundValuesAreRefused() {
    auto store = ProjectStore::create(file("a.vitrine"));
    Dataset dataset = numbers("N");
    Table table;
    table.columns.emplace_back("x", Column::Reals{1, 2});
    table.columns.emplace_back("y", Column::Reals{1});
    dataset.value = makeValue(std::move(table));
    const auto refused = (*store)->addDataset(dataset);
    QCOMPARE(refused.error().message, std::string("the column \"y\" has 1 cells for 2 rows"));
    QVERIFY((*store)->datasets()->empty());
}

void TestProjectStore::withoutALogTheProjectStillWorks() {
    const std::string path = file("a.vitrine");
    SqliteProjectStore::Options noSharedMemory;
    noSharedMemory.vfs = "unix-none";
    {
        auto store = ProjectStore::create(path);
        QVERIFY((*store)->addDataset(numbers("N")).ok());
    }
    {
        auto store = SqliteProjectStore::openAt(path, noSharedMemory);
        QVERIFY2(store.ok(), store.ok() ? "" : store.error().message.c_str());
        QVERIFY((*store)->journalNote().starts_with("Write-ahead logging is not possible"));
        QVERIFY((*store)->addDataset(numbers("M")).ok());
        QCOMPARE((*store)->datasets()->size(), std::size_t{2});
        QVERIFY((*store)->save().ok());
        QVERIFY(!QFile::exists(toQString(path + "-wal")));
    }
    auto store = ProjectStore::open(path, OpenMode::readWrite);
    QCOMPARE((*store)->journalNote(), std::string());
    QCOMPARE((*store)->datasets()->size(), std::size_t{2});
}

void TestProjectStore::manyThreadsReadAndWrite() {
    auto store = ProjectStore::create(file("a.vitrine"));
    const RunId run = *(*store)->addRun(someRun());
    std::atomic<int> failures{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 10; ++i) {
                    const std::string id = "out_" + std::to_string(t) + "_" + std::to_string(i);
                    const auto put = (*store)->putArtifact(outputOf(run, id), makeValue(Document{id}));
                    const auto value = put ? (*store)->artifactValue(*put) : Result<Value>(put.error());
                    if (!value || valueAs<Document>(*value)->markdown != id || !(*store)->runs().ok() ||
                        !(*store)->setState("k" + id, i).ok())
                        ++failures;
                }
            });
    }
    QCOMPARE(failures.load(), 0);
    QCOMPARE((*store)->artifacts(run)->size(), std::size_t{40});
}

void TestProjectStore::readersDoNotWaitForALongWrite() {
    auto store = ProjectStore::create(file("a.vitrine"));
    QVERIFY((*store)->addDataset(numbers("Small")).ok());
    const Dataset large = numbers("Large", 8'000'000);
    std::atomic<bool> done{false};
    qint64 longest = 0;
    int reads = 0;
    std::jthread writer([&] {
        if (!(*store)->addDataset(large).ok())
            qFatal("writing failed");
        done = true;
    });
    while (!done) {
        QElapsedTimer timer;
        timer.start();
        QVERIFY((*store)->datasets().ok());
        longest = std::max(longest, timer.elapsed());
        ++reads;
    }
    QVERIFY(reads > 3);
    qInfo("longest wait %lld ms in %d reads", longest, reads);
    writer.join();
    QCOMPARE((*store)->datasets()->size(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestProjectStore)
#include "tst_project_store.moc"
