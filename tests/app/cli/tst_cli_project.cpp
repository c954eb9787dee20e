#include "core/data/reader.h"
#include "core/store/project_store.h"
#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

#include <algorithm>

using namespace vitrine;
using namespace vitrine::test;

/// `vitrine import` and `vitrine run --project`, ended in every way.
class TestCliProject : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void importsWithALedger();
    void importsGraphFilesAsOne();
    void takesAMovedFileAsTheSource();
    void runsOnWhatTheProjectHolds();
    void keepsTheSameFileOnce();
    void refusesAProjectThatIsOpenElsewhere();
    void refusesWhatTheProjectDoesNotHold();
    void quotesControlCharactersInFileNames();
    void linksLargeFiles();
    void stopsOnInterrupt();
    void importKeepsWhatWasReadOnInterrupt();
    void endsAtOnceOnTheSecondInterrupt();
    void survivesAKill();
    void saysWhatAReportOfADamagedProjectLacks();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    /// Goes on for minutes unless it is ended.
    QStringList longRun(const char* project) const;
    std::shared_ptr<ProjectStore> open(const char* project) const;

    QTemporaryDir m_folder;
};

namespace {

const QByteArray kFirstArtifact = "\"event\":\"artifact\",\"output\":\"histogram\"";
const QByteArray kResampling = "\"stage\":\"Resampling\"";

} // namespace

void TestCliProject::initTestCase() {
    writeFile(path("lengths.csv"), lengthsCsv(200));
    writeFile(path("long.csv"), lengthsCsv(20000));
}

QStringList TestCliProject::longRun(const char* project) const {
    return {QStringLiteral("run"),
            QStringLiteral("template/summary"),
            QStringLiteral("--json"),
            QStringLiteral("--input"),
            QStringLiteral("table=") + path("long.csv"),
            QStringLiteral("--set"),
            QStringLiteral("column=length"),
            QStringLiteral("--set"),
            QStringLiteral("resamples=1000000"),
            QStringLiteral("--project"),
            path(project)};
}

std::shared_ptr<ProjectStore> TestCliProject::open(const char* project) const {
    const auto store = ProjectStore::open(toStd(path(project)), OpenMode::readWrite);
    return store ? *store : nullptr;
}

void TestCliProject::importsGraphFilesAsOne() {
    const QString samples = QStringLiteral(VITRINE_SOURCE_DIR "/tests/data/graphs/samples/");
    const QStringList files{QStringLiteral("import"), samples + QStringLiteral("mutag_010.gml"),
                            samples + QStringLiteral("mutag_002.gml"), samples + QStringLiteral("mutag_000.gml")};
    const auto datasets = [&](const QStringList& more, const char* project) {
        CliProcess import(files + more + QStringList{QStringLiteral("--project"), path(project)});
        const int code = import.finish();
        return QStringLiteral("%1 %2").arg(code).arg(import.out().count(QStringLiteral("dataset:")));
    };
    QCOMPARE(datasets({}, "one.vitrine"), QStringLiteral("0 1"));
    QCOMPARE(datasets({QStringLiteral("--separate")}, "three.vitrine"), QStringLiteral("0 3"));
    // A file with many graphs is a data set of its own, and so are the others then.
    writeFile(path("two.gml"), "graph [ ]\ngraph [ ]\n");
    QCOMPARE(datasets({path("two.gml")}, "four.vitrine"), QStringLiteral("0 4"));
    const auto store = ProjectStore::open(path("one.vitrine").toStdString(), OpenMode::readOnly);
    QVERIFY(store.ok());
    const auto records = (*store)->datasets();
    QVERIFY(records.ok());
    QCOMPARE(records->front().records, 3);
    const auto value = (*store)->datasetValue(records->front().id);
    QVERIFY(value.ok());
    QCOMPARE(valueAs<GraphSet>(*value)->graphs.find("file")->texts()[2], "mutag_010.gml");
}

void TestCliProject::importsWithALedger() {
    CliProcess import({QStringLiteral("import"), path("lengths.csv"), QStringLiteral("--project"), path("a.vitrine")});
    QCOMPARE(import.finish(), 0);
    QVERIFY2(import.out().startsWith(QStringLiteral("dataset:1  lengths.csv (table): 200 read")),
             qPrintable(import.out()));
    CliProcess json({QStringLiteral("import"), path("long.csv"), QStringLiteral("--project"), path("a.vitrine"),
                     QStringLiteral("--json")});
    QCOMPARE(json.finish(), 0);
    bool found = false;
    for (const auto& line : json.lines())
        if (line.at("event") == "dataset") {
            found = true;
            QCOMPARE(line.at("dataset").get<int>(), 2);
            QCOMPARE(line.at("ledger").at("records_read").get<int>(), 20000);
        }
    QVERIFY(found);
    CliProcess missing({QStringLiteral("import"), path("nothing.csv"), QStringLiteral("--project"), path("a.vitrine")});
    QCOMPARE(missing.finish(), 2);
    QVERIFY(QFile::link(path("loop.csv"), path("loop.csv")));
    CliProcess loop({QStringLiteral("import"), path("loop.csv"), QStringLiteral("--project"), path("a.vitrine")});
    QCOMPARE(loop.finish(), 1);
    QVERIFY2(loop.err().contains(QStringLiteral("loop.csv: a link that leads back to itself, expected a file")),
             qPrintable(loop.err()));
    const auto store = open("a.vitrine");
    QVERIFY(store);
    QCOMPARE(store->datasets()->size(), std::size_t(2));
}

void TestCliProject::takesAMovedFileAsTheSource() {
    writeFile(path("old.csv"), lengthsCsv(50));
    CliProcess import({QStringLiteral("import"), path("old.csv"), QStringLiteral("--project"), path("moved.vitrine")});
    QCOMPARE(import.finish(), 0);
    QVERIFY(QFile::rename(path("old.csv"), path("new.csv")));
    const auto relink = [this](const char* file) {
        return QStringList{QStringLiteral("import"),   path(file),
                           QStringLiteral("--relink"), QStringLiteral("--project"),
                           path("moved.vitrine"),      QStringLiteral("--json")};
    };
    CliProcess moved(relink("new.csv"));
    QCOMPARE(moved.finish(), 0);
    QCOMPARE(moved.lines().front()["event"], "relinked");
    const auto datasets = open("moved.vitrine")->datasets();
    QCOMPARE(datasets->size(), std::size_t{1}); // nothing was read
    QCOMPARE(QString::fromStdString(datasets->front().source.path), path("new.csv"));
    QCOMPARE(datasets->front().source.fileName, std::string("new.csv"));
    CliProcess other(relink("long.csv"));
    QCOMPARE(other.finish(), 1);
    QVERIFY(other.err().contains(QStringLiteral("long.csv: no data set of the project was read from this content")));
}

void TestCliProject::runsOnWhatTheProjectHolds() {
    QCOMPARE(CliProcess({QStringLiteral("import"), path("lengths.csv"), QStringLiteral("--project"), path("b.vitrine")})
                 .finish(),
             0);
    const QStringList project{QStringLiteral("--project"), path("b.vitrine")};
    CliProcess first(QStringList{QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                                 QStringLiteral("table=dataset:1"), QStringLiteral("--seed"), QStringLiteral("4")} +
                     project);
    QCOMPARE(first.finish(), 0);
    CliProcess second(QStringList{QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                                  QStringLiteral("table=run:1/histogram"), QStringLiteral("--set"),
                                  QStringLiteral("column=count")} +
                      project);
    QCOMPARE(second.finish(), 0);
    const auto store = open("b.vitrine");
    const auto runs = store->runs();
    QCOMPARE(runs->size(), std::size_t(2));
    QCOMPARE(runs->at(0).state, RunState::finished);
    QCOMPARE(runs->at(0).seed, std::uint64_t(4));
    QCOMPARE(runs->at(0).inputs.front().reference, std::string("dataset:1"));
    QCOMPARE(runs->at(1).inputs.front().reference, std::string("run:1/histogram"));
    const auto artifacts = store->artifacts(2);
    QCOMPARE(artifacts->size(), std::size_t(3));
    QVERIFY(artifacts->front().fingerprint.command.find("--input table=run:1/histogram --project ") !=
            std::string::npos);
}

void TestCliProject::keepsTheSameFileOnce() {
    for (int i = 0; i < 2; ++i)
        QCOMPARE(CliProcess({QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                             QStringLiteral("table=") + path("lengths.csv"), QStringLiteral("--set"),
                             QStringLiteral("column=length"), QStringLiteral("--project"), path("c.vitrine")})
                     .finish(),
                 0);
    const auto store = open("c.vitrine");
    QCOMPARE(store->datasets()->size(), std::size_t(1));
    QCOMPARE(store->runs()->size(), std::size_t(2));
}

void TestCliProject::refusesAProjectThatIsOpenElsewhere() {
    const auto store = ProjectStore::create(toStd(path("d.vitrine")));
    QVERIFY(store.ok());
    CliProcess run(longRun("d.vitrine"));
    QCOMPARE(run.finish(), 1);
    QVERIFY2(run.err().contains(QStringLiteral("d.vitrine")), qPrintable(run.err()));
    QCOMPARE((*store)->runs()->size(), std::size_t(0));
}

void TestCliProject::refusesWhatTheProjectDoesNotHold() {
    QCOMPARE(CliProcess({QStringLiteral("import"), path("lengths.csv"), QStringLiteral("--project"), path("e.vitrine")})
                 .finish(),
             0);
    for (const char* reference : {"run:9/model", "dataset:7", "run:x/model", "dataset:0", "run:1"}) {
        CliProcess run({QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                        QStringLiteral("table=") + QString::fromUtf8(reference), QStringLiteral("--project"),
                        path("e.vitrine")});
        QCOMPARE(run.finish(), 2);
        QVERIFY(!run.err().isEmpty());
    }
}

void TestCliProject::quotesControlCharactersInFileNames() {
    const QString name = QStringLiteral("a\nvitrine: all is well\r\x1b[31m\x7fä.csv");
    for (const bool exists : {false, true}) {
        if (exists)
            writeFile(m_folder.filePath(name), "a,b\n1\n");
        CliProcess run(
            {QStringLiteral("import"), m_folder.filePath(name), QStringLiteral("--project"), path("n.vitrine")});
        QVERIFY(run.finish() != 0);
        QVERIFY2(run.err().contains(QStringLiteral("a\\nvitrine: all is well\\r\\x1b[31m\\x7fä.csv")),
                 qPrintable(run.err()));
        QCOMPARE(run.err().trimmed().count(QLatin1Char('\n')), 0);
        QVERIFY(!run.err().contains(QLatin1Char('\x1b')));
    }
}

void TestCliProject::linksLargeFiles() {
    writeFile(path("big.csv"), lengthsCsv(5000));
    const QStringList toProject{QStringLiteral("--project"), path("linked.vitrine"), QStringLiteral("--json")};
    CliProcess import(
        QStringList{QStringLiteral("import"), path("big.csv"), QStringLiteral("--link-over"), QStringLiteral("0.01")} +
        toProject);
    QCOMPARE(import.finish(), 0);
    const auto told = import.lines();
    const auto line = std::ranges::find_if(told, [](const auto& one) { return one.value("event", "") == "dataset"; });
    QVERIFY(line != told.end() && line->at("linked").get<bool>());
    const QStringList summary{QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                              QStringLiteral("table=dataset:1")};
    QCOMPARE(CliProcess(summary + toProject).finish(), 0);
    QVERIFY(QFile::rename(path("big.csv"), path("moved_big.csv")));
    CliProcess missing(summary + toProject);
    QVERIFY(missing.finish() != 0);
    QVERIFY2(missing.out().contains(QStringLiteral("big.csv: the file that this data set is linked to is not at")) ||
                 missing.err().contains(QStringLiteral("big.csv: the file that this data set is linked to is not at")),
             qPrintable(missing.out() + missing.err()));
    CliProcess relink(QStringList{QStringLiteral("import"), path("moved_big.csv"), QStringLiteral("--relink")} +
                      toProject);
    QCOMPARE(relink.finish(), 0);
    QCOMPARE(CliProcess(summary + toProject).finish(), 0);
    const auto store = open("linked.vitrine");
    const auto runs = store->runs();
    std::vector<std::string> hashes;
    for (const RunRecord& run : *runs)
        if (run.state == RunState::finished)
            hashes.push_back(store->artifacts(run.id)->front().contentHash);
    QCOMPARE(hashes.size(), std::size_t(2));
    QCOMPARE(hashes[0], hashes[1]);
}

void TestCliProject::stopsOnInterrupt() {
    CliProcess run(longRun("f.vitrine") + QStringList{QStringLiteral("--out"), path("f")});
    QVERIFY(run.waitForOutput(kResampling));
    run.send(SIGINT);
    QCOMPARE(run.finish(3000), 3); // the promise is one second
    QCOMPARE(run.lines().back().at("state").get<std::string>(), std::string("cancelled"));
    const auto file = readJson(path("f/run.json"));
    QCOMPARE(file.at("state").get<std::string>(), std::string("cancelled"));
    for (const auto& output : file.at("outputs")) { // partial results are still written
        QVERIFY(QFile::exists(path("f/") + toQString(output.at("file").get<std::string>())));
        QCOMPARE(output.at("partial").get<bool>(), output.at("id") != "histogram");
    }
    QCOMPARE(file.at("outputs").size(), std::size_t(3));
    const auto store = open("f.vitrine");
    QCOMPARE(store->run(1)->state, RunState::cancelled);
    QCOMPARE(store->artifacts(1)->size(), std::size_t(3));
}

void TestCliProject::importKeepsWhatWasReadOnInterrupt() {
    QByteArray smiles;
    for (int i = 0; i < 60'000; ++i)
        smiles += QByteArray(1 + i % 30, 'C') + " m" + QByteArray::number(i) + '\n';
    QFile file(path("many.smi"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(smiles) == smiles.size());
    file.close();
    CliProcess run({QStringLiteral("import"), path("many.smi"), QStringLiteral("--project"), path("part.vitrine"),
                    QStringLiteral("--json")});
    QVERIFY(run.waitForOutput("\"reading\""));
    run.send(SIGINT);
    QCOMPARE(run.finish(3000), 3); // the promise is one second
    const auto store = open("part.vitrine");
    const auto datasets = store->datasets();
    QCOMPARE(datasets->size(), std::size_t(1));
    const std::int64_t rows = datasets->front().records;
    QVERIFY(rows > 0 && rows < 60'000);
    const std::string message = run.lines().back().at("message").get<std::string>();
    QVERIFY2(message.starts_with("many.smi: reading was stopped; the first ") &&
                 message.ends_with(" rows are kept as dataset:1"),
             message.c_str());
    // Read again as it says, it is the same.
    const auto again =
        ReaderRegistry::withBuiltins().read(toStd(path("many.smi")), datasets->front().source.corrections);
    QVERIFY(again.ok());
    QCOMPARE(again->contentHash, datasets->front().contentHash);
}

void TestCliProject::endsAtOnceOnTheSecondInterrupt() {
    CliProcess run(longRun("g.vitrine") + QStringList{QStringLiteral("--out"), path("g")});
    QVERIFY(run.waitForOutput(kResampling));
    // Both arrive at the same moment, before the run can react to the first.
    run.send(SIGSTOP);
    run.send(SIGINT);
    run.send(SIGTERM);
    run.send(SIGCONT);
    QCOMPARE(run.finish(3000), 3);
    QCOMPARE(readJson(path("g/run.json")).at("state").get<std::string>(), std::string("running"));
    QVERIFY(QFile::exists(path("g/histogram.csv")));
    const auto store = open("g.vitrine");
    QCOMPARE(store->run(1)->state, RunState::interrupted);
}

void TestCliProject::survivesAKill() {
    CliProcess run(longRun("h.vitrine"));
    QVERIFY(run.waitForOutput(kFirstArtifact));
    QVERIFY(run.waitForOutput(kResampling));
    run.send(SIGKILL);
    QCOMPARE(run.finish(), -2);
    const auto store = open("h.vitrine");
    QVERIFY(store);
    const auto record = store->run(1);
    QCOMPARE(record->state, RunState::interrupted);
    QCOMPARE(record->seed, std::uint64_t(1));
    const auto artifacts = store->artifacts(1);
    QCOMPARE(artifacts->size(), std::size_t(1));
    QCOMPARE(artifacts->front().description.id, std::string("histogram"));
    QVERIFY(!artifacts->front().partial);
    const auto value = store->artifactValue(artifacts->front().id);
    QVERIFY(value.ok());
    QCOMPARE(valueAs<Table>(*value)->rowCount(), std::size_t(20));
    QVERIFY(store->damage()->empty());
}

void TestCliProject::saysWhatAReportOfADamagedProjectLacks() {
    CliProcess run({QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                    QStringLiteral("table=") + path("lengths.csv"), QStringLiteral("--set"),
                    QStringLiteral("column=length"), QStringLiteral("--set"), QStringLiteral("bins=500"),
                    QStringLiteral("--project"), path("i.vitrine")});
    QCOMPARE(run.finish(), 0);
    const QStringList report{QStringLiteral("report"), path("i.vitrine"), QStringLiteral("--out"), path("i.html")};
    CliProcess whole(report);
    QVERIFY2(whole.finish(60000) == 0, qPrintable(whole.err()));
    // A number of the histogram, found by its bytes.
    const auto from = [&] {
        const auto store = open("i.vitrine");
        for (const ArtifactRecord& artifact : *store->artifacts(1))
            if (artifact.description.id == "histogram")
                return valueAs<Table>(*store->artifactValue(artifact.id))->find("from")->reals()[333];
        return 0.0;
    }();
    QByteArray bytes = readFile(path("i.vitrine"));
    const auto at = bytes.indexOf(QByteArray(reinterpret_cast<const char*>(&from), sizeof from));
    QVERIFY(from > 0.0 && at > 0);
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    writeFile(path("i.vitrine"), bytes);
    CliProcess damaged(report);
    QCOMPARE(damaged.finish(60000), 1);
    QVERIFY2(damaged.err().contains(QStringLiteral("i.vitrine is damaged; the report is without \"")),
             qPrintable(damaged.err()));
}

QTEST_GUILESS_MAIN(TestCliProject)
#include "tst_cli_project.moc"
