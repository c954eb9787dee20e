#include "app/gui/experiment/experiment_session.h"
#include "app/gui/shell/project_edits.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/shell/project_panel.h"
#include "core/report/report_document.h"
#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"

#include <QSignalSpy>
#include <QTreeView>

using namespace vitrine;
using namespace vitrine::test;

/// Names are changed in the project tree while the pages are open, and everything is undone and redone.
class TestProjectEdits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_hand.reset(); }
    void renamedExperimentKeepsItsNameWhileItsPageIsOpen();
    void everythingCanBeRenamed();
    void newReportIsUndoneAndRedone();
    void newExperimentIsUndoneAndRedone();
    void followUpKeepsDataAndWhatWasChanged();

private:
    /// F2, name, Return in the row of a page.
    void rename(const QString& pageId, const QString& name);
    bool openExperiment();
    bool finishRun();
    const ProjectContents& contents() const { return m_hand->bench().contents(); }

    std::unique_ptr<WindowDriver> m_hand;
};

void TestProjectEdits::init() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QTRY_COMPARE(contents().datasets.size(), std::size_t(1));
}

bool TestProjectEdits::openExperiment() {
    return m_hand->clickButton(QStringLiteral("New Experiment")) && m_hand->waitFor(QStringLiteral("experiment:")) &&
           QTest::qWaitFor([this] { return m_hand->page()->canRun() && contents().experiments.size() == 1; }, 10000);
}

bool TestProjectEdits::finishRun() {
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    return m_hand->waitFor(QStringLiteral("run:")) &&
           QTest::qWaitFor([this] { return m_hand->stateOf(m_hand->runInFront()) == RunState::finished; }, 30000);
}

void TestProjectEdits::rename(const QString& pageId, const QString& name) {
    auto* tree = m_hand->window().findChild<ProjectPanel*>()->tree();
    QModelIndex row;
    const auto find = [&] {
        const auto found = tree->model()->match(tree->model()->index(0, 0), ProjectModel::PageRole, pageId, 1,
                                                Qt::MatchExactly | Qt::MatchRecursive);
        row = found.isEmpty() ? QModelIndex() : found.first();
        return row.isValid();
    };
    QVERIFY2(QTest::qWaitFor(find, 5000), qPrintable(pageId));
    m_hand->clickAt(tree->viewport(), tree->visualRect(row).center());
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_F2);
    auto* editor = tree->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, name);
    QTest::keyClick(editor, Qt::Key_Return);
}

void TestProjectEdits::renamedExperimentKeepsItsNameWhileItsPageIsOpen() {
    QVERIFY(openExperiment());
    const QString page = m_hand->page()->pageId();
    rename(page, QStringLiteral("Solubility, first try"));
    QTRY_COMPARE(toQString(contents().experiments.front().title), QStringLiteral("Solubility, first try"));
    QTRY_COMPARE(m_hand->page()->title(), QStringLiteral("Solubility, first try"));
    // A change of the page afterwards is stored with the new name.
    QLineEdit* seed = nullptr;
    for (auto* field : m_hand->window().findChildren<QLineEdit*>())
        if (field->isVisible() && field->accessibleName() == QLatin1String("Seed"))
            seed = field;
    QVERIFY(seed);
    m_hand->click(seed);
    seed->selectAll();
    QTest::keyClicks(seed, QStringLiteral("77"));
    // At once another name, while the change of the seed has not been written yet.
    rename(page, QStringLiteral("Second try"));
    QTRY_COMPARE(contents().experiments.front().seed, std::uint64_t(77));
    QTRY_COMPARE(toQString(contents().experiments.front().title), QStringLiteral("Second try"));
    QTest::qWait(800);
    QCOMPARE(toQString(contents().experiments.front().title), QStringLiteral("Second try"));
    QCOMPARE(m_hand->page()->title(), QStringLiteral("Second try"));
    QVERIFY(finishRun());
    QCOMPARE(m_hand->page()->title(), QStringLiteral("Second try"));
    QCOMPARE(contents().run(m_hand->runInFront())->seed, std::uint64_t(77));
}

void TestProjectEdits::everythingCanBeRenamed() {
    QVERIFY(openExperiment());
    QVERIFY(finishRun());
    const RunId run = m_hand->runInFront();
    QVERIFY(m_hand->clickButton(QStringLiteral("Report")));
    QVERIFY(m_hand->waitFor(QStringLiteral("report:")));
    QTRY_COMPARE(contents().reports.size(), std::size_t(1));
    QTest::qWait(500);
    rename(QStringLiteral("report:1"), QStringLiteral("What dissolves"));
    QTRY_COMPARE(toQString(contents().reports.front().title), QStringLiteral("What dissolves"));
    QTRY_COMPARE(m_hand->page()->title(), QStringLiteral("What dissolves")); // also what is printed
    rename(QStringLiteral("run:%1").arg(run), QStringLiteral("Good run"));
    QTRY_COMPARE(toQString(contents().run(run)->title), QStringLiteral("Good run"));
    QTRY_COMPARE(m_hand->page()->title(), QStringLiteral("Good run"));
    rename(QStringLiteral("dataset:1"), QStringLiteral("Molecules"));
    QTRY_COMPARE(toQString(contents().datasets.front().title), QStringLiteral("Molecules"));
    QTRY_COMPARE(m_hand->page()->title(), QStringLiteral("Molecules"));
    for (int i = 0; i < 3; ++i)
        m_hand->bench().undoStack().undo();
    QTRY_VERIFY(contents().datasets.front().title != "Molecules" && contents().run(run)->title != "Good run" &&
                contents().reports.front().title != "What dissolves");
}

void TestProjectEdits::newReportIsUndoneAndRedone() {
    QVERIFY(openExperiment());
    QVERIFY(finishRun());
    QVERIFY(m_hand->clickButton(QStringLiteral("Report")));
    QVERIFY(m_hand->waitFor(QStringLiteral("report:")));
    QTRY_COMPARE(contents().reports.size(), std::size_t(1));
    const nlohmann::json document = contents().reports.front().document;
    QSignalSpy failed(&m_hand->bench(), &Workbench::failed);
    for (int round = 0; round < 3; ++round) {
        m_hand->key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(contents().reports.size(), std::size_t(0));
        QTRY_VERIFY(!m_hand->isInFront(QStringLiteral("report:"))); // its page goes with it
        m_hand->key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(contents().reports.size(), std::size_t(1));
        QVERIFY(contents().reports.front().document == document);
    }
    QCOMPARE(failed.size(), 0);
    const auto history = m_hand->bench().store()->history();
    QVERIFY(history.ok());
    QCOMPARE(history->back().verb, std::string("redone"));
}

void TestProjectEdits::newExperimentIsUndoneAndRedone() {
    QVERIFY(openExperiment());
    QTest::qWait(600);
    QSignalSpy failed(&m_hand->bench(), &Workbench::failed);
    for (int round = 0; round < 2; ++round) {
        m_hand->key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(contents().experiments.size(), std::size_t(0));
        m_hand->key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(contents().experiments.size(), std::size_t(1));
    }
    QCOMPARE(failed.size(), 0);
}

/// The best settings of a comparison go into an experiment of their own.
void TestProjectEdits::followUpKeepsDataAndWhatWasChanged() {
    const PluginInfo* plugin = m_hand->bench().plugins()->info("pathboost");
    QVERIFY(plugin);
    const ExperimentInfo* compared = plugin->experiment("cross_validate");
    RunRecord run;
    run.plugin = "pathboost";
    run.experiment = "cross_validate";
    run.seed = 11;
    run.inputs.push_back({"graphs", "dataset:1", "esol", contents().datasets.front().contentHash, {}, {}});
    run.parameters = ParameterSet().complete(compared->parameters);
    run.parameters.set("target", "measured log solubility in mols per litre");
    run.parameters.set("no_anchor_value", "zero");
    createFollowUp(m_hand->bench(), run, "train", {{"learning_rate", 0.25}, {"tree_depth", 2}});
    QTRY_COMPARE(contents().experiments.size(), std::size_t(1));
    const ExperimentRecord& made = contents().experiments.front();
    QCOMPARE(made.experiment, std::string("train"));
    QCOMPARE(made.seed, std::uint64_t(11));
    QCOMPARE(made.inputs.size(), std::size_t(1));
    QCOMPARE(made.inputs.front().reference, std::string("dataset:1"));
    const nlohmann::json expected{{"learning_rate", 0.25},
                                  {"no_anchor_value", "zero"},
                                  {"target", "measured log solubility in mols per litre"},
                                  {"tree_depth", 2}};
    QCOMPARE(made.parameters.toJson().dump(), expected.dump()); // not what the comparison does by itself otherwise
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    QVERIFY(QTest::qWaitFor([this] { return m_hand->page()->canRun(); }, 10000));
}

QTEST_MAIN(TestProjectEdits)
#include "tst_project_edits.moc"
