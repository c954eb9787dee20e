#include "app/gui/pages/dataset_page.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "tests/app/gui/scale_tools.h"
#include "tests/app/gui/window_tour.h"
#include "tests/support/many_molecules.h"
#include "widgets/graph/graph_view.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/selection.h"

#include <QComboBox>
#include <QHeaderView>
#include <QListView>
#include <QThread>

using namespace vitrine;
using namespace vitrine::test;

/// A project with 100,000 molecules in the real window: whatever is done with them, the event loop never stands still.
class TestScaleContract : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase() { m_hand.reset(); }
    void theProbeSeesAStall();
    void galleryScrollsSortsAndFilters();
    void tableScrollsSortsAndFilters();
    void everythingIsSelected();
    void manyFarApartAreSelected();
    void graphsAreLookedAtOneByOne();
    void aPathIsLit();

private:
    void at(const char* place) { m_probe->setPlace(QString::fromUtf8(place)); }
    bool openDataset();
    DatasetView& view() const { return *m_hand->pageAs<DatasetPage>()->view(); }
    QTableView& table() const { return recordTable(view()); }
    void rest(int ms = 120) { QTest::qWait(ms); }

    std::unique_ptr<WindowDriver> m_hand;
    std::unique_ptr<StallProbe> m_probe;
    DatasetId m_many = 0;
    RunId m_run = 0;
};

namespace {

constexpr int kMolecules = 100'000;

/// The finished run of another data set as a run of this one: what it shows is counted in this one.
RunId runOn(ProjectStore& store, RunId run, DatasetId dataset, const std::string& hash) {
    RunRecord record = *store.run(run);
    for (InputReference& input : record.inputs)
        if (input.inputId == "graphs") {
            input.reference = "dataset:" + std::to_string(dataset);
            input.contentHash = hash;
        }
    const RunId copy = *store.addRun(record);
    for (ArtifactRecord artifact : *store.artifacts(run)) {
        const Value value = *store.artifactValue(artifact.id);
        artifact.run = copy;
        if (!store.putArtifact(artifact, value))
            return 0;
    }
    return copy;
}

} // namespace

void TestScaleContract::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    WindowDriver& hand = *m_hand;
    QVERIFY(hand.import(smallSample(hand)));
    QVERIFY(hand.clickButton(QStringLiteral("New Experiment")));
    QVERIFY(hand.waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY_WITH_TIMEOUT(hand.page()->canRun(), 10000);
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hand.waitFor(QStringLiteral("run:")));
    const RunId small = hand.runInFront();
    QTRY_COMPARE_WITH_TIMEOUT(hand.stateOf(small), RunState::finished, 60000);

    Dataset many;
    many.title = "Many molecules";
    many.value = makeValue(GraphSet(*samples::manyMolecules(kMolecules)));
    many.contentHash = contentSha256(many.value);
    many.ledger.recordsRead = kMolecules;
    const auto id = hand.bench().store()->addDataset(many);
    QVERIFY2(id.ok(), id.ok() ? "" : id.error().message.c_str());
    m_many = *id;
    m_run = runOn(*hand.bench().store(), small, m_many, many.contentHash);
    QVERIFY(m_run > 0);
    hand.bench().reload();
    QTRY_VERIFY(hand.bench().contents().run(m_run) != nullptr);
}

void TestScaleContract::init() {
    m_hand->activate();
    m_probe = std::make_unique<StallProbe>();
}

void TestScaleContract::cleanup() {
    const QString broken = brokenPromise(*m_probe);
    QVERIFY2(broken.isEmpty(), qPrintable(broken));
    m_probe.reset();
}

bool TestScaleContract::openDataset() {
    at("open the data set");
    m_hand->bench().requestOpen(QStringLiteral("dataset:%1").arg(m_many));
    return QTest::qWaitFor(
        [this] {
            const auto* page = m_hand->pageAs<DatasetPage>();
            return page && page->view()->summary() && page->view()->gallery()->totalCount() == kMolecules;
        },
        20000);
}

void TestScaleContract::theProbeSeesAStall() {
    rest(1000); // turns enough for one stall not to be a hundredth of them
    at("asleep");
    QThread::msleep(80);
    rest();
    QVERIFY2(m_probe->worst() >= 75, qPrintable(QString::number(m_probe->worst())));
    QCOMPARE(m_probe->worstPlace(), QStringLiteral("asleep"));
}

void TestScaleContract::galleryScrollsSortsAndFilters() {
    QVERIFY(openDataset());
    rest(500);
    GraphGallery& gallery = *view().gallery();
    at("scroll the gallery");
    scrollThrough(*gallery.view());
    auto* sort = view().findChild<QComboBox*>();
    for (auto* box : view().findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Sort"))
            sort = box;
    QVERIFY(sort && sort->isVisible());
    at("sort the gallery");
    sort->setFocus();
    for (int i = 0; i < 3; ++i) {
        const int before = gallery.shownGraphs().front();
        QTest::keyClick(sort, Qt::Key_Down);
        QTRY_VERIFY(!gallery.isBusy() && (i == 1 || gallery.shownGraphs().front() != before));
        rest();
    }
    at("filter the gallery");
    QTest::keyClicks(view().filterField(), QStringLiteral("c1cccc"), Qt::NoModifier, 20);
    QTRY_VERIFY(gallery.shownCount() < kMolecules && gallery.shownCount() > kMolecules / 10);
    rest(500);
    at("filter the gallery by a number");
    view().filterField()->selectAll();
    QTest::keyClicks(view().filterField(), QStringLiteral("y < -1"), Qt::NoModifier, 20);
    QTRY_VERIFY(!gallery.isBusy());
    rest(500);
    at("show all again");
    view().filterField()->clear();
    QTRY_COMPARE(gallery.shownCount(), kMolecules);
    rest();
    at("choose a molecule");
    m_hand->clickAt(gallery.view()->viewport(), QPoint(60, 60));
    QTRY_COMPARE(view().selection()->keys(QStringLiteral("graph")).size(), 1);
    rest();
    at("sort with a molecule chosen");
    sort->setFocus();
    QTest::keyClick(sort, Qt::Key_Home);
    rest(500);
}

void TestScaleContract::tableScrollsSortsAndFilters() {
    QVERIFY(openDataset());
    at("show the table");
    view().setCurrentTab(DatasetView::kTable);
    rest();
    at("scroll the table");
    scrollThrough(table());
    for (int column = 0; column < view().tableModel()->columnCount(); ++column) {
        at("sort the table");
        QHeaderView* header = table().horizontalHeader();
        m_hand->clickAt(header->viewport(), {header->sectionViewportPosition(column) + 12, header->height() / 2});
        QTRY_VERIFY(view().tableModel()->sortColumn() == column && !view().tableModel()->isArranging());
        rest();
    }
    at("choose a row");
    m_hand->clickAt(table().viewport(), QPoint(30, 40));
    QTRY_COMPARE(view().selection()->keys(QStringLiteral("graph")).size(), 1);
    rest();
    at("filter the table");
    QTest::keyClicks(view().filterField(), QStringLiteral("CCN"), Qt::NoModifier, 20);
    QTRY_VERIFY(view().tableModel()->rowCount() < kMolecules);
    rest(300);
    at("show all rows again");
    view().filterField()->clear();
    QTRY_COMPARE(view().tableModel()->rowCount(), kMolecules);
    rest();
}

void TestScaleContract::everythingIsSelected() {
    QVERIFY(openDataset());
    Selection& selection = *view().selection();
    for (const DatasetView::Tab tab : {DatasetView::kTable, DatasetView::kGallery}) {
        const bool inTable = tab == DatasetView::kTable;
        at("show the tab");
        view().setCurrentTab(tab);
        QAbstractItemView& items = inTable ? static_cast<QAbstractItemView&>(table()) : *view().gallery()->view();
        rest();
        at(inTable ? "choose nothing in the table" : "choose nothing in the gallery");
        selection.select(QStringLiteral("graph"), {});
        rest();
        at(inTable ? "choose all rows" : "choose all molecules");
        items.setFocus();
        QTest::keyClick(&items, Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(selection.keys(QStringLiteral("graph")).size(), kMolecules);
        rest();
        QCOMPARE(items.selectionModel()->hasSelection(), true);
        at(inTable ? "sort the table with all chosen" : "filter the gallery with all chosen");
        if (inTable)
            view().tableModel()->sort(1, Qt::DescendingOrder);
        else
            QTest::keyClicks(view().filterField(), QStringLiteral("N"), Qt::NoModifier, 20);
        rest(800);
        at("the other tab with all chosen");
        view().setCurrentTab(inTable ? DatasetView::kGallery : DatasetView::kTable);
        rest(300);
        QCOMPARE(selection.keys(QStringLiteral("graph")).size(), kMolecules);
        at("back with all chosen");
        view().setCurrentTab(tab);
        rest(300);
    }
    view().filterField()->clear();
    at("one of all");
    selection.select(QStringLiteral("graph"), {QStringLiteral("7")});
    rest(500);
}

void TestScaleContract::manyFarApartAreSelected() {
    QVERIFY(openDataset());
    view().setCurrentTab(DatasetView::kGallery);
    GraphGallery& gallery = *view().gallery();
    QTest::keyClicks(view().filterField(), QStringLiteral("N"));
    QTRY_VERIFY(gallery.shownCount() < kMolecules && gallery.shownCount() > kMolecules / 4);
    rest();
    at("choose what is filtered");
    gallery.view()->setFocus();
    QTest::keyClick(gallery.view(), Qt::Key_A, Qt::ControlModifier);
    QTRY_COMPARE(view().selection()->keys(QStringLiteral("graph")).size(), gallery.shownCount());
    rest();
    at("show them among all");
    view().filterField()->clear();
    QTRY_COMPARE(gallery.shownCount(), kMolecules);
    rest(300);
    at("scroll among chosen molecules");
    scrollThrough(*gallery.view());
    at("show chosen rows");
    view().setCurrentTab(DatasetView::kTable);
    rest(300);
    at("scroll among chosen rows");
    scrollThrough(table());
    at("sort chosen rows");
    view().tableModel()->sort(0, Qt::DescendingOrder);
    rest(500);
    at("choose one of many");
    m_hand->clickAt(table().viewport(), QPoint(30, 40));
    QTRY_COMPARE(view().selection()->keys(QStringLiteral("graph")).size(), 1);
    rest(300);
}

void TestScaleContract::graphsAreLookedAtOneByOne() {
    QVERIFY(openDataset());
    GraphView& graphs = *view().graphView();
    view().setCurrentTab(DatasetView::kGraph);
    at("look at graphs");
    for (int graph = 0; graph < kMolecules; graph += kMolecules / 12) {
        view().selection()->select(QStringLiteral("graph"), {QString::number(graph)});
        QTRY_VERIFY(graphs.graph() == graph && !graphs.isBusy() && graphs.places());
        rest(30);
    }
    at("another layout");
    for (int i = 0; i < graphs.layoutBox()->count(); ++i) {
        graphs.layoutBox()->setCurrentIndex(i);
        QTRY_VERIFY(!graphs.isBusy() && graphs.places());
        rest(30);
    }
    at("colour");
    graphs.nodeColorBox()->setCurrentIndex(1);
    rest();
}

void TestScaleContract::aPathIsLit() {
    at("open the run");
    m_hand->bench().requestOpen(QStringLiteral("run:%1").arg(m_run));
    QVERIFY(m_hand->waitFor(QStringLiteral("run:%1").arg(m_run)));
    const auto importance = [this] {
        for (Pane* pane : m_hand->page()->findChildren<Pane*>())
            if (pane->isVisible() && pane->spec().title == QStringLiteral("Importance"))
                return pane;
        return static_cast<Pane*>(nullptr);
    };
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->hasEntries(importance()), 20000);
    GraphGallery* gallery = nullptr;
    QTRY_VERIFY((gallery = m_hand->page()->findChild<GraphGallery*>()) && gallery->totalCount() == kMolecules);
    rest(500);
    at("choose a path");
    m_hand->clickFirstOf(importance());
    QTRY_COMPARE(m_hand->page()->selection()->keys(QStringLiteral("path")).size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!gallery->isBusy() && gallery->shownCount() > 0 && gallery->shownCount() < kMolecules,
                             20000);
    rest(300);
    at("scroll where the path is lit");
    scrollThrough(*gallery->view());
    at("choose a molecule with the path");
    m_hand->clickAt(gallery->view()->viewport(), QPoint(60, 60));
    QTRY_COMPARE(m_hand->page()->selection()->keys(QStringLiteral("graph")).size(), 1);
    rest(500);
    at("every page of the run");
    visitSegments(*m_hand, QStringLiteral("run"), [this](const QString& place) { m_probe->setPlace(place); });
    at("choose nothing");
    m_hand->page()->selection()->clear();
    rest(500);
}

QTEST_MAIN(TestScaleContract)
#include "tst_scale_contract.moc"
