#include "core/values/text.h"
#include "plugins/pathboost/views/path_browser.h"
#include "plugins/pathboost/views/path_tree_model.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/data/display_number.h"
#include "widgets/models/flat_model.h"
#include "widgets/style/theme.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTreeView>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::pathboost;

/// The tree of prefixes against the tables of the run.
class TestPathBrowser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void everyPathStandsUnderItsPrefix();
    void cellsAreThoseOfTheTable();
    void prefixesNeverSelectedHaveNoNumbers();
    void headersSortSiblings();
    void importanceSortsByTheOwnValue();
    void effectsStandInNarrowPanes();
    void smallEffectsKeepTheirDigits();
    void filterKeepsPathsWithTheirPrefixes();
    void filteringKeepsTheSelection();
    void withoutImportancesTheTimesCount();
    void otherColumnsFollowTheWidth();
    void nothingYetIsSaid();

private:
    QModelIndex cell(const QString& key, int column) const { return m_browser->viewIndex(key).siblingAtColumn(column); }
    QStringList shownKeys(const QModelIndex& parent = {}) const;

    std::shared_ptr<RunData> m_run;
    std::shared_ptr<const RunPaths> m_paths;
    std::unique_ptr<PathBrowser> m_browser;
    std::unique_ptr<Selection> m_selection;
};

void TestPathBrowser::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    // Every path can be selected from the start, so that some prefixes never are.
    m_run = runs::trainedRun(runs::esolGraphs(), {{"n_iter", 25}, {"baselines", "none"}, {"candidate_policy", "all"}});
    m_paths = RunPaths::of(*m_run);
}

void TestPathBrowser::init() {
    m_selection = std::make_unique<Selection>();
    m_browser = std::make_unique<PathBrowser>(nullptr);
    m_browser->setSelection(m_selection.get());
    m_browser->setRunData(m_run);
    m_browser->resize(700, 400);
    m_browser->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_browser.get()));
}

QStringList TestPathBrowser::shownKeys(const QModelIndex& parent) const {
    QStringList keys;
    const QAbstractItemModel& model = *m_browser->view()->model();
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex child = model.index(row, 0, parent);
        keys.append(child.data(KeyRole).toString());
        keys += shownKeys(child);
    }
    return keys;
}

void TestPathBrowser::everyPathStandsUnderItsPrefix() {
    QStringList expected;
    for (const PathRow& path : m_paths->rows())
        expected += prefixKeys(path.key);
    expected.removeDuplicates();
    QStringList shown = shownKeys();
    std::ranges::sort(expected);
    std::ranges::sort(shown);
    QCOMPARE(shown, expected);
    for (const QString& key : shown) {
        const QStringList prefixes = prefixKeys(key);
        const QString parent = m_browser->viewIndex(key).parent().data(KeyRole).toString();
        QCOMPARE(parent, prefixes.size() > 1 ? prefixes[prefixes.size() - 2] : QString());
    }
}

void TestPathBrowser::cellsAreThoseOfTheTable() {
    const auto table = outputTable(*m_run, kImportance);
    bool someNegative = false;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        const QString key = toQString(table->find(column::kPath)->texts()[row]);
        const auto number = [&](const char* name) { return displayCount(table->find(name)->integers()[row]); };
        QCOMPARE(cell(key, PathTreeModel::kTimesColumn).data().toString(), number(column::kTimesChosen));
        QCOMPARE(cell(key, PathTreeModel::kFirstColumn).data().toString(), number(column::kFirstIteration));
        QCOMPARE(cell(key, PathTreeModel::kGraphsColumn).data().toString(), number(column::kGraphsAll));
        const double importance = table->find(column::kImportance)->reals()[row];
        QCOMPARE(cell(key, PathTreeModel::kImportanceColumn).data().toString(), displayNumber(importance, 2));
        const QString effect = cell(key, PathTreeModel::kEffectColumn).data().toString();
        QCOMPARE(effect.isEmpty(), !table->find(column::kMeanEffect)->isValid(row));
        QVERIFY(!effect.contains(QLatin1Char('-'))); // a true minus
        someNegative = someNegative || effect.startsWith(QChar(0x2212));
    }
    QVERIFY(someNegative);
    const QAbstractItemModel& model = *m_browser->view()->model();
    QCOMPARE(model.headerData(PathTreeModel::kImportanceColumn, Qt::Horizontal).toString(), QStringLiteral("Imp. %"));
    QCOMPARE(model.headerData(PathTreeModel::kEffectColumn, Qt::Horizontal).toString(),
             QStringLiteral("Effect\nlog mol/L"));
    QCOMPARE(m_browser->csv().substr(0, 5), std::string("path,"));
}

void TestPathBrowser::prefixesNeverSelectedHaveNoNumbers() {
    int found = 0;
    for (const QString& key : shownKeys()) {
        const bool selected = m_paths->find(key) != nullptr;
        found += selected ? 0 : 1;
        QCOMPARE(cell(key, 0).data(PathTreeModel::kIsSelectedPath).toBool(), selected);
        for (int column = PathTreeModel::kImportanceColumn; !selected && column < PathTreeModel::kColumns; ++column)
            QVERIFY(cell(key, column).data().toString().isEmpty());
    }
    QVERIFY2(found > 0, "the run has no such prefix, so nothing was tested");
}

void TestPathBrowser::headersSortSiblings() {
    // Of the siblings under every parent, the values in the order shown; prefixes without a number stand last.
    const auto groups = [this] {
        QList<QList<double>> all;
        QStringList parents = shownKeys();
        parents.prepend(QString());
        for (const QString& parent : parents) {
            const QModelIndex under = parent.isEmpty() ? QModelIndex() : m_browser->viewIndex(parent);
            QList<double> values;
            for (int row = 0; row < m_browser->view()->model()->rowCount(under); ++row)
                if (const QString text =
                        m_browser->view()->model()->index(row, PathTreeModel::kTimesColumn, under).data().toString();
                    !text.isEmpty())
                    values.append(text.toDouble());
            all.append(values);
        }
        return all;
    };
    QHeaderView* header = m_browser->view()->header();
    const QPoint at(header->sectionViewportPosition(PathTreeModel::kTimesColumn) + 10, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
    const auto falls = groups();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
    const auto rises = groups();
    QVERIFY(std::ranges::all_of(
        falls, [](const QList<double>& values) { return std::ranges::is_sorted(values, std::greater()); }));
    QVERIFY(std::ranges::all_of(rises, [](const QList<double>& values) { return std::ranges::is_sorted(values); }));
    QVERIFY(std::ranges::any_of(rises, [](const QList<double>& v) { return !v.empty() && v.front() < v.back(); }));
}

void TestPathBrowser::importanceSortsByTheOwnValue() {
    const QAbstractItemModel& model = *m_browser->view()->model();
    QStringList parents = shownKeys();
    parents.prepend(QString());
    for (const QString& parent : parents) {
        const QModelIndex under = parent.isEmpty() ? QModelIndex() : m_browser->viewIndex(parent);
        double last = HUGE_VAL;
        for (int row = 0; row < model.rowCount(under); ++row) {
            const PathRow* path = m_paths->find(model.index(row, 0, under).data(KeyRole).toString());
            if (!path)
                continue;
            QVERIFY2(*path->importance <= last, qPrintable(path->label));
            last = *path->importance;
        }
    }
}

void TestPathBrowser::effectsStandInNarrowPanes() {
    m_browser->resize(330, 300);
    const QTreeView* view = m_browser->view();
    QVERIFY(!view->isColumnHidden(PathTreeModel::kEffectColumn));
    for (int column = PathTreeModel::kImportanceColumn; column < PathTreeModel::kColumns; ++column)
        for (const PathRow& path : m_paths->rows())
            if (const QString text = cell(path.key, column).data().toString(); !view->isColumnHidden(column))
                QVERIFY2(QFontMetrics(view->font()).horizontalAdvance(text) < view->columnWidth(column),
                         qPrintable(text));
}

void TestPathBrowser::smallEffectsKeepTheirDigits() {
    auto run = std::make_shared<RunData>(*m_run);
    Table table = *outputTable(*m_run, kImportance);
    Column& effect = table.columns.back();
    Column::Reals small;
    for (std::size_t row = 0; row < effect.size(); ++row)
        small.push_back(0.000123 + 0.000001 * static_cast<double>(row));
    effect = Column(column::kMeanEffect, std::move(small));
    run->outputs[kImportance] = makeValue(std::move(table));
    m_browser->setRunData(run);
    QCOMPARE(
        cell(toQString(outputTable(*run, kImportance)->find(column::kPath)->texts()[0]), PathTreeModel::kEffectColumn)
            .data()
            .toString(),
        QStringLiteral("+0.000123"));
}

void TestPathBrowser::filterKeepsPathsWithTheirPrefixes() {
    QTest::keyClicks(m_browser->filterField(), QStringLiteral("c-cl"));
    const QStringList shown = shownKeys();
    QVERIFY(!shown.isEmpty());
    for (const QString& key : shown) {
        bool holds = false;
        for (const QString& other : shown)
            holds = holds || (other.startsWith(key) && m_paths->labelOf(other).contains(QStringLiteral("C–Cl")));
        QVERIFY2(holds, qPrintable(key));
    }
    QVERIFY(shown.size() < static_cast<qsizetype>(m_paths->rows().size()));
    m_browser->filterField()->clear();
    QTest::keyClicks(m_browser->filterField(), QStringLiteral("Xy"));
    QVERIFY(shownKeys().isEmpty());
}

void TestPathBrowser::filteringKeepsTheSelection() {
    const QString key = m_paths->rows().front().key;
    m_selection->select(QStringLiteral("path"), {key});
    m_browser->filterField()->setText(QStringLiteral("no such label"));
    QCOMPARE(m_selection->keys(QStringLiteral("path")), QStringList{key});
    m_browser->filterField()->clear();
    QVERIFY(m_browser->view()->selectionModel()->isSelected(m_browser->viewIndex(key)));
}

void TestPathBrowser::withoutImportancesTheTimesCount() {
    auto run = std::make_shared<RunData>(*m_run);
    run->outputs.erase(kImportance);
    m_browser->setRunData(run);
    QVERIFY(m_browser->view()->isColumnHidden(PathTreeModel::kImportanceColumn));
    QVERIFY(!m_browser->view()->isColumnHidden(PathTreeModel::kTimesColumn));
    QCOMPARE(m_browser->outputId(), std::string(kSelectedPaths));
    for (const PathRow& path : m_paths->rows())
        QCOMPARE(cell(path.key, PathTreeModel::kTimesColumn).data().toString(), displayCount(path.timesChosen));
}

void TestPathBrowser::otherColumnsFollowTheWidth() {
    QVERIFY(!m_browser->view()->isColumnHidden(PathTreeModel::kFirstColumn));
    m_browser->resize(300, 300);
    QVERIFY(m_browser->view()->isColumnHidden(PathTreeModel::kFirstColumn));
    QVERIFY(!m_browser->view()->isColumnHidden(PathTreeModel::kImportanceColumn));
    int width = 0;
    for (int column = 0; column < PathTreeModel::kColumns; ++column)
        width += m_browser->view()->columnWidth(column);
    QVERIFY(width <= m_browser->view()->viewport()->width());
}

void TestPathBrowser::nothingYetIsSaid() {
    auto run = std::make_shared<RunData>();
    run->live = true;
    PathBrowser empty(nullptr);
    empty.setRunData(run);
    QVERIFY(empty.isEmpty());
    QVERIFY(empty.csv().empty());
    empty.setRunData(m_run);
    QVERIFY(!empty.isEmpty());
}

QTEST_MAIN(TestPathBrowser)
#include "tst_path_browser.moc"
