#include "tests/app/cli/cli_process.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::test;

/// What `vitrine run --out` replaces, what it refuses, and what a killed run leaves.
class TestCliOut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void keepsEarlierResultsWhenItRefuses();
    void removesOnlyWhatItWrote_data();
    void removesOnlyWhatItWrote();
    void replacesAFolderOfFiles();
    void keepsAFolderOfFilesWithOtherFiles();
    void replacesWhatAKilledRunLeft();
    void saysWhenTheDiskIsFull();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    QStringList run(const QString& out, const char* table = "lengths.csv") const;
    void writeOwnRunFile(const QString& folder, const QByteArray& outputs) const;

    QTemporaryDir m_folder;
};

namespace {

QStringList entriesOf(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

} // namespace

void TestCliOut::initTestCase() {
    writeFile(path("lengths.csv"), lengthsCsv(200));
    writeFile(path("long.csv"), lengthsCsv(20000));
}

QStringList TestCliOut::run(const QString& out, const char* table) const {
    return {QStringLiteral("run"),     QStringLiteral("template/summary"),
            QStringLiteral("--input"), QStringLiteral("table=") + path(table),
            QStringLiteral("--set"),   QStringLiteral("column=length"),
            QStringLiteral("--out"),   out};
}

void TestCliOut::writeOwnRunFile(const QString& folder, const QByteArray& outputs) const {
    QVERIFY(QDir().mkpath(folder));
    writeFile(folder + QStringLiteral("/run.json"),
              "{\"vitrine\": \"1.0.0\", \"experiment\": \"template/summary\", \"state\": \"finished\", \"outputs\": " +
                  outputs + "}");
}

void TestCliOut::keepsEarlierResultsWhenItRefuses() {
    const QString out = path("refused");
    QCOMPARE(CliProcess(run(out)).finish(), 0);
    writeFile(out + QStringLiteral("/notes.txt"), "mine");
    const QStringList before = entriesOf(out);
    const QByteArray summary = readFile(out + QStringLiteral("/summary.json"));
    CliProcess refused(run(out));
    QCOMPARE(refused.finish(), 2);
    QVERIFY2(refused.err().contains(QStringLiteral("the folder holds other files (notes.txt)")),
             qPrintable(refused.err()));
    QCOMPARE(entriesOf(out), before);
    QCOMPARE(readFile(out + QStringLiteral("/summary.json")), summary);
}

void TestCliOut::removesOnlyWhatItWrote_data() {
    QTest::addColumn<QByteArray>("runFile");
    QTest::addColumn<QString>("kept");
    const QByteArray own = "\"vitrine\": \"1.0.0\", \"experiment\": \"a/b\", \"state\": \"finished\", ";
    const QString inFolder = QStringLiteral("precious/thesis.tex");
    QTest::newRow("any JSON") << QByteArray("{\"outputs\": [{\"file\": \"precious\"}]}") << inFolder;
    QTest::newRow("a folder") << "{" + own + "\"outputs\": [{\"file\": \"precious\"}]}" << inFolder;
    QTest::newRow("a folder of a killed run") << "{" + own + "\"expected_outputs\": [\"precious\"]}" << inFolder;
    QTest::newRow("other endings") << "{" + own + "\"outputs\": [{\"file\": \"thesis.tex\"}]}"
                                   << QStringLiteral("thesis.tex");
    QTest::newRow("outside") << "{" + own + "\"outputs\": [{\"file\": \"../outside.csv\"}, {\"file\": \"..\"}]}"
                             << QStringLiteral("../outside.csv");
    QTest::newRow("hidden") << "{" + own + "\"outputs\": [{\"file\": \".hidden.csv\"}]}"
                            << QStringLiteral(".hidden.csv");
    QTest::newRow("not an object") << QByteArray("[1]") << QStringLiteral("run.json");
    QTest::newRow("not JSON") << QByteArray("{") << QStringLiteral("run.json");
    QTest::newRow("numbers for names") << "{" + own +
                                              "\"outputs\": [{\"file\": 3}, 4, null], \"expected_outputs\": {\"a\": 1}}"
                                       << QStringLiteral("a.csv");
}

void TestCliOut::removesOnlyWhatItWrote() {
    QFETCH(QByteArray, runFile);
    QFETCH(QString, kept);
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("out"));
    const QString file = out + QLatin1Char('/') + kept;
    QVERIFY(QDir().mkpath(out) && QDir().mkpath(QFileInfo(file).path()));
    writeFile(file, "precious");
    writeFile(out + QStringLiteral("/run.json"), runFile);
    CliProcess process(run(out));
    const int code = process.finish();
    if (!kept.startsWith(QStringLiteral("..")))
        QCOMPARE(code, 2);
    QVERIFY(QFile::exists(file));
    if (!kept.endsWith(QStringLiteral("run.json")))
        QCOMPARE(readFile(file), QByteArray("precious"));
}

void TestCliOut::replacesAFolderOfFiles() {
    const QString out = path("files");
    writeOwnRunFile(out, "[{\"file\": \"pictures\"}]");
    QVERIFY(QDir().mkpath(out + QStringLiteral("/pictures/sub")));
    writeFile(out + QStringLiteral("/pictures/sub/a.png"), "png");
    writeFile(out + QStringLiteral("/pictures/.vitrine-files.json"), "[\"sub/a.png\", \"b.png\"]");
    QCOMPARE(CliProcess(run(out)).finish(), 0);
    QVERIFY(!QFile::exists(out + QStringLiteral("/pictures")));
}

void TestCliOut::keepsAFolderOfFilesWithOtherFiles() {
    const QString out = path("mixed");
    writeOwnRunFile(out, "[{\"file\": \"pictures\"}, {\"file\": \"linked\"}]");
    QVERIFY(QDir().mkpath(out + QStringLiteral("/pictures")));
    writeFile(out + QStringLiteral("/pictures/a.png"), "png");
    writeFile(out + QStringLiteral("/pictures/own.png"), "png");
    writeFile(out + QStringLiteral("/pictures/.vitrine-files.json"), "[\"a.png\", \"../../lengths.csv\"]");
    CliProcess refused(run(out));
    QCOMPARE(refused.finish(), 2);
    QVERIFY2(refused.err().contains(QStringLiteral("holds other files (pictures)")), qPrintable(refused.err()));
    QCOMPARE(entriesOf(out + QStringLiteral("/pictures")).size(), 3);
    // A link is not followed, wherever it leads.
    QVERIFY(QDir(out + QStringLiteral("/pictures")).removeRecursively());
    QVERIFY(QDir().mkpath(path("elsewhere")));
    writeFile(path("elsewhere/.vitrine-files.json"), "[]");
    QVERIFY(QFile::link(path("elsewhere"), out + QStringLiteral("/linked")));
    QCOMPARE(CliProcess(run(out)).finish(), 2);
    QVERIFY(QFile::exists(path("elsewhere/.vitrine-files.json")));
}

void TestCliOut::replacesWhatAKilledRunLeft() {
    const QString out = path("killed");
    CliProcess killed(run(out, "long.csv") + QStringList{QStringLiteral("--json"), QStringLiteral("--set"),
                                                         QStringLiteral("resamples=1000000")});
    QVERIFY(killed.waitForOutput("\"event\":\"artifact\",\"output\":\"histogram\""));
    killed.send(SIGKILL);
    QCOMPARE(killed.finish(), -2);
    QCOMPARE(readJson(out + QStringLiteral("/run.json")).at("state").get<std::string>(), std::string("running"));
    QVERIFY(QFile::exists(out + QStringLiteral("/histogram.csv")));
    writeFile(out + QStringLiteral("/.vitrine-123-4.tmp"), "half");
    CliProcess again(run(out));
    QVERIFY2(again.finish() == 0, qPrintable(again.err()));
    QCOMPARE(readJson(out + QStringLiteral("/run.json")).at("state").get<std::string>(), std::string("finished"));
    QVERIFY(!readJson(out + QStringLiteral("/run.json")).contains("expected_outputs"));
    QCOMPARE(entriesOf(out).size(), 4);
}

void TestCliOut::saysWhenTheDiskIsFull() {
    const QString out = path("full");
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                QStringList{QStringLiteral("-c"), QStringLiteral("trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""),
                            QStringLiteral(VITRINE_PROGRAM)} +
                    run(out));
    QVERIFY(shell.waitForFinished());
    const QString err = QString::fromUtf8(shell.readAllStandardError());
    QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 1, qPrintable(err));
    QVERIFY2(err.contains(QStringLiteral("run.json: cannot be written: File too large")), qPrintable(err));
    QCOMPARE(entriesOf(out), QStringList());
}

QTEST_GUILESS_MAIN(TestCliOut)
#include "tst_cli_out.moc"
