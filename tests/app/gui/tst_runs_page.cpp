#include "app/gui/pages/compare_page.h"
#include "app/gui/pages/runs_page.h"
#include "app/gui/runs/run_notes_panel.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/shell/project_panel.h"
#include "core/report/report_document.h"
#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/models/flat_model.h"
#include "widgets/models/table_model.h"
#include "widgets/views/table_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTreeView>

using namespace vitrine;
using namespace vitrine::test;

/// All runs of a project in one table of the real window: found, tagged, compared, reported, removed.
class TestRunsPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_hand.reset(); }
    void theSectionOpensTheTable();
    void numbersAndWhatDiffersAreSorted();
    void tagsAndNotesAreKeptAndTakenBack();
    void tagsAreFiltered();
    void chosenRunsAreReported();
    void chosenRunsAreCompared();
    void chosenRunsAreRemovedInOneStep();

private:
    RunsPage* page() const { return m_hand->pageAs<RunsPage>(); }
    bool showTable();
    int column(const QString& head) const;
    QString cell(RunId run, const QString& head) const;
    void choose(const QStringList& runs) { page()->selection()->select(QStringLiteral("run"), runs); }
    const ProjectContents& contents() const { return m_hand->bench().contents(); }

    std::unique_ptr<WindowDriver> m_hand;
};

void TestRunsPage::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    const QString experiment = m_hand->page()->pageId();
    for (const char* iterations : {"7", "40", "9"}) {
        m_hand->bench().requestOpen(experiment);
        QLineEdit* field = nullptr;
        const auto isThere = [&] {
            for (auto* candidate : m_hand->window().findChildren<QLineEdit*>())
                if (candidate->isVisible() && candidate->accessibleName() == QLatin1String("Iterations"))
                    field = candidate;
            return field && m_hand->page()->pageId() == experiment && m_hand->page()->canRun();
        };
        QVERIFY(QTest::qWaitFor(isThere, 10000));
        m_hand->click(field);
        field->selectAll();
        QTest::keyClicks(field, QLatin1String(iterations));
        QTRY_VERIFY(m_hand->page()->canRun());
        m_hand->key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(m_hand->waitFor(QStringLiteral("run:")));
        QTRY_VERIFY_WITH_TIMEOUT(m_hand->stateOf(m_hand->runInFront()) == RunState::finished, 60000);
    }
}

bool TestRunsPage::showTable() {
    m_hand->window().mainActions().allRuns->trigger();
    return m_hand->waitFor(QStringLiteral("runs")) && QTest::qWaitFor([this] {
               return page()->panel()->model()->rowCount() == 3 && column(QStringLiteral("Iterations")) > 0;
           });
}

int TestRunsPage::column(const QString& head) const {
    const TableModel* model = page()->panel()->model();
    for (int i = 0; i < model->columnCount(); ++i)
        if (model->headerData(i, Qt::Horizontal).toString().startsWith(head))
            return i;
    return -1;
}

QString TestRunsPage::cell(RunId run, const QString& head) const {
    const TableModel* model = page()->panel()->model();
    const int row = model->rowOfKey(QString::number(run));
    return row < 0 || column(head) < 0 ? QString() : model->index(row, column(head)).data().toString();
}

void TestRunsPage::theSectionOpensTheTable() {
    const auto* panel = m_hand->window().findChild<ProjectPanel*>();
    auto* tree = panel->tree();
    const QModelIndex section = tree->model()->index(ProjectModel::Runs, 0);
    m_hand->clickAt(tree->viewport(), tree->visualRect(section).center());
    QVERIFY(m_hand->waitFor(QStringLiteral("runs")));
    QTRY_COMPARE(page()->panel()->model()->rowCount(), 3);
}

void TestRunsPage::numbersAndWhatDiffersAreSorted() {
    QVERIFY(showTable());
    QCOMPARE(cell(1, QStringLiteral("Iterations")), QStringLiteral("7"));
    QVERIFY(!cell(1, QStringLiteral("Test RMSE")).isEmpty());
    QVERIFY(cell(1, QStringLiteral("Test RMSE")) != cell(2, QStringLiteral("Test RMSE")));
    QVERIFY(column(QStringLiteral("Learning rate")) < 0); // the same in all
    const TableModel* model = page()->panel()->model();
    page()->panel()->view()->sortByColumn(column(QStringLiteral("Iterations")), Qt::DescendingOrder);
    QTRY_COMPARE(model->index(0, 0).data(KeyRole).toString(), QStringLiteral("2")); // as numbers: 40, 9, 7
    QCOMPARE(model->index(1, 0).data(KeyRole).toString(), QStringLiteral("3"));
}

void TestRunsPage::tagsAndNotesAreKeptAndTakenBack() {
    QVERIFY(showTable());
    choose({QStringLiteral("2")});
    QLineEdit* tags = page()->notes()->tagsField();
    QTRY_VERIFY(tags->isVisible() && tags->isEnabled());
    m_hand->click(tags);
    QTest::keyClicks(tags, QStringLiteral("final, best"));
    QTest::keyClick(tags, Qt::Key_Return);
    QTRY_COMPARE(cell(2, QStringLiteral("Tags")), QStringLiteral("final, best"));
    QPlainTextEdit* note = page()->notes()->noteField();
    note->setFocus();
    QTest::keyClicks(note, QStringLiteral("goes into the paper"));
    choose({QStringLiteral("1")}); // another run: what was typed belongs to the one before
    QTRY_COMPARE(cell(2, QStringLiteral("Note")), QStringLiteral("goes into the paper"));
    QVERIFY(note->toPlainText().isEmpty());
    m_hand->bench().undoStack().undo();
    QTRY_VERIFY(cell(2, QStringLiteral("Note")).isEmpty() || cell(2, QStringLiteral("Note")) == QStringLiteral("–"));
    QCOMPARE(cell(2, QStringLiteral("Tags")), QStringLiteral("final, best"));
    m_hand->bench().undoStack().redo();
    QTRY_COMPARE(cell(2, QStringLiteral("Note")), QStringLiteral("goes into the paper"));
    const auto stored = readRunNotes(*m_hand->bench().store());
    QCOMPARE(stored.at(2).tags, (std::vector<std::string>{"final", "best"}));
}

void TestRunsPage::tagsAreFiltered() {
    QVERIFY(showTable());
    QLineEdit* filter = page()->panel()->filterField();
    QVERIFY(filter->isVisible());
    m_hand->click(filter);
    QTest::keyClicks(filter, QStringLiteral("final"));
    QTRY_COMPARE(page()->panel()->model()->rowCount(), 1);
    filter->selectAll();
    QTest::keyClicks(filter, QStringLiteral("n_iter > 8"));
    QTRY_COMPARE(page()->panel()->model()->rowCount(), 2);
    filter->clear();
    QTRY_COMPARE(page()->panel()->model()->rowCount(), 3);
}

void TestRunsPage::chosenRunsAreReported() {
    QVERIFY(showTable());
    choose({QStringLiteral("1"), QStringLiteral("2")});
    QVERIFY(m_hand->clickButton(QStringLiteral("Add to report")));
    QVERIFY(m_hand->waitFor(QStringLiteral("report:")));
    QTRY_COMPARE(contents().reports.size(), std::size_t(1));
    const auto document = ReportDocument::fromJson(contents().reports.front().document);
    QVERIFY(document.ok());
    QCOMPARE(document->blocks.size(), std::size_t(6)); // heading, numbers and parameters of two
    QCOMPARE(document->blocks[1].kind, BlockKind::scalars);
    QCOMPARE(document->blocks[4].run, RunId(2));
}

void TestRunsPage::chosenRunsAreCompared() {
    QVERIFY(showTable());
    choose({QStringLiteral("1")});
    QVERIFY(!m_hand->button(QStringLiteral("Compare"), page())->isEnabled());
    choose({QStringLiteral("1"), QStringLiteral("3")});
    m_hand->click(m_hand->button(QStringLiteral("Compare"), page()));
    QVERIFY(m_hand->waitFor(QStringLiteral("compare")));
    QCOMPARE(m_hand->pageAs<ComparePage>()->runs(), (std::vector<RunId>{1, 3}));
}

void TestRunsPage::chosenRunsAreRemovedInOneStep() {
    QVERIFY(showTable());
    choose({QStringLiteral("1"), QStringLiteral("3")});
    m_hand->click(m_hand->button(QStringLiteral("Remove"), page()));
    QTRY_COMPARE(contents().runs.size(), std::size_t(1));
    QTRY_COMPARE(page()->panel()->model()->rowCount(), 1);
    m_hand->key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(contents().runs.size(), std::size_t(3));
    QTRY_COMPARE(page()->panel()->model()->rowCount(), 3);
}

QTEST_MAIN(TestRunsPage)
#include "tst_runs_page.moc"
