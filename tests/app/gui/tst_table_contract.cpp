#include "app/gui/pages/dataset_page.h"
#include "core/base/rng.h"
#include "core/values/value_codec.h"
#include "tests/app/gui/scale_tools.h"
#include "tests/app/gui/window_driver.h"
#include "widgets/selection.h"

#include <QHeaderView>

using namespace vitrine;
using namespace vitrine::test;

/// A table of 1,000,000 rows in the real window scrolls, sorts and filters, and the event loop never stands still.
class TestTableContract : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase() { m_hand.reset(); }
    void isOpenedAndScrolled();
    void everyColumnIsSorted();
    void isFiltered();
    void columnsAreLookedAt();
    void rowsAreChosen();
    void allRowsAreChosen();

private:
    void at(const char* place) { m_probe->setPlace(QString::fromUtf8(place)); }
    bool openTable();
    DatasetView& view() const { return *m_hand->pageAs<DatasetPage>()->view(); }
    QTableView& table() const { return recordTable(view()); }
    void rest(int ms = 120) { QTest::qWait(ms); }

    std::unique_ptr<WindowDriver> m_hand;
    std::unique_ptr<StallProbe> m_probe;
    DatasetId m_dataset = 0;
};

namespace {

constexpr int kRows = 1'000'000;
constexpr int kArrangeMs = 30'000;

Table manyRows() {
    Column::Texts names(kRows);
    Column::Integers counts(kRows);
    Column::Reals values(kRows);
    Column::Reals others(kRows);
    for (std::size_t i = 0; i < kRows; ++i) {
        names[i] = "record " + std::to_string(rng::index(kRows, 1, 1, i));
        counts[i] = static_cast<std::int64_t>(rng::index(100, 1, 2, i));
        values[i] = rng::u01(1, 3, i);
        others[i] = 100.0 * rng::u01(1, 4, i) - 50.0;
    }
    Table table;
    table.columns.emplace_back("name", std::move(names));
    table.columns.emplace_back("count", std::move(counts));
    table.columns.emplace_back("value", std::move(values));
    table.columns.emplace_back("other", std::move(others));
    return table;
}

} // namespace

void TestTableContract::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    m_hand->bench().newProject();
    QTRY_VERIFY(m_hand->bench().store());
    Dataset many;
    many.title = "Many rows";
    many.value = makeValue(manyRows());
    many.contentHash = contentSha256(many.value);
    many.ledger.recordsRead = kRows;
    const auto id = m_hand->bench().store()->addDataset(many);
    QVERIFY2(id.ok(), id.ok() ? "" : id.error().message.c_str());
    m_dataset = *id;
    m_hand->bench().reload();
    QTRY_VERIFY(m_hand->bench().contents().dataset(m_dataset) != nullptr);
}

void TestTableContract::init() {
    m_hand->activate();
    m_probe = std::make_unique<StallProbe>();
}

void TestTableContract::cleanup() {
    const QString broken = brokenPromise(*m_probe);
    QVERIFY2(broken.isEmpty(), qPrintable(broken));
    m_probe.reset();
}

bool TestTableContract::openTable() {
    at("open the data set");
    m_hand->bench().requestOpen(QStringLiteral("dataset:%1").arg(m_dataset));
    const bool opened = QTest::qWaitFor(
        [this] {
            const auto* page = m_hand->pageAs<DatasetPage>();
            return page && page->view()->summary() && page->view()->tableModel()->rowCount() == kRows;
        },
        kArrangeMs);
    if (opened) {
        at("show the table");
        view().setCurrentTab(DatasetView::kTable);
        rest(300);
    }
    return opened;
}

void TestTableContract::isOpenedAndScrolled() {
    QVERIFY(openTable());
    at("scroll");
    scrollThrough(table());
    rest();
}

void TestTableContract::everyColumnIsSorted() {
    QVERIFY(openTable());
    for (int column = 0; column < view().tableModel()->columnCount(); ++column) {
        QHeaderView* header = table().horizontalHeader();
        for (const char* place : {"sort up", "sort down"}) {
            at(place);
            m_hand->clickAt(header->viewport(), {header->sectionViewportPosition(column) + 12, header->height() / 2});
            QTRY_VERIFY_WITH_TIMEOUT(view().tableModel()->sortColumn() == column && !view().tableModel()->isArranging(),
                                     kArrangeMs);
            rest();
        }
    }
    at("scroll what is sorted");
    scrollThrough(table());
}

void TestTableContract::isFiltered() {
    QVERIFY(openTable());
    at("filter by text");
    QTest::keyClicks(view().filterField(), QStringLiteral("99"), Qt::NoModifier, 20);
    QTRY_VERIFY_WITH_TIMEOUT(view().tableModel()->rowCount() < kRows && !view().tableModel()->isArranging(),
                             kArrangeMs);
    rest(300);
    at("filter by numbers");
    view().filterField()->selectAll();
    QTest::keyClicks(view().filterField(), QStringLiteral("value < 0.25 and count >= 50"), Qt::NoModifier, 10);
    const auto isQuarterOfHalf = [this] { return std::abs(view().tableModel()->rowCount() - kRows / 8) < kRows / 100; };
    QTRY_VERIFY_WITH_TIMEOUT(isQuarterOfHalf() && !view().tableModel()->isArranging(), kArrangeMs);
    at("scroll what is filtered");
    scrollThrough(table());
    at("show all again");
    view().filterField()->clear();
    QTRY_COMPARE_WITH_TIMEOUT(view().tableModel()->rowCount(), kRows, kArrangeMs);
    rest(300);
}

void TestTableContract::columnsAreLookedAt() {
    QVERIFY(openTable());
    at("show the columns");
    view().setCurrentTab(DatasetView::kColumns);
    rest(500);
    at("back to the table");
    view().setCurrentTab(DatasetView::kTable);
    rest(300);
}

void TestTableContract::rowsAreChosen() {
    QVERIFY(openTable());
    at("choose a row");
    m_hand->clickAt(table().viewport(), QPoint(30, 40));
    QTRY_COMPARE(view().selection()->keys(QStringLiteral("graph")).size(), 1);
    rest(300);
    at("choose some more");
    m_hand->clickAt(table().viewport(), QPoint(30, 200), Qt::ShiftModifier);
    QTRY_VERIFY(view().selection()->keys(QStringLiteral("graph")).size() > 3);
    rest(300);
    at("sort with rows chosen");
    view().tableModel()->sort(2, Qt::DescendingOrder);
    QTRY_VERIFY_WITH_TIMEOUT(view().tableModel()->sortColumn() == 2 && !view().tableModel()->isArranging(), kArrangeMs);
    rest(500);
}

void TestTableContract::allRowsAreChosen() {
    QVERIFY(openTable());
    const auto chosen = [this] { return view().selection()->keys(QStringLiteral("graph")).size(); };
    at("choose all rows");
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(chosen(), kRows, kArrangeMs);
    rest(300);
    at("sort with all chosen");
    view().tableModel()->sort(1, Qt::AscendingOrder);
    QTRY_VERIFY_WITH_TIMEOUT(view().tableModel()->sortColumn() == 1 && !view().tableModel()->isArranging(), kArrangeMs);
    rest(500);
    QVERIFY(table().selectionModel()->isRowSelected(kRows / 2));
    at("the columns and back");
    view().setCurrentTab(DatasetView::kColumns);
    view().setCurrentTab(DatasetView::kTable);
    rest(300);
    at("choose one again");
    m_hand->clickAt(table().viewport(), QPoint(30, 80));
    QTRY_COMPARE(chosen(), 1);
    rest(500);
    at("back to all");
    view().selection()->back();
    QTRY_COMPARE(chosen(), kRows);
    rest(500);
    QVERIFY(table().selectionModel()->isRowSelected(kRows / 3));
    at("choose none");
    view().selection()->select(QStringLiteral("graph"), {});
    rest(300);
}

QTEST_MAIN(TestTableContract)
#include "tst_table_contract.moc"
