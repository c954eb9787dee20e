#include "app/gui/compare/compare_curves.h"
#include "app/gui/compare/compare_table.h"
#include "app/gui/compare/run_chooser.h"
#include "app/gui/pages/compare_page.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/shell/project_panel.h"
#include "core/compare/compare_figure.h"
#include "core/report/compose_report.h"
#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/report/report_writer.h"
#include "widgets/report/run_figures.h"
#include "widgets/style/pane_frame.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>
#include <QTreeWidget>

using namespace vitrine;
using namespace vitrine::test;

/// Runs side by side in the real window: from the choice in the tree to the figure in a report.
class TestComparePage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_hand.reset(); }
    void fewRunsAreOffered();
    void runsOfTheTreeStandSideBySide();
    void onlyWhatDiffersIsShown();
    void metricsNameIntervalsAndTests();
    void aChosenRunIsMarkedEverywhere();
    void theReferenceCanBeAnother();
    void everythingGoesIntoOneTable();
    void theCurvesGoIntoAReport();
    void oneClickMakesAReport_data();
    void oneClickMakesAReport();
    void aRemovedRunLeavesTheComparison();

private:
    bool run(const QString& iterations);
    ComparePage* page() const { return m_hand->pageAs<ComparePage>(); }
    bool isCompared() const { return page() && page()->comparison() && page()->metricTable()->isVisible(); }
    QStringList labels(const CompareTable* table) const;
    QString cell(const CompareTable* table, const QString& label, int column) const;
    QModelIndex treeRow(RunId run) const;
    const ProjectContents& contents() const { return m_hand->bench().contents(); }

    std::unique_ptr<WindowDriver> m_hand;
};

void TestComparePage::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QTRY_COMPARE(contents().datasets.size(), std::size_t(1));
}

bool TestComparePage::run(const QString& iterations) {
    if (contents().experiments.empty()) {
        if (!m_hand->clickButton(QStringLiteral("New Experiment")) || !m_hand->waitFor(QStringLiteral("experiment:")) ||
            !QTest::qWaitFor([this] { return !contents().experiments.empty(); }, 10000))
            return false;
    }
    m_hand->bench().requestOpen(QStringLiteral("experiment:%1").arg(contents().experiments.front().id));
    QLineEdit* field = nullptr;
    const auto isThere = [&] {
        for (auto* candidate : m_hand->window().findChildren<QLineEdit*>())
            if (candidate->isVisible() && candidate->accessibleName() == QLatin1String("Iterations"))
                field = candidate;
        return field && m_hand->isInFront(QStringLiteral("experiment:")) && m_hand->page()->canRun();
    };
    if (!QTest::qWaitFor(isThere, 10000))
        return false;
    m_hand->click(field);
    field->selectAll();
    QTest::keyClicks(field, iterations);
    if (!QTest::qWaitFor([this] { return m_hand->page()->canRun(); }, 10000))
        return false;
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    return m_hand->waitFor(QStringLiteral("run:")) &&
           QTest::qWaitFor([&] { return m_hand->stateOf(m_hand->runInFront()) == RunState::finished; }, 60000);
}

QStringList TestComparePage::labels(const CompareTable* table) const {
    QStringList texts;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        texts.append(table->model()->index(row, 0).data().toString());
    return texts;
}

QString TestComparePage::cell(const CompareTable* table, const QString& label, int column) const {
    const QStringList all = labels(table);
    for (int row = 0; row < all.size(); ++row)
        if (all[row].startsWith(label))
            return table->model()->index(row, column).data().toString();
    return {};
}

QModelIndex TestComparePage::treeRow(RunId run) const {
    const auto* model = m_hand->window().findChild<ProjectPanel*>()->tree()->model();
    const auto found = model->match(model->index(0, 0), ProjectModel::PageRole, QStringLiteral("run:%1").arg(run), 1,
                                    Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.first();
}

void TestComparePage::fewRunsAreOffered() {
    const auto says = [this](const QString& text) {
        for (const auto* label : page()->chooser()->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    };
    QVERIFY(m_hand->clickButton(QStringLiteral("Compare")));
    QVERIFY(m_hand->waitFor(QStringLiteral("compare")));
    QVERIFY(says(QStringLiteral("no run yet")));
    QVERIFY(run(QStringLiteral("7")));
    m_hand->window().mainActions().compare->trigger();
    QVERIFY(m_hand->waitFor(QStringLiteral("compare")));
    QVERIFY(says(QStringLiteral("one run")));
    QCOMPARE(page()->chooser()->chosen(), std::vector<RunId>{contents().runs.front().id}); // it was in front
    QAbstractButton* start = m_hand->button(QStringLiteral("Compare"), page());
    QVERIFY(start && !start->isEnabled());
    QVERIFY(run(QStringLiteral("9")));
    QVERIFY(run(QStringLiteral("40")));
    QCOMPARE(contents().runs.size(), std::size_t(3));
}

void TestComparePage::runsOfTheTreeStandSideBySide() {
    auto* tree = m_hand->window().findChild<ProjectPanel*>()->tree();
    const QString front = m_hand->page()->pageId();
    tree->scrollTo(treeRow(1));
    m_hand->clickAt(tree->viewport(), tree->visualRect(treeRow(1)).center());
    QVERIFY(m_hand->waitFor(QStringLiteral("run:1")));
    m_hand->clickAt(tree->viewport(), tree->visualRect(treeRow(3)).center(), Qt::ControlModifier);
    QCOMPARE(m_hand->page()->pageId(), QStringLiteral("run:1")); // chosen, not opened
    m_hand->bench().reload();                                    // records that are read again leave the choice
    QTest::qWait(300);
    QVERIFY(m_hand->clickButton(QStringLiteral("Compare")));
    QVERIFY(m_hand->waitFor(QStringLiteral("compare")));
    QTRY_VERIFY(isCompared());
    QCOMPARE(page()->runs(), (std::vector<RunId>{1, 3}));
}

void TestComparePage::onlyWhatDiffersIsShown() {
    const QStringList rows = labels(page()->facts());
    QCOMPARE(rows.size(), 2); // title and the one parameter
    QVERIFY2(rows[1].startsWith(QStringLiteral("Iterations")), qPrintable(rows[1]));
    QCOMPARE(cell(page()->facts(), rows[1], 1), QStringLiteral("7"));
    QCOMPARE(cell(page()->facts(), rows[1], 2), QStringLiteral("40"));
    QVERIFY(!page()->facts()->model()->index(1, 0).data(Qt::ToolTipRole).toString().isEmpty());
}

void TestComparePage::metricsNameIntervalsAndTests() {
    const CompareTable* table = page()->metricTable();
    const QString rows = labels(table).join(QLatin1Char('\n'));
    QVERIFY2(rows.contains(QStringLiteral("bootstrap")) && rows.contains(QStringLiteral("n = ")), qPrintable(rows));
    QVERIFY(cell(table, QStringLiteral("Difference to run 1"), 1) == QStringLiteral("reference"));
    // Which part of the split; the number of its rows stands beside the probability.
    QVERIFY2(rows.contains(QStringLiteral("Absolute error, test")), qPrintable(rows));
    const QString chance = cell(table, QStringLiteral("Probability"), 2);
    QVERIFY2(chance.startsWith(QLatin1Char('p')) && chance.contains(QStringLiteral("n = ")), qPrintable(chance));
    const QString rmse = QStringLiteral("Test RMSE");
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (table->model()->index(row, 0).data().toString().startsWith(rmse))
            QVERIFY(table->model()->index(row, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("√")));
    QVERIFY(cell(table, rmse, 1) != cell(table, rmse, 2));
}

void TestComparePage::aChosenRunIsMarkedEverywhere() {
    CompareTable* table = page()->metricTable();
    m_hand->clickAt(table->viewport(), table->visualRect(table->model()->index(0, 2)).center());
    QCOMPARE(page()->selection()->keys(QStringLiteral("run")), QStringList{QStringLiteral("3")});
    QVERIFY(page()->facts()->selectionModel()->isColumnSelected(2));
    QVERIFY(!page()->facts()->selectionModel()->isColumnSelected(1));
    QVERIFY(page()->statusText().contains(QStringLiteral("run 3")));
    // And from the curves.
    const ChartView* chart = page()->curves()->chart();
    const FigureMark& mark = chart->spec().marks.front();
    m_hand->clickAt(chart->viewport(), chart->pixelOf(mark.x[3], mark.y[3]).toPoint());
    QCOMPARE(page()->selection()->keys(QStringLiteral("run")), QStringList{QStringLiteral("1")});
    QVERIFY(table->selectionModel()->isColumnSelected(1));
    m_hand->key(Qt::Key_Escape);
    QVERIFY(table->selectionModel()->selectedColumns().isEmpty());
}

void TestComparePage::theReferenceCanBeAnother() {
    const QString before = cell(page()->metricTable(), QStringLiteral("Difference to run 1"), 2);
    page()->referenceChoice()->setFocus();
    QTest::keyClick(page()->referenceChoice(), Qt::Key_Down);
    QTRY_COMPARE(cell(page()->metricTable(), QStringLiteral("Difference to run 3"), 2), QStringLiteral("reference"));
    const QString after = cell(page()->metricTable(), QStringLiteral("Difference to run 3"), 1);
    QCOMPARE(after.mid(1), before.mid(1)); // the same the other way round
    QVERIFY(after.front() != before.front());
}

void TestComparePage::everythingGoesIntoOneTable() {
    const QString file = m_hand->path(QStringLiteral("comparison.csv"));
    QTimer::singleShot(0, this, [&] { QVERIFY(m_hand->answerFileDialog(file)); });
    QVERIFY(m_hand->clickButton(QStringLiteral("Export")));
    QTRY_VERIFY(QFile::exists(file));
    QFile csv(file);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QByteArray text = csv.readAll();
    for (const char* part : {"metrics/test_rmse", "paired t-test", "n_iter", "difference_to_reference"})
        QVERIFY2(text.contains(part), part);
}

void TestComparePage::theCurvesGoIntoAReport() {
    QVERIFY(page()->curves()->lineChoice()->count() > 1);
    m_hand->click(page()->curves()->findChild<PaneFrame*>()->addButton());
    QTRY_COMPARE(contents().reports.size(), std::size_t(1));
    const auto document = ReportDocument::fromJson(contents().reports.front().document);
    QVERIFY(document.ok());
    const ReportBlock& block = document->blocks.front();
    QCOMPARE(block.figureId, std::string(kOverlayFigureId));
    const auto store = m_hand->bench().store();
    const auto figures = figureProvider(*store, m_hand->bench().views());
    const auto figure = figures(*store->run(block.run), block);
    QVERIFY(figure.has_value());
    QCOMPARE(figure->marks.size(), std::size_t(2));
    QCOMPARE(figure->marks[1].y, page()->curves()->chart()->spec().marks[1].y);
}

void TestComparePage::oneClickMakesAReport_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text"); // file inside of what was written
    QTest::newRow("HTML") << QStringLiteral("comparison.html") << QString();
    QTest::newRow("Markdown") << QStringLiteral("comparison") << QStringLiteral("/report.md");
}

void TestComparePage::oneClickMakesAReport() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    m_hand->bench().requestCompare({1, 3});
    QTRY_VERIFY(isCompared());
    const std::size_t before = contents().reports.size();
    m_hand->click(page()->reportButton());
    QTRY_COMPARE(contents().reports.size(), before + 1);
    const auto report =
        std::ranges::find(contents().reports, std::string("Comparison of runs 1 and 3"), &ReportRecord::title);
    QVERIFY(report != contents().reports.end());
    const auto document = ReportDocument::fromJson(report->document);
    QVERIFY(document.ok());
    const QString target = m_hand->path(file);
    const auto written =
        writeReport(*m_hand->bench().store(), *document, m_hand->bench().views(), *m_hand->bench().plugins(), target);
    QVERIFY2(written.ok(), written ? "" : written.error().message.c_str());
    QFile made(target + text);
    QVERIFY(made.open(QIODevice::ReadOnly));
    const QString whole = QString::fromUtf8(made.readAll());
    for (const char* part :
         {"Table 1", "What differs", "Iterations", "(reference)", "Test RMSE", "Difference to the reference",
          "95 % interval, paired t-test", "Probability and pairs", "n = ", "Figure 1", "Student, Biometrika 1908"})
        QVERIFY2(whole.contains(QString::fromUtf8(part)), part);
    m_hand->bench().requestCompare({1, 3});
    QTRY_VERIFY(isCompared());
}

void TestComparePage::aRemovedRunLeavesTheComparison() {
    page()->setRuns({1, 2, 3});
    QTRY_COMPARE(page()->metricTable()->model()->columnCount(), 4);
    m_hand->bench().change([](ProjectStore& store) { return store.removeRun(2); });
    QTRY_COMPARE(page()->metricTable()->model()->columnCount(), 3);
    QCOMPARE(page()->runs(), (std::vector<RunId>{1, 3}));
    m_hand->bench().change([](ProjectStore& store) { return store.removeRun(1); });
    QTRY_VERIFY(page()->chooser()->isVisible());
}

QTEST_MAIN(TestComparePage)
#include "tst_compare_page.moc"
