#include "core/store/project_store.h"
#include "core/values/text.h"
#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// `vitrine run --sweep`: every combination as a run, with the bytes of the same run alone.
class TestCliSweep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyCombinationHasItsFolder();
    void bytesAreThoseOfSingleRuns();
    void seedsAreSwept();
    void anExperimentFileKeepsItsSeeds();
    void runsStandInTheProject();
    void anExperimentFileKeepsItsSweep();
    void whatIsTypedWinsOverTheFile();
    void whatIsRefused_data();
    void whatIsRefused();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    QStringList run(const QStringList& more) const {
        return QStringList{QStringLiteral("run"),     QStringLiteral("template/summary"),
                           QStringLiteral("--input"), QStringLiteral("table=") + path("lengths.csv"),
                           QStringLiteral("--set"),   QStringLiteral("column=length")} +
               more;
    }

    QTemporaryDir m_folder;
};

void TestCliSweep::initTestCase() {
    writeFile(path("lengths.csv"), lengthsCsv(200));
}

void TestCliSweep::everyCombinationHasItsFolder() {
    CliProcess sweep(run({QStringLiteral("--sweep"), QStringLiteral("bins=5..15 step 5"), QStringLiteral("--out"),
                          path("sweep"), QStringLiteral("--json")}));
    QVERIFY2(sweep.finish() == 0, qPrintable(sweep.err()));
    QCOMPARE(QDir(path("sweep")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             (QStringList{QStringLiteral("bins=10"), QStringLiteral("bins=15"), QStringLiteral("bins=5")}));
    int done = 0;
    for (const nlohmann::json& line : sweep.lines())
        done += line.value("event", "") == "done" ? 1 : 0;
    QCOMPARE(done, 3);
    const auto file = nlohmann::json::parse(readFile(path("sweep/bins=15/run.json")).toStdString());
    QCOMPARE(file["parameters"]["bins"].get<int>(), 15);
    QVERIFY(file["title"].get<std::string>().starts_with("Bins = 15: "));
}

void TestCliSweep::bytesAreThoseOfSingleRuns() {
    QCOMPARE(
        CliProcess(run({QStringLiteral("--set"), QStringLiteral("bins=10"), QStringLiteral("--out"), path("single")}))
            .finish(),
        0);
    int compared = 0;
    const QStringList files = QDir(path("single")).entryList(QDir::Files);
    for (const QString& name : files) {
        if (name == QLatin1String("run.json")) // times differ
            continue;
        QCOMPARE(readFile(path("sweep/bins=10/") + name), readFile(path("single/") + name));
        ++compared;
    }
    QVERIFY(compared > 0);
}

void TestCliSweep::seedsAreSwept() {
    CliProcess sweep(run({QStringLiteral("--sweep"), QStringLiteral("bins=5,10"), QStringLiteral("--seed"),
                          QStringLiteral("3, 8"), QStringLiteral("--out"), path("seeds")}));
    QVERIFY2(sweep.finish() == 0, qPrintable(sweep.err()));
    QCOMPARE(QDir(path("seeds")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             (QStringList{QStringLiteral("bins=10,seed=3"), QStringLiteral("bins=10,seed=8"),
                          QStringLiteral("bins=5,seed=3"), QStringLiteral("bins=5,seed=8")}));
    QCOMPARE(CliProcess(run({QStringLiteral("--set"), QStringLiteral("bins=10"), QStringLiteral("--seed"),
                             QStringLiteral("8"), QStringLiteral("--out"), path("seed8")}))
                 .finish(),
             0);
    int differing = 0;
    const QStringList files = QDir(path("seed8")).entryList(QDir::Files);
    for (const QString& name : files) {
        if (name == QLatin1String("run.json")) // times differ
            continue;
        QCOMPARE(readFile(path("seeds/bins=10,seed=8/") + name), readFile(path("seed8/") + name));
        differing += readFile(path("seeds/bins=10,seed=3/") + name) != readFile(path("seed8/") + name) ? 1 : 0;
    }
    QVERIFY(differing > 0);
    QCOMPARE(readJson(path("seeds/bins=10,seed=8/run.json")).at("seed").get<int>(), 8);
}

void TestCliSweep::anExperimentFileKeepsItsSeeds() {
    writeFile(
        path("seeds.json"),
        "{\"vitrine_experiment\": 1, \"experiment\": \"template/summary\", \"inputs\": {\"table\": \"lengths.csv\"}, "
        "\"parameters\": {\"column\": \"length\"}, \"seeds\": \"3..4\"}");
    CliProcess sweep({QStringLiteral("run"), path("seeds.json"), QStringLiteral("--out"), path("filedseeds")});
    QVERIFY2(sweep.finish() == 0, qPrintable(sweep.err()));
    QCOMPARE(QDir(path("filedseeds")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             (QStringList{QStringLiteral("seed=3"), QStringLiteral("seed=4")}));
    CliProcess typed({QStringLiteral("run"), path("seeds.json"), QStringLiteral("--seed"), QStringLiteral("9"),
                      QStringLiteral("--out"), path("typedseed")});
    QVERIFY2(typed.finish() == 0, qPrintable(typed.err()));
    QCOMPARE(readJson(path("typedseed/run.json")).at("seed").get<int>(), 9);
    CliProcess many({QStringLiteral("run"), path("seeds.json"), QStringLiteral("--seeds"), QStringLiteral("1..100"),
                     QStringLiteral("--sweep"), QStringLiteral("bins=5,10,15"), QStringLiteral("--out"), path("many")});
    QCOMPARE(many.finish(), 2);
    QVERIFY2(many.err().contains(QStringLiteral("would start more than 200 runs")), qPrintable(many.err()));
}

void TestCliSweep::runsStandInTheProject() {
    CliProcess sweep(run(
        {QStringLiteral("--sweep"), QStringLiteral("bins=5,7"), QStringLiteral("--project"), path("sweep.vitrine")}));
    QVERIFY2(sweep.finish() == 0, qPrintable(sweep.err()));
    const auto store = ProjectStore::open(toStd(path("sweep.vitrine")), OpenMode::readOnly);
    QVERIFY(store.ok());
    const auto runs = (*store)->runs();
    QCOMPARE(runs->size(), std::size_t(2));
    QVERIFY((*runs)[0].title != (*runs)[1].title);
    QCOMPARE((*store)->datasets()->size(), std::size_t(1)); // the same file is kept once
}

void TestCliSweep::anExperimentFileKeepsItsSweep() {
    writeFile(
        path("lengths.json"),
        "{\"vitrine_experiment\": 1, \"experiment\": \"template/summary\", \"inputs\": {\"table\": \"lengths.csv\"}, "
        "\"parameters\": {\"column\": \"length\", \"bins\": 3}, \"sweep\": {\"bins\": \"5, 10\"}}");
    CliProcess sweep({QStringLiteral("run"), path("lengths.json"), QStringLiteral("--out"), path("filed")});
    QVERIFY2(sweep.finish() == 0, qPrintable(sweep.err()));
    QCOMPARE(QDir(path("filed")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             (QStringList{QStringLiteral("bins=10"), QStringLiteral("bins=5")}));
    int compared = 0;
    const QStringList files = QDir(path("filed/bins=10")).entryList(QDir::Files);
    for (const QString& name : files)
        if (name != QLatin1String("run.json")) {
            QCOMPARE(readFile(path("filed/bins=10/") + name), readFile(path("sweep/bins=10/") + name));
            ++compared;
        }
    QVERIFY(compared > 0);
    CliProcess nowhere({QStringLiteral("run"), path("lengths.json")});
    QCOMPARE(nowhere.finish(), 2);
    QVERIFY2(nowhere.err().contains(QStringLiteral("--project or --out")), qPrintable(nowhere.err()));
}

void TestCliSweep::whatIsTypedWinsOverTheFile() {
    CliProcess one({QStringLiteral("run"), path("lengths.json"), QStringLiteral("--set"), QStringLiteral("bins=7"),
                    QStringLiteral("--out"), path("typed")});
    QVERIFY2(one.finish() == 0, qPrintable(one.err()));
    const auto file = nlohmann::json::parse(readFile(path("typed/run.json")).toStdString());
    QCOMPARE(file["parameters"]["bins"].get<int>(), 7);
    CliProcess other({QStringLiteral("run"), path("lengths.json"), QStringLiteral("--sweep"),
                      QStringLiteral("bins=8,9"), QStringLiteral("--out"), path("swept")});
    QVERIFY2(other.finish() == 0, qPrintable(other.err()));
    QCOMPARE(QDir(path("swept")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             (QStringList{QStringLiteral("bins=8"), QStringLiteral("bins=9")}));
}

void TestCliSweep::whatIsRefused_data() {
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("says");
    const QString sweep = QStringLiteral("--sweep");
    const QStringList out{QStringLiteral("--out"), path("refused")};
    QTest::newRow("no place") << QStringList{sweep, QStringLiteral("bins=5,7")} << "--project or --out";
    QTest::newRow("unknown") << QStringList{sweep, QStringLiteral("beans=5,7")} + out << "no parameter";
    QTest::newRow("not allowed") << QStringList{sweep, QStringLiteral("bins=5,-7")} + out << "bins";
    QTest::newRow("twice") << QStringList{sweep, QStringLiteral("bins=5,7"), sweep, QStringLiteral("bins=8")} + out
                           << "swept twice";
    QTest::newRow("set and swept") << QStringList{sweep, QStringLiteral("bins=5,7"), QStringLiteral("--set"),
                                                  QStringLiteral("bins=8")} +
                                          out
                                   << "given twice";
    QTest::newRow("report") << QStringList{sweep, QStringLiteral("bins=5,7"), QStringLiteral("--report"),
                                           path("r.html")} +
                                   out
                            << "--report is of one run";
}

void TestCliSweep::whatIsRefused() {
    QFETCH(QStringList, more);
    QFETCH(QString, says);
    CliProcess refused(run(more));
    QCOMPARE(refused.finish(), 2);
    QVERIFY2(refused.err().contains(says), qPrintable(refused.err()));
    QVERIFY(QDir(path("refused")).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
}

QTEST_GUILESS_MAIN(TestCliSweep)
#include "tst_cli_sweep.moc"
