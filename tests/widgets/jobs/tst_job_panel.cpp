#include "tests/widgets/jobs/fake_job.h"
#include "widgets/jobs/job_model.h"
#include "widgets/jobs/job_panel.h"
#include "widgets/jobs/job_text.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace vitrine;

class TestJobPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void activeJobsStandAboveEndedOnes();
    void stopActsAtOnceAndSaysStopping();
    void closeTakesAnEndedJobOut();
    void failuresWaitUntilTheyAreSeen();
    void opensItselfForLongJobsOnly();
    void clickOnTheSquareStops();
    void deleteKeyStopsTheCurrentJob();
    void activatedRunIsToldByItsId();
    void summaryNamesWhatIsUnderWay();
    void endedJobsAreTrimmedButFailuresStay();
    void logKeepsItsLines();
    void textsOfTimesAndBytes_data();
    void textsOfTimesAndBytes();
};

namespace {

std::shared_ptr<FakeJob> fake(qint64 id, const char* title, RunId run = 0) {
    return std::make_shared<FakeJob>(id, QString::fromLatin1(title), run);
}

QString cell(const JobModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

} // namespace

void TestJobPanel::activeJobsStandAboveEndedOnes() {
    JobModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto a = fake(1, "a");
    const auto b = fake(2, "b");
    const auto c = fake(3, "c");
    for (const auto& job : {a, b, c})
        model.add(job);
    a->run(0.636, "Iteration 63 of 100");
    QCOMPARE(cell(model, 0, JobModel::Job), QStringLiteral("a"));
    QCOMPARE(cell(model, 0, JobModel::Stage), QStringLiteral("Iteration 63 of 100"));
    QCOMPARE(cell(model, 0, JobModel::Progress), QStringLiteral("63 %"));
    QCOMPARE(cell(model, 1, JobModel::Stage), QStringLiteral("Waiting for a thread"));
    a->finish(RunState::finished);
    QCOMPARE(cell(model, 0, JobModel::Job), QStringLiteral("b"));
    QCOMPARE(cell(model, 2, JobModel::Job), QStringLiteral("a"));
    c->finish(RunState::failed, "no memory");
    QCOMPARE(cell(model, 1, JobModel::Job), QStringLiteral("c"));
    QCOMPARE(cell(model, 1, JobModel::Stage), QStringLiteral("Failed: no memory"));
    QCOMPARE(model.waitingCount(), 1);
    QCOMPARE(model.runningCount(), 0);
}

void TestJobPanel::stopActsAtOnceAndSaysStopping() {
    JobModel model;
    const auto job = fake(1, "a");
    model.add(job);
    job->run(0.5, "Fitting");
    model.act(0);
    QCOMPARE(job->cancelled, 1);
    QCOMPARE(cell(model, 0, JobModel::Stage), QStringLiteral("Stopping"));
    job->finish(RunState::cancelled);
    QCOMPARE(cell(model, 0, JobModel::Stage), QStringLiteral("Cancelled"));
}

void TestJobPanel::closeTakesAnEndedJobOut() {
    JobModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto a = fake(1, "a");
    const auto b = fake(2, "b");
    model.add(a);
    model.add(b);
    a->finish(RunState::finished);
    model.act(1);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(a->cancelled, 0);
    b->finish(RunState::failed);
    model.dismissEnded();
    QCOMPARE(model.rowCount(), 0);
}

void TestJobPanel::failuresWaitUntilTheyAreSeen() {
    JobPanel panel;
    const auto job = fake(1, "a");
    panel.add(job);
    job->finish(RunState::failed, "file is gone");
    QCOMPARE(panel.summary(), QStringLiteral("1 failed"));
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QCOMPARE(panel.summary(), QStringLiteral("1 failed"));
    panel.hide();
    QCOMPARE(panel.summary(), QString());
    QCOMPARE(panel.model()->rowCount(), 1);
}

void TestJobPanel::opensItselfForLongJobsOnly() {
    JobPanel panel;
    QSignalSpy wanted(&panel, &JobPanel::openWanted);
    const auto quick = fake(1, "quick");
    panel.add(quick);
    quick->finish(RunState::finished);
    QVERIFY(!wanted.wait(1200));
    const auto slow = fake(2, "slow");
    panel.add(slow);
    slow->run(0.1, "Reading");
    QVERIFY(wanted.wait(2000));
}

void TestJobPanel::clickOnTheSquareStops() {
    JobPanel panel;
    panel.resize(1200, 136);
    const auto job = fake(1, "a");
    panel.add(job);
    job->run(0.5, "Fitting");
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    auto* tree = panel.findChild<QTreeView*>();
    const QRect place = tree->visualRect(panel.model()->index(0, JobModel::Action));
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, place.center());
    QCOMPARE(job->cancelled, 1);
}

void TestJobPanel::deleteKeyStopsTheCurrentJob() {
    JobPanel panel;
    const auto job = fake(1, "a");
    panel.add(job);
    job->run(0.5, "Fitting");
    panel.show();
    panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
    auto* tree = panel.findChild<QTreeView*>();
    tree->setFocus();
    tree->setCurrentIndex(panel.model()->index(0, 0));
    QTest::keyClick(tree, Qt::Key_Delete);
    QCOMPARE(job->cancelled, 1);
}

void TestJobPanel::activatedRunIsToldByItsId() {
    JobPanel panel;
    QSignalSpy activated(&panel, &JobPanel::runActivated);
    panel.add(fake(1, "a", 14));
    panel.show();
    auto* tree = panel.findChild<QTreeView*>();
    tree->setCurrentIndex(panel.model()->index(0, 0));
    QTest::keyClick(tree, Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.at(0).at(0).toLongLong(), 14);
}

void TestJobPanel::summaryNamesWhatIsUnderWay() {
    JobPanel panel;
    QCOMPARE(panel.summary(), QString());
    const auto a = fake(1, "a");
    panel.add(a);
    panel.add(fake(2, "b"));
    a->run(0.639, "Fitting");
    QCOMPARE(panel.summary(), QStringLiteral("1 running, 63 %, 1 waiting"));
}

void TestJobPanel::endedJobsAreTrimmedButFailuresStay() {
    JobModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<std::shared_ptr<FakeJob>> jobs;
    for (int i = 0; i < JobModel::kMostEnded + 5; ++i) {
        jobs.push_back(fake(i, i == 0 ? "broken" : "fine"));
        model.add(jobs.back());
        jobs.back()->finish(i == 0 ? RunState::failed : RunState::finished);
    }
    QCOMPARE(model.rowCount(), JobModel::kMostEnded);
    QCOMPARE(cell(model, model.rowCount() - 1, JobModel::Job), QStringLiteral("broken"));
}

void TestJobPanel::logKeepsItsLines() {
    JobPanel panel;
    panel.appendLog(LogLevel::warning, QStringLiteral("plugin"), QStringLiteral("a module was left out"));
    auto* log = panel.findChild<QPlainTextEdit*>();
    QVERIFY(log->toPlainText().endsWith(QStringLiteral("warning plugin: a module was left out")));
    QCOMPARE(log->maximumBlockCount(), JobPanel::kLogLines);
}

void TestJobPanel::textsOfTimesAndBytes_data() {
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("expected");
    QTest::newRow("seconds") << durationText(4.9) << QStringLiteral("0:04");
    QTest::newRow("minutes") << durationText(750) << QStringLiteral("12:30");
    QTest::newRow("hours") << durationText(3723) << QStringLiteral("1:02:03");
    QTest::newRow("kilobytes") << bytesText(97000) << QStringLiteral("97 kB");
    QTest::newRow("small megabytes") << bytesText(1400000) << QStringLiteral("1.4 MB");
    QTest::newRow("megabytes") << bytesText(118400000) << QStringLiteral("118 MB");
    QTest::newRow("gigabytes") << bytesText(9400000000) << QStringLiteral("9.4 GB");
    QTest::newRow("forecast below a second") << forecastText(0.09) << QStringLiteral("under 1 s");
    QTest::newRow("forecast of seconds") << forecastText(6.2) << QStringLiteral("about 6 s");
    QTest::newRow("forecast of a minute and more") << forecastText(143) << QStringLiteral("about 2:20");
}

void TestJobPanel::textsOfTimesAndBytes() {
    QFETCH(QString, shown);
    QTEST(shown, "expected");
}

QTEST_MAIN(TestJobPanel)
#include "tst_job_panel.moc"
