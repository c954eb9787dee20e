#include "core/store/sqlite_project_store.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "tests/core/values/sample_values.h"

#include <QtTest>

using namespace vitrine;

// Every released version of the project file is kept as SQL text in tests/data/store. That of a new version is made
// with "tst_store_migrations --write FILE", whose file is then dumped as SQL.

namespace {

RunRecord sampleRun(RunState state) {
    RunRecord run;
    run.title = "Run α";
    run.plugin = "pathboost";
    run.pluginVersion = "1.0.0";
    run.programVersion = "0.1.0";
    run.experiment = "train";
    run.parameters.set("learning_rate", 0.1);
    run.parameters.set("patience", nullptr);
    run.seed = 18446744073709551557ULL;
    run.threads = 2;
    run.inputs.push_back({"graphs", "dataset:1", "two.csv", "ab", "/data/two.csv", nullptr});
    run.state = state;
    run.created = "2026-01-31T12:00:00.000Z";
    run.seconds = 1.5;
    run.peakBytes = 1'000'000;
    return run;
}

Dataset sampleDataset() {
    Dataset dataset;
    dataset.title = "two";
    dataset.value = makeValue(samples::graphSet());
    dataset.ledger.recordsRead = 3;
    dataset.ledger.recordsDropped = 1;
    dataset.ledger.note(LedgerAction::dropped, "smiles", "RDKit cannot read it", 3);
    dataset.source = {"/data/two.csv", "two.csv", "cd", 120, "csv", {{"separator", ","}}};
    return dataset;
}

int writeSample(const char* path) {
    auto store = ProjectStore::create(path);
    bool ok = store.ok() && (*store)->addDataset(sampleDataset()).ok();
    for (const RunState state : {RunState::finished, RunState::running})
        ok = ok && (*store)->addRun(sampleRun(state)).ok();
    for (const Value& value : samples::all()) {
        ArtifactRecord artifact;
        artifact.run = 1;
        artifact.description.id = valueKindName(kindOf(value));
        artifact.description.kind = kindOf(value);
        artifact.fingerprint.seed = 7;
        ok = ok && (*store)->putArtifact(artifact, value).ok();
    }
    ExperimentRecord experiment;
    experiment.title = "Next";
    experiment.plugin = "pathboost";
    experiment.seed = 5;
    ok = ok && (*store)->addExperiment(experiment).ok() && (*store)->appendLog(1, {{"t", "info", "started"}}).ok();
    ok = ok && (*store)->addReport({0, "Report", {{"title", "R"}}}).ok() && (*store)->setState("window", 3).ok();
    ok = ok && (*store)->appendHistory({"2026-01-31T12:00:00.000Z", "done", "Import two.csv"}).ok();
    return ok ? 0 : 1;
}

} // namespace

class TestStoreMigrations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void projectsOfEveryVersionOpen_data();
    void projectsOfEveryVersionOpen();
    void theNewestVersionHasItsFixture();
};

void TestStoreMigrations::projectsOfEveryVersionOpen_data() {
    QTest::addColumn<QString>("sqlFile");
    const QDir folder(QStringLiteral(VITRINE_TEST_DATA "/store"));
    for (const QString& name : folder.entryList({QStringLiteral("v*.sql")}, QDir::Files, QDir::Name))
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TestStoreMigrations::projectsOfEveryVersionOpen() {
    QFETCH(QString, sqlFile);
    QFile sql(sqlFile);
    QVERIFY(sql.open(QIODevice::ReadOnly));
    QTemporaryDir folder;
    const std::string path = toStd(folder.filePath(QStringLiteral("old.vitrine")));
    {
        auto database = Database::open(path, {.readOnly = false, .create = true, .immutable = false, .vfs = {}});
        const auto made = (*database)->execute(sql.readAll().toStdString());
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().context.c_str());
    }
    auto opened = ProjectStore::open(path, OpenMode::readWrite);
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
    const ProjectStore& store = **opened;
    const DatasetRecord dataset = store.dataset(1).value();
    QCOMPARE(dataset.contentHash, contentSha256(sampleDataset().value));
    QCOMPARE(contentSha256(*store.datasetValue(1)), dataset.contentHash);
    QVERIFY(dataset.molecular && dataset.records == 2 && dataset.source.fileName == "two.csv");
    QCOMPARE(dataset.ledger.summary(), std::string("3 read, 1 dropped"));
    const RunRecord run = store.run(1).value();
    QVERIFY(run.parameters == sampleRun(RunState::finished).parameters && run.seed == sampleRun(run.state).seed);
    QVERIFY(run.state == RunState::finished && run.seconds == 1.5 && run.inputs.front().reference == "dataset:1");
    QVERIFY(store.run(2)->state == RunState::interrupted);
    const auto artifacts = store.artifacts(1).value();
    const auto values = samples::all();
    QCOMPARE(artifacts.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        QCOMPARE(artifacts[i].description.id, std::string(valueKindName(kindOf(values[i]))));
        QCOMPARE(contentSha256(*store.artifactValue(artifacts[i].id)), contentSha256(values[i]));
    }
    QCOMPARE(store.experiments()->front().title, std::string("Next"));
    QCOMPARE(store.runLog(1)->front().text, std::string("started"));
    QCOMPARE(store.reports()->front().document["title"].get<std::string>(), std::string("R"));
    QCOMPARE(store.state("window").get<int>(), 3);
    QCOMPARE(store.history()->front().text, std::string("Import two.csv"));
    QVERIFY(store.damage()->empty());
    QVERIFY((*opened)->addDataset(sampleDataset()).ok());
    opened->reset();
    auto database = Database::open(path, {.readOnly = true, .create = false, .immutable = false, .vfs = {}});
    QCOMPARE(*(*database)->queryInteger("PRAGMA user_version"), std::int64_t{SqliteProjectStore::kVersion});
}

void TestStoreMigrations::theNewestVersionHasItsFixture() {
    QVERIFY(QFile::exists(QStringLiteral(VITRINE_TEST_DATA "/store/v%1.sql").arg(SqliteProjectStore::kVersion)));
}

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--write")
        return writeSample(argv[2]);
    QCoreApplication application(argc, argv);
    TestStoreMigrations test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_store_migrations.moc"
