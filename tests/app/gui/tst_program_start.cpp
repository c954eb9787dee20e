#include "app/gui/app_settings.h"
#include "app/gui/crash_report.h"
#include "app/gui/shell/single_instance.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace vitrine;

/// The program as the desktop starts it: one window takes what later starts are given, and a crash leaves a report.
class TestProgramStart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void laterStartHandsItsFilesOver();
    void nobodyThereMeansANewWindow();
    void newWindowIsANewWindow();
    void crashLeavesAReport();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestProgramStart::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("VITRINE_STATE_DIR", m_folder->path().toUtf8()); // the programs started here have it, too
}

void TestProgramStart::laterStartHandsItsFilesOver() {
    SingleInstance running;
    QVERIFY(running.listen());
    QSignalSpy received(&running, &SingleInstance::received);
    QFile file(m_folder->filePath(QStringLiteral("some data.csv")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a,b\n1,2\n") > 0);
    file.close();
    QProcess second;
    second.setWorkingDirectory(m_folder->path());
    second.start(QStringLiteral(VITRINE_PROGRAM), {QStringLiteral("some data.csv")});
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), 1, 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), QProcess::NotRunning, 20'000);
    QCOMPARE(second.exitCode(), 0);
    QCOMPARE(received.front().at(0).toStringList(), QStringList{file.fileName()}); // whole, wherever it was typed
    second.start(QStringLiteral(VITRINE_PROGRAM), {QStringLiteral("--sample"), QStringLiteral("pathboost")});
    QTRY_COMPARE_WITH_TIMEOUT(received.size(), 2, 20'000);
    QCOMPARE(received.back().at(1).toString(), QStringLiteral("pathboost"));
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), QProcess::NotRunning, 20'000);
}

void TestProgramStart::nobodyThereMeansANewWindow() {
    const SingleInstance first;
    QVERIFY(!first.handOver({}, {}));
    {
        SingleInstance gone;
        QVERIFY(gone.listen());
    }
    QVERIFY(!first.handOver({}, {}));
    SingleInstance next;
    QVERIFY(next.listen());
}

void TestProgramStart::newWindowIsANewWindow() {
    SingleInstance running;
    QVERIFY(running.listen());
    QSignalSpy received(&running, &SingleInstance::received);
    QProcess second;
    second.start(QStringLiteral(VITRINE_PROGRAM), {QStringLiteral("--new-window")});
    QVERIFY(second.waitForStarted());
    QTest::qWait(1500);
    QCOMPARE(second.state(), QProcess::Running);
    QCOMPARE(received.size(), 0);
    second.terminate();
    second.waitForFinished();
}

void TestProgramStart::crashLeavesAReport() {
    QCOMPARE(newCrashReports(), QStringList());
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("VITRINE_REPORT_START"), QStringLiteral("1"));
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(VITRINE_PROGRAM), QStringList());
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += program.readAllStandardError()).contains("first frame"), 20'000);
    QVERIFY(QDir(crashFolder()).entryList(QDir::Files).isEmpty()); // nothing before there is something to tell
    ::kill(static_cast<pid_t>(program.processId()), SIGSEGV);
    QVERIFY(program.waitForFinished(20'000));
    QCOMPARE(program.exitStatus(), QProcess::CrashExit); // the system's own answer follows
    const QStringList reports = newCrashReports();
    QCOMPARE(reports.size(), 1);
    QFile report(reports.front());
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray text = report.readAll();
    QVERIFY2(text.contains("Signal: SIGSEGV") && text.contains("Vitrine " VITRINE_VERSION) &&
                 text.contains("Nothing of this is sent") && text.count('\n') > 8,
             text.constData());
    markCrashReportsTold();
    QCOMPARE(newCrashReports(), QStringList());
}

QTEST_MAIN(TestProgramStart)
#include "tst_program_start.moc"
