#include "app/gui/pages/dataset_page.h"
#include "core/data/reader.h"
#include "tests/support/random_graph.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/dataset_view.h"
#include "widgets/data/graph_inspector.h"
#include "widgets/data/ledger_model.h"
#include "widgets/graph/graph_view.h"
#include "widgets/models/table_model.h"
#include "widgets/molecule/gallery_model.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/style/badge.h"
#include "widgets/style/card.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

using namespace vitrine;

namespace {

const QString kGraph = QStringLiteral("graph");

Dataset esol() {
    auto dataset = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/esol_graphs.json");
    Q_ASSERT(dataset);
    return std::move(*dataset);
}

Dataset plainTable() {
    Dataset dataset;
    Table table;
    table.columns = {Column("name", Column::Texts{"a", "b", "b"}), Column("dose", Column::Reals{1.0, 2.0, 4.0})};
    table.columns[1].setMissing(1);
    dataset.title = "doses";
    dataset.value = makeValue(std::move(table));
    dataset.ledger.recordsRead = 4;
    dataset.ledger.recordsDropped = 1;
    dataset.ledger.note(LedgerAction::dropped, "dose", "Not a number", 5);
    dataset.contentHash = std::string(64, 'a');
    return dataset;
}

} // namespace

class TestDatasetPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        applyTheme(*qApp, ThemeChoice::light);
        m_esol = esol();
    }
    void init() {
        m_workbench = std::make_unique<Workbench>();
        bool open = false;
        m_workbench->withProject([&open] { open = true; });
        QTRY_VERIFY(open);
    }
    void cleanup() {
        m_page.reset();
        m_workbench.reset();
    }

    void cardsSayWhatThereIs() {
        show(m_esol);
        DatasetView& view = *m_page->view();
        QCOMPARE(view.card(0)->label(), QStringLiteral("Molecules"));
        QCOMPARE(view.card(0)->value(), QStringLiteral("1,128"));
        QCOMPARE(view.card(1)->value(), QStringLiteral("14,991"));
        QCOMPARE(view.card(1)->note(), QStringLiteral("1 to 55, mean 13.3"));
        QCOMPARE(view.card(2)->value(), QStringLiteral("15,428"));
        QCOMPARE(view.card(3)->value(), QString(QChar(0x2212)) + QStringLiteral("2.86"));
        QCOMPARE(view.card(4)->value(), QStringLiteral("0"));
    }
    void distributionsAddUp() {
        show(m_esol);
        const FigureSpec& target = m_page->view()->distribution()->spec();
        double sum = 0.0;
        for (const double count : target.marks.front().y)
            sum += count;
        QCOMPARE(sum, 1128.0);
        const DatasetSummary& summary = *m_page->view()->summary();
        QVERIFY(summary.labels.has_value());
        QCOMPARE(summary.labels->y.categories.front(), std::string("C"));
        QCOMPARE(summary.labels->y.categories.size(), std::size_t(9));
    }
    void clickInTheGalleryReachesInspectorAndTable() {
        show(m_esol);
        GraphGallery& gallery = *m_page->view()->gallery();
        QTest::mouseClick(gallery.view()->viewport(), Qt::LeftButton, {},
                          gallery.view()->visualRect(gallery.model()->index(1)).center());
        QCOMPARE(m_page->selection()->keys(kGraph), QStringList{QStringLiteral("1")});
        QCOMPARE(m_page->inspector()->graph(), 1);
        QVERIFY(m_page->inspector()->properties()->rowCount() >= 3);
        QCOMPARE(m_page->inspector()->nodes()->rowCount(), 15);
        QVERIFY(m_page->statusText().endsWith(QStringLiteral("1 molecule selected")));
        auto* table = m_page->findChild<QTableView*>(QString(), Qt::FindChildrenRecursively);
        QVERIFY(table);
        QCOMPARE(m_page->view()->tableModel()->rowOfKey(QStringLiteral("1")), 1);
    }
    void filterIsTyped() {
        show(m_esol);
        DatasetView& view = *m_page->view();
        view.filterField()->setFocus();
        QTest::keyClicks(view.filterField(), QStringLiteral("y < -8"));
        QTRY_VERIFY(view.gallery()->shownCount() < 1128);
        int expected = 0;
        const auto graphs = valueAs<GraphSet>(m_esol.value);
        for (const double y : graphs->graphs.find(graphs->targetColumn)->numbers())
            expected += y < -8.0;
        QCOMPARE(view.gallery()->shownCount(), expected);
        QTRY_COMPARE(view.shownText(), QStringLiteral("%1 of 1,128 shown").arg(expected));
        QTRY_COMPARE(view.tableModel()->rowCount(), expected); // the table knows the same names
        QVERIFY(view.filterField()->toolTip().contains(QStringLiteral("y is the target")));
        view.filterField()->setText(QStringLiteral("nothing < 3"));
        QTRY_VERIFY(view.filterField()->toolTip().contains(QStringLiteral("no column")));
        QCOMPARE(view.gallery()->shownCount(), expected);
    }
    void narrowBarCutsNothingOff() {
        show(m_esol);
        DatasetView& view = *m_page->view();
        QTRY_COMPARE(view.countLabel()->text(), QStringLiteral("1,128 of 1,128 shown"));
        const int wide = m_page->width();
        // A page between both docks of a window of 1280 px at 150 %.
        for (const int width : {900, 640, 560}) {
            m_page->resize(width, m_page->height());
            const QFontMetrics small(view.countLabel()->font());
            QTRY_VERIFY2(view.countLabel()->width() >= small.horizontalAdvance(view.countLabel()->text()),
                         qPrintable(QStringLiteral("count at %1").arg(width)));
            const QFontMetrics letters(view.filterField()->font());
            QTRY_VERIFY2(view.filterField()->width() > letters.horizontalAdvance(view.filterField()->placeholderText()),
                         qPrintable(QStringLiteral("hint at %1").arg(width)));
        }
        QCOMPARE(view.countLabel()->text(), QStringLiteral("1,128"));
        m_page->resize(wide, m_page->height());
        QTRY_COMPARE(view.countLabel()->text(), QStringLiteral("1,128 of 1,128 shown"));
    }
    void columnsTabTellsEveryColumn() {
        show(m_esol);
        DatasetView& view = *m_page->view();
        QTest::mouseClick(view.tabs()->button(DatasetView::kColumns), Qt::LeftButton);
        QCOMPARE(view.shownText(), QStringLiteral("%1 columns").arg(view.summary()->columns.size()));
        QVERIFY(!view.filterField()->isVisible());
    }
    void ledgerIsShown() {
        show(m_esol);
        LedgerModel& model = *m_page->view()->ledgerModel();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(model.rowCount() >= 1);
        QCOMPARE(model.index(model.rowCount() - 1, LedgerModel::kReason).data().toString(),
                 QStringLiteral("Nothing was dropped"));
    }
    void ledgerCountsNotesAndUnfoldsLines() {
        auto table = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/esol.csv");
        QVERIFY(table.ok());
        show(*table);
        LedgerModel& model = *m_page->view()->ledgerModel();
        QStringList badges;
        for (const Badge* badge : m_page->view()->findChildren<Badge*>())
            badges << badge->text();
        QVERIFY2(badges.contains(QStringLiteral("298 notes")), qPrintable(badges.join(QStringLiteral(", "))));
        const auto tables = m_page->view()->findChildren<QTableView*>();
        const auto shown =
            std::find_if(tables.begin(), tables.end(), [&](const QTableView* one) { return one->model() == &model; });
        QVERIFY(shown != tables.end());
        const int rows = model.rowCount();
        const QRect cell = (*shown)->visualRect(model.index(0, LedgerModel::kLines));
        QTest::mouseClick((*shown)->viewport(), Qt::LeftButton, {}, cell.center());
        QVERIFY(model.rowCount() > rows);
        QTest::mouseClick((*shown)->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(model.rowCount(), rows);
    }
    void tablesHaveNoGallery() {
        show(plainTable());
        DatasetView& view = *m_page->view();
        QCOMPARE(view.tabs()->count(), 2);
        QCOMPARE(view.card(0)->value(), QStringLiteral("3"));
        QCOMPARE(view.card(4)->value(), QStringLiteral("1"));
        QCOMPARE(view.tableModel()->rowCount(), 3);
        QVERIFY(m_page->inspectorParts().isEmpty());
        LedgerModel& ledger = *view.ledgerModel();
        QCOMPARE(ledger.index(0, LedgerModel::kLines).data().toString(), QStringLiteral("5"));
        QVERIFY(ledger.csv().find("dropped,1,dose,Not a number,5") != std::string::npos);
    }
    void theGraphTabShowsTheChosenGraph() {
        show(m_esol);
        DatasetView& view = *m_page->view();
        QTest::mouseClick(view.tabs()->button(DatasetView::kGraph), Qt::LeftButton);
        QCOMPARE(view.graphView()->graph(), 0); // nobody has chosen one
        QCOMPARE(m_page->inspector()->graph(), 0);
        QTRY_VERIFY(view.graphView()->places());
        m_page->selection()->select(kGraph, {QStringLiteral("5")});
        QCOMPARE(view.graphView()->graph(), 5);
        QCOMPARE(view.shownText(), QStringLiteral("6 of 1,128"));
        QTRY_VERIFY(view.graphView()->places());
        view.graphView()->canvas()->setFocus();
        QTest::keyClick(view.graphView()->canvas(), Qt::Key_PageDown);
        QTest::keyClick(view.graphView()->canvas(), Qt::Key_PageDown);
        QCOMPARE(m_page->inspector()->nodes()->currentRow(), 1);
    }
    void returnInTheGalleryOpensTheGraph() {
        show(m_esol);
        DatasetView& view = *m_page->view();
        QTest::mouseClick(view.gallery()->view()->viewport(), Qt::LeftButton, {},
                          view.gallery()->view()->visualRect(view.gallery()->model()->index(2)).center());
        QTest::keyClick(view.gallery()->view(), Qt::Key_Return);
        QCOMPARE(view.currentTab(), DatasetView::kGraph);
        QCOMPARE(view.graphView()->graph(), 2);
    }
    void aSingleGraphIsSeenFirst() {
        Dataset dataset;
        dataset.title = "network";
        dataset.value = makeValue(GraphSet(*randomGraph(200, 300)));
        dataset.ledger.recordsRead = 1;
        dataset.contentHash = std::string(64, 'b');
        show(dataset);
        DatasetView& view = *m_page->view();
        QCOMPARE(view.currentTab(), DatasetView::kGraph);
        QCOMPARE(view.tabs()->count(), 3);
        QCOMPARE(view.graphView()->graph(), 0);
        QTRY_VERIFY(view.graphView()->places());
        QCOMPARE(m_page->inspector()->graph(), 0);
        view.setCurrentTab(DatasetView::kGallery); // there is none
        QCOMPARE(view.currentTab(), DatasetView::kGraph);
        view.setCurrentTab(DatasetView::kColumns);
        QCOMPARE(view.shownText(), QStringLiteral("%1 columns").arg(view.summary()->columns.size()));
    }
    void nextStepIsAnExperiment() {
        show(m_esol);
        QSignalSpy wanted(m_workbench.get(), &Workbench::experimentRequested);
        QTest::mouseClick(m_page->inspector()->experimentButton(), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
    }
    void whatIsNotThereIsSaid() {
        m_page = std::make_unique<DatasetPage>(*m_workbench, 4711);
        m_page->show();
        QTest::qWait(1);
        QTRY_VERIFY(!m_page->view()->isVisible());
        QCOMPARE(m_page->title(), QStringLiteral("Data set"));
    }

private:
    void show(const Dataset& dataset) {
        auto id = m_workbench->store()->addDataset(dataset);
        QVERIFY(id.ok());
        m_page = std::make_unique<DatasetPage>(*m_workbench, *id);
        m_page->resize(912, 820);
        QSignalSpy ready(m_page->view(), &DatasetView::summaryReady);
        m_page->show();
        QTRY_COMPARE(ready.size(), 1);
    }

    Dataset m_esol;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<DatasetPage> m_page;
};

QTEST_MAIN(TestDatasetPage)
#include "tst_dataset_page.moc"
