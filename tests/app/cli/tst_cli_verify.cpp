#include "core/store/project_store.h"
#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// `vitrine verify`: every number computed again, in projects and in folders of results.
class TestCliVerify : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void projectIsGreen();
    void changedNumberOfAProjectIsRed();
    void damagedProjectIsRed();
    void unfinishedRunsAreLeftOut();
    void folderIsGreen();
    void isolatedRunIsGreen();
    void changedNumberOfAFolderIsRed();
    void changedInputIsRefused();
    void movedInputIsFound();
    void folderOfGraphsIsRead();
    void reportIsGreen();
    void changedFileOfAReportIsRed();
    void anonymousReportIsToldItsFile();
    void refusesWhatIsNoResult();

private:
    QString path(const char* name) const { return m_folder->filePath(QString::fromUtf8(name)); }
    int verify(const QStringList& arguments);
    void runInto(const QStringList& target);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_out, m_err;
};

void TestCliVerify::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    writeFile(path("lengths.csv"), lengthsCsv(200));
}

int TestCliVerify::verify(const QStringList& arguments) {
    CliProcess process(QStringList{QStringLiteral("verify")} + arguments);
    const int code = process.finish();
    m_out = process.out();
    m_err = process.err();
    return code;
}

void TestCliVerify::runInto(const QStringList& target) {
    CliProcess process(QStringList{QStringLiteral("run"), QStringLiteral("template/summary"), QStringLiteral("--input"),
                                   QStringLiteral("table=") + path("lengths.csv"), QStringLiteral("--seed"),
                                   QStringLiteral("7")} +
                       target);
    QVERIFY2(process.finish() == 0, qPrintable(process.err()));
}

void TestCliVerify::projectIsGreen() {
    runInto({QStringLiteral("--project"), path("a.vitrine")});
    runInto({QStringLiteral("--project"), path("a.vitrine"), QStringLiteral("--set"), QStringLiteral("bins=7")});
    QCOMPARE(verify({path("a.vitrine")}), 0);
    QVERIFY2(m_out.contains(QStringLiteral("Run 1, ")) && m_out.contains(QStringLiteral("Run 2, ")), qPrintable(m_out));
    QVERIFY(m_out.contains(QStringLiteral("the same bytes")));
    QVERIFY(!m_out.contains(QStringLiteral("RED")));
    QCOMPARE(verify({path("a.vitrine"), QStringLiteral("--run"), QStringLiteral("2"), QStringLiteral("--threads"),
                     QStringLiteral("1")}),
             0);
    QVERIFY(!m_out.contains(QStringLiteral("Run 1, ")));
    QCOMPARE(verify({path("a.vitrine"), QStringLiteral("--run"), QStringLiteral("9")}), 2);
    QVERIFY(m_err.contains(QStringLiteral("has no run 9")));
}

void TestCliVerify::changedNumberOfAProjectIsRed() {
    runInto({QStringLiteral("--project"), path("a.vitrine")});
    {
        const auto store = ProjectStore::open(toStd(path("a.vitrine")), OpenMode::readWrite);
        QVERIFY(store.ok());
        const auto artifacts = (*store)->artifacts(1);
        for (const ArtifactRecord& artifact : *artifacts) {
            const auto value = (*store)->artifactValue(artifact.id);
            const auto scalars = valueAs<Scalars>(*value);
            if (!scalars)
                continue;
            Scalars other = *scalars;
            other.items.front().value += 1.0;
            QVERIFY((*store)->putArtifact(artifact, makeValue(std::move(other))).ok());
        }
    }
    QCOMPARE(verify({path("a.vitrine")}), 4);
    QVERIFY2(m_out.contains(QStringLiteral("RED")) && m_out.contains(QStringLiteral("1 not the same: line ")),
             qPrintable(m_out));
    CliProcess json({QStringLiteral("verify"), path("a.vitrine"), QStringLiteral("--json")});
    QCOMPARE(json.finish(), 4);
    int different = 0;
    for (const auto& line : json.lines())
        different += line.value("event", "") == "output" && line.value("verdict", "") == "different" ? 1 : 0;
    QCOMPARE(different, 1);
    QCOMPARE(json.lines().back().value("verdict", ""), std::string("different"));
}

void TestCliVerify::damagedProjectIsRed() {
    runInto({QStringLiteral("--project"), path("a.vitrine")});
    QFile file(path("a.vitrine"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray all = file.readAll();
    const auto at = all.indexOf("P0P1P2P3"); // texts of the data set
    QVERIFY(at > 0);
    file.seek(at);
    file.write("P0P1PXP3");
    file.close();
    QCOMPARE(verify({path("a.vitrine")}), 4);
    QVERIFY2(m_out.startsWith(QStringLiteral("RED")) && m_out.contains(QStringLiteral("lengths")), qPrintable(m_out));
}

void TestCliVerify::unfinishedRunsAreLeftOut() {
    runInto({QStringLiteral("--project"), path("a.vitrine")});
    {
        const auto store = ProjectStore::open(toStd(path("a.vitrine")), OpenMode::readWrite);
        RunRecord run = *(*store)->run(1);
        run.state = RunState::cancelled;
        QVERIFY((*store)->updateRun(run).ok());
    }
    QCOMPARE(verify({path("a.vitrine")}), 0);
    QVERIFY(m_out.contains(QStringLiteral("0 of 0 outputs")));
    QCOMPARE(verify({path("a.vitrine"), QStringLiteral("--run"), QStringLiteral("1")}), 1);
    QVERIFY2(m_out.contains(QStringLiteral("the run was not finished but cancelled")), qPrintable(m_out));
}

void TestCliVerify::folderIsGreen() {
    runInto({QStringLiteral("--out"), path("out")});
    QCOMPARE(verify({path("out")}), 0);
    QVERIFY(m_out.contains(QStringLiteral("outputs are green")));
}

/// In a process of its own a run gives the same bytes.
void TestCliVerify::isolatedRunIsGreen() {
    runInto({QStringLiteral("--isolate"), QStringLiteral("--out"), path("out")});
    QCOMPARE(verify({path("out")}), 0);
}

void TestCliVerify::changedNumberOfAFolderIsRed() {
    runInto({QStringLiteral("--out"), path("out")});
    const QString name = path("out/histogram.csv");
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    const auto digit = text.lastIndexOf('1');
    QVERIFY(digit > 0);
    text[digit] = '2';
    writeFile(name, text);
    QCOMPARE(verify({path("out")}), 4);
    QVERIFY2(m_out.contains(QStringLiteral(" 1 not the same: line ")), qPrintable(m_out));
    QFile::remove(name);
    QCOMPARE(verify({path("out")}), 4);
}

void TestCliVerify::changedInputIsRefused() {
    runInto({QStringLiteral("--out"), path("out")});
    writeFile(path("lengths.csv"), lengthsCsv(201));
    QCOMPARE(verify({path("out")}), 2);
    QVERIFY2(m_err.contains(QStringLiteral("does not hold what the run was given")), qPrintable(m_err));
}

void TestCliVerify::movedInputIsFound() {
    runInto({QStringLiteral("--out"), path("out")});
    QVERIFY(QFile::rename(path("lengths.csv"), path("moved.csv")));
    QCOMPARE(verify({path("out")}), 2);
    QVERIFY2(m_err.contains(QStringLiteral("--input table=PATH")), qPrintable(m_err));
    QCOMPARE(verify({path("out"), QStringLiteral("--input"), QStringLiteral("table=") + path("moved.csv")}), 0);
}

void TestCliVerify::folderOfGraphsIsRead() {
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("g")));
    for (int i = 0; i < 12; ++i)
        writeFile(path("g/") + QString::number(i) + QStringLiteral(".gml"),
                  "graph [ node [ id 0 label \"C\" ] node [ id 1 label \"" + QByteArray(i % 2 == 0 ? "N" : "O") +
                      "\" ] edge [ source 0 target 1 ] y " + QByteArray::number(i) + ".5 ]");
    writeFile(path("g/many.gml"), "graph [ ]\ngraph [ ]\n");
    CliProcess run({QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--input"),
                    QStringLiteral("graphs=") + path("g"), QStringLiteral("--set"), QStringLiteral("n_iter=3"),
                    QStringLiteral("--out"), path("out")});
    QVERIFY2(run.finish() == 0, qPrintable(run.err()));
    QVERIFY2(verify({path("out")}) == 0, qPrintable(m_out + m_err));
}

void TestCliVerify::reportIsGreen() {
    runInto({QStringLiteral("--report"), path("report")});
    QCOMPARE(verify({path("report")}), 0);
    QVERIFY2(m_out.contains(QStringLiteral("the same bytes")), qPrintable(m_out));
}

void TestCliVerify::changedFileOfAReportIsRed() {
    runInto({QStringLiteral("--report"), path("report")});
    QFile file(path("report/report.md"));
    QVERIFY(file.open(QIODevice::Append));
    file.write("1.5\n");
    file.close();
    QCOMPARE(verify({path("report")}), 4);
    QVERIFY(m_out.contains(QStringLiteral("report.md was changed since the report was written")));
    QVERIFY(QFile::remove(path("report/report.md")));
    QCOMPARE(verify({path("report")}), 4);
    writeFile(path("report/data/provenance.json"), "{}");
    QCOMPARE(verify({path("report")}), 1);
}

void TestCliVerify::anonymousReportIsToldItsFile() {
    runInto({QStringLiteral("--project"), path("a.vitrine")});
    CliProcess report({QStringLiteral("report"), path("a.vitrine"), QStringLiteral("--out"), path("report"),
                       QStringLiteral("--anonymous")});
    QCOMPARE(report.finish(), 0);
    QFile provenance(path("report/data/provenance.json"));
    QVERIFY(provenance.open(QIODevice::ReadOnly));
    QVERIFY(!provenance.readAll().contains(m_folder->path().toUtf8()));
    QCOMPARE(verify({path("report")}), 2);
    QVERIFY2(m_err.contains(QStringLiteral("--input table=PATH")), qPrintable(m_err));
    QCOMPARE(verify({path("report"), QStringLiteral("--input"), QStringLiteral("table=") + path("lengths.csv")}), 0);
}

void TestCliVerify::refusesWhatIsNoResult() {
    QCOMPARE(verify({path("nothing.vitrine")}), 1);
    QVERIFY(!m_err.isEmpty());
    QVERIFY(QDir().mkpath(path("empty")));
    QCOMPARE(verify({path("empty")}), 2);
    QVERIFY(m_err.contains(QStringLiteral("run.json is missing")));
    for (const char* text : {"", "[]", "{\"experiment\":3}", "{\"experiment\":\"a/b\",\"state\":\"finished\"}",
                             "{\"experiment\":\"a/b\",\"state\":\"finished\",\"seed\":1,\"parameters\":{},"
                             "\"inputs\":[{\"id\":\"t\",\"path\":\"/nowhere\"}]}"}) {
        writeFile(path("empty/run.json"), text);
        const int code = verify({path("empty")});
        QVERIFY2(code == 1 || code == 2, text);
        QVERIFY(!m_err.isEmpty());
    }
}

QTEST_GUILESS_MAIN(TestCliVerify)
#include "tst_cli_verify.moc"
