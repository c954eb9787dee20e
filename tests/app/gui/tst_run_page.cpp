#include "app/gui/experiment/experiment_session.h"
#include "app/gui/shell/project_edits.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/shell/project_panel.h"
#include "core/report/report_document.h"
#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/jobs/job_panel.h"
#include "widgets/style/pane_frame.h"
#include "widgets/style/text_label.h"

#include <QSignalSpy>
#include <QStatusBar>
#include <QTreeView>

using namespace vitrine;
using namespace vitrine::test;

/// What the window says of a run: its parameters, its progress in the tree, its report, the drawer of jobs.
class TestRunPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_hand.reset(); }
    void inspectorShowsTheParametersOfTheRun();
    void experimentKeepsItsParametersWhenReopened();
    void figureGoesIntoTheReportOfItsRun();
    void treeShowsProgress();
    void drawerStaysClosedByHand();
    void removalNamesWhatDependsOnIt();

private:
    QLineEdit* iterations() const;
    bool openExperiment();
    void setIterations(const QString& count);
    /// Starts the experiment in front. @return the run, 0: it did not come
    RunId start();
    bool finishes(RunId run) const;
    QString noteOf(RunId run) const;
    bool isSaid(const QString& text) const;
    const ProjectContents& contents() const { return m_hand->bench().contents(); }

    std::unique_ptr<WindowDriver> m_hand;
};

namespace {

std::vector<RunId> runsIn(const ReportRecord& report) {
    std::vector<RunId> runs;
    const auto document = ReportDocument::fromJson(report.document);
    for (const ReportBlock& block : document->blocks)
        runs.push_back(block.run);
    return runs;
}

} // namespace

void TestRunPage::init() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QTRY_COMPARE(contents().datasets.size(), std::size_t(1));
    QVERIFY(openExperiment());
}

bool TestRunPage::openExperiment() {
    return m_hand->clickButton(QStringLiteral("New Experiment")) && m_hand->waitFor(QStringLiteral("experiment:")) &&
           QTest::qWaitFor([this] { return m_hand->page()->canRun() && iterations(); }, 10000);
}

QLineEdit* TestRunPage::iterations() const {
    for (auto* field : m_hand->window().findChildren<QLineEdit*>())
        if (field->isVisible() && field->accessibleName() == QLatin1String("Iterations"))
            return field;
    return nullptr;
}

void TestRunPage::setIterations(const QString& count) {
    m_hand->click(iterations());
    iterations()->selectAll();
    QTest::keyClicks(iterations(), count);
    QTRY_VERIFY(m_hand->page()->canRun());
}

RunId TestRunPage::start() {
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    return m_hand->waitFor(QStringLiteral("run:")) ? m_hand->runInFront() : 0;
}

bool TestRunPage::finishes(RunId run) const {
    return QTest::qWaitFor([&] { return m_hand->stateOf(run) == RunState::finished; }, 60000);
}

QString TestRunPage::noteOf(RunId run) const {
    const auto* model = m_hand->window().findChild<ProjectPanel*>()->tree()->model();
    const auto found = model->match(model->index(0, 0), ProjectModel::PageRole, QStringLiteral("run:%1").arg(run), 1,
                                    Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QString() : found.first().data(ProjectModel::NoteRole).toString();
}

bool TestRunPage::isSaid(const QString& text) const {
    for (const auto* label : m_hand->window().statusBar()->findChildren<TextLabel*>())
        if (label->isVisible() && label->text().contains(text))
            return true;
    return false;
}

void TestRunPage::inspectorShowsTheParametersOfTheRun() {
    setIterations(QStringLiteral("37"));
    const RunId run = start();
    QVERIFY(finishes(run));
    QTRY_VERIFY(iterations() != nullptr);
    QTRY_COMPARE(iterations()->text(), QStringLiteral("37"));
    QTest::qWait(800); // what the data say comes in
    QCOMPARE(iterations()->text(), QStringLiteral("37"));
    QVERIFY(m_hand->clickButton(QStringLiteral("Run again")));
    QTRY_VERIFY(m_hand->runInFront() != run && m_hand->runInFront() != 0);
    QTRY_VERIFY(contents().run(m_hand->runInFront()) != nullptr);
    QVERIFY(contents().run(m_hand->runInFront())->parameters == contents().run(run)->parameters);
}

void TestRunPage::experimentKeepsItsParametersWhenReopened() {
    setIterations(QStringLiteral("41"));
    const QString experiment = m_hand->page()->pageId();
    const RunId run = start();
    QVERIFY(finishes(run));
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("kept.vitrine"));
    m_hand->bench().saveProjectAs(file);
    QTRY_VERIFY(!m_hand->bench().store()->isUntitled());
    m_hand = nullptr;
    m_hand = std::make_unique<WindowDriver>();
    m_hand->bench().openProject(file);
    QTRY_VERIFY_WITH_TIMEOUT(contents().run(run) != nullptr, 20000);
    for (const QString& page : {experiment, QStringLiteral("run:%1").arg(run)}) {
        m_hand->bench().requestOpen(page);
        QVERIFY(m_hand->waitFor(page));
        QTRY_VERIFY(m_hand->page()->canRun() && iterations() != nullptr);
        QTest::qWait(800);
        QVERIFY2(iterations()->text() == QStringLiteral("41"), qPrintable(page + iterations()->text()));
    }
    QCOMPARE(contents().experiments.front().parameters.value("n_iter").get<int>(), 41);
}

void TestRunPage::figureGoesIntoTheReportOfItsRun() {
    const auto add = [this] {
        Pane* pane = nullptr;
        const auto there = [&] {
            pane = m_hand->pane("train_error");
            return pane && pane->findChild<PaneFrame*>()->addButton()->isEnabled();
        };
        if (QTest::qWaitFor(there, 10000))
            m_hand->click(pane->findChild<PaneFrame*>()->addButton());
    };
    const QString experiment = m_hand->page()->pageId();
    const RunId first = start();
    QVERIFY(finishes(first));
    QVERIFY(m_hand->clickButton(QStringLiteral("Report")));
    QVERIFY(m_hand->waitFor(QStringLiteral("report:")));
    QTRY_COMPARE(contents().reports.size(), std::size_t(1));
    const std::size_t before = runsIn(contents().reports[0]).size();
    m_hand->bench().requestOpen(experiment);
    QVERIFY(m_hand->waitFor(experiment));
    const RunId second = start();
    QVERIFY(second != first && finishes(second));
    add(); // there is none of this run
    add();
    QTRY_COMPARE(contents().reports.size(), std::size_t(2));
    QTRY_COMPARE(runsIn(contents().reports[1]), (std::vector<RunId>{second, second}));
    const QString title = toQString(contents().reports[1].title);
    QCOMPARE(title, QStringLiteral("Report of %1").arg(toQString(contents().run(second)->title)));
    QVERIFY(isSaid(QStringLiteral("Added to “%1”").arg(title)));
    QCOMPARE(runsIn(contents().reports[0]).size(), before);
    m_hand->bench().requestOpen(QStringLiteral("run:%1").arg(first));
    QVERIFY(m_hand->waitFor(QStringLiteral("run:%1").arg(first)));
    add();
    QTRY_COMPARE(runsIn(contents().reports[0]).size(), before + 1);
    QTRY_VERIFY(isSaid(QStringLiteral("Added to “%1”").arg(toQString(contents().reports[0].title))));
    QCOMPARE(runsIn(contents().reports[1]).size(), std::size_t(2));
    // Once the new report is undone, the next figure makes another.
    for (int i = 0; i < 3; ++i)
        m_hand->bench().undoStack().undo();
    QTRY_COMPARE(contents().reports.size(), std::size_t(1));
    m_hand->bench().requestOpen(QStringLiteral("run:%1").arg(second));
    QVERIFY(m_hand->waitFor(QStringLiteral("run:%1").arg(second)));
    add();
    QTRY_COMPARE(contents().reports.size(), std::size_t(2));
    QCOMPARE(runsIn(contents().reports[1]), std::vector<RunId>{second});
}

void TestRunPage::treeShowsProgress() {
    setIterations(QStringLiteral("10000"));
    const RunId run = start();
    QVERIFY(run != 0);
    QTRY_VERIFY_WITH_TIMEOUT(noteOf(run).endsWith(QStringLiteral(" %")), 10000);
    QTest::qWait(600);
    QVERIFY2(noteOf(run).endsWith(QStringLiteral(" %")), qPrintable(noteOf(run)));
    m_hand->bench().jobOf(run)->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(noteOf(run), QStringLiteral("cancelled"), 10000);
}

void TestRunPage::drawerStaysClosedByHand() {
    QAction* shown = m_hand->window().mainActions().showJobs;
    QVERIFY(!shown->isChecked());
    setIterations(QStringLiteral("10000"));
    const RunId first = start();
    QVERIFY(first != 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->bench().jobOf(first)->status().state == RunState::running, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(shown->isChecked(), 5000);
    QVERIFY(m_hand->bench().jobOf(first)->status().elapsedSeconds >= 1.0);
    auto* panel = m_hand->window().findChild<JobPanel*>();
    for (auto* button : panel->titleBar()->findChildren<QAbstractButton*>())
        if (button->accessibleName() == QLatin1String("Close the jobs drawer"))
            m_hand->click(button);
    QVERIFY(!shown->isChecked());
    m_hand->bench().jobOf(first)->cancel();
    QTRY_COMPARE(m_hand->stateOf(first), RunState::cancelled);
    QTRY_VERIFY(m_hand->page()->canRun());
    QVERIFY(m_hand->clickButton(QStringLiteral("Run again")));
    QTRY_VERIFY(m_hand->runInFront() != first && m_hand->runInFront() != 0);
    QTest::qWait(2500);
    const auto job = m_hand->bench().jobOf(m_hand->runInFront());
    QVERIFY(job && job->status().elapsedSeconds > 1.0);
    QVERIFY(!shown->isChecked());
    QVERIFY(m_hand->button(QStringLiteral("Show the jobs")) != nullptr); // the status bar counts
    job->cancel();
    QTRY_VERIFY(!m_hand->bench().hasRunningJobs());
}

void TestRunPage::removalNamesWhatDependsOnIt() {
    const RunId run = start();
    QVERIFY(finishes(run));
    QSignalSpy said(&m_hand->bench(), &Workbench::said);
    removeItem(m_hand->bench(), ProjectModel::Data, contents().datasets.front().id);
    QCOMPARE(said.size(), 1);
    const QString message = said.front().front().toString();
    QVERIFY2(message.contains(QStringLiteral("run %1").arg(run)), qPrintable(message));
    QVERIFY2(message.contains(toQString(contents().experiments.front().title)), qPrintable(message));
    QVERIFY2(message.contains(QStringLiteral("Undo brings it back")), qPrintable(message));
    QVERIFY(isSaid(message));
    QTRY_VERIFY(contents().datasets.empty());
    m_hand->bench().undoStack().undo();
    QTRY_COMPARE(contents().datasets.size(), std::size_t(1));
}

QTEST_MAIN(TestRunPage)
#include "tst_run_page.moc"
