#include "app/gui/pages/open_data_page.h"
#include "app/gui/pages/open_data_page_preview.h"
#include "widgets/data/preview_table.h"
#include "widgets/style/theme.h"

#include <QDir>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace vitrine;

namespace {

QPushButton* buttonThat(const QWidget& page, const QString& starts) {
    for (QPushButton* button : page.findChildren<QPushButton*>())
        if (button->text().startsWith(starts))
            return button;
    return nullptr;
}

QByteArray graphs(const QByteArray& name, int count) {
    QByteArray text = R"({"format":"graphset-1","name":")" + name +
                      R"(","target":"y","node_attributes":["type"],"edge_attributes":[],"directed":false,)"
                      R"("label_attribute":"type","graphs":[)";
    for (int i = 0; i < count; ++i)
        text += (i ? ",\n" : "\n") + QByteArray(R"({"row":)") + QByteArray::number(i) + R"(,"id":"g)" +
                QByteArray::number(i) + R"(","y":)" + QByteArray::number(i) +
                R"(.5,"nodes":[[1],[2]],"edges":[[0,1]]})";
    return text + "]}\n";
}

} // namespace

class TestOpenDataPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        write("first.json", graphs("first", 12));
        write("second.json", graphs("second", 7));
        write("weights.pt", QByteArray("\x80\x04\x95") + "model");
        write("broken.json", graphs("broken", 3).chopped(30));
        m_workbench = std::make_unique<Workbench>();
        m_page = std::make_unique<OpenDataPage>(*m_workbench);
        m_page->resize(1280, 740);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void cleanup() {
        m_page.reset();
        m_workbench.reset();
    }

    void planIsShownAndNothingIsRead() {
        plan({"first.json", "weights.pt"});
        QCOMPARE(m_page->plan().itemCount(), 2);
        QCOMPARE(m_page->plan().item(0).state, ImportState::ready);
        QCOMPARE(m_page->plan().item(0).preview.records, 12);
        QCOMPARE(m_page->plan().item(1).state, ImportState::refused);
        QVERIFY(m_page->plan().item(1).message.contains(QStringLiteral("pickle")));
        QVERIFY(buttonThat(*m_page, QStringLiteral("Read 1 item")));
        QVERIFY(!m_workbench->store());
    }
    void buttonCountsWhatIsChosen() {
        plan({"first.json", "second.json"});
        QPushButton* read = buttonThat(*m_page, QStringLiteral("Read 2 items"));
        QVERIFY(read);
        auto* tree = m_page->findChild<QTreeView*>();
        tree->setCurrentIndex(m_page->plan().indexOf(2)); // the first proposed to join both, they hold many graphs
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Space);
        QCOMPARE(read->text(), QStringLiteral("Read 1 item"));
        QTest::keyClick(tree, Qt::Key_Up);
        QTest::keyClick(tree, Qt::Key_Space);
        QVERIFY(!read->isEnabled());
        QVERIFY(!read->toolTip().isEmpty());
    }
    void itemsAreReadIntoTheProject() {
        plan({"first.json", "second.json", "weights.pt"});
        QSignalSpy opened(m_workbench.get(), &Workbench::openRequested);
        QSignalSpy ended(m_page.get(), &Page::closeWanted);
        QTest::mouseClick(buttonThat(*m_page, QStringLiteral("Read 2 items")), Qt::LeftButton);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(opened.size(), 2);
        QTRY_COMPARE(m_workbench->contents().datasets.size(), std::size_t(2));
        std::int64_t records = 0;
        for (const DatasetRecord& record : m_workbench->contents().datasets)
            records += record.records;
        QCOMPARE(records, 19);
        QCOMPARE(m_page->plan().itemCount(), 1); // the refused one
        QCOMPARE(m_workbench->undoStack().count(), 2);
        m_workbench->undoStack().undo();
        QTRY_COMPARE(m_workbench->contents().datasets.size(), std::size_t(1));
        m_workbench->undoStack().redo();
        QTRY_COMPARE(m_workbench->contents().datasets.size(), std::size_t(2));
    }
    void whatWasReadStaysOnCancel() {
        constexpr int kRecords = 60'000;
        QByteArray smiles;
        for (int i = 0; i < kRecords; ++i)
            smiles += QByteArray(1 + i % 30, 'C') + " m" + QByteArray::number(i) + '\n';
        write("many.smi", smiles);
        plan({"many.smi"});
        const auto stateText = [this] { return m_page->plan().indexOf(0, ImportPlan::kState).data().toString(); };
        QSignalSpy closed(m_page.get(), &Page::closeWanted);
        QTest::mouseClick(buttonThat(*m_page, QStringLiteral("Read 1 item")), Qt::LeftButton);
        QTRY_VERIFY(stateText().endsWith(QStringLiteral(" rows")));
        QTest::mouseClick(buttonThat(*m_page, QStringLiteral("Cancel")), Qt::LeftButton);
        QTRY_COMPARE(m_workbench->contents().datasets.size(), std::size_t(1));
        const DatasetRecord kept = m_workbench->contents().datasets.front();
        QVERIFY(kept.records > 0);
        QVERIFY(kept.records < kRecords);
        QVERIFY(kept.title.starts_with("many, first "));
        QCOMPARE(kept.source.corrections.at("rows").get<std::string>(), std::to_string(kept.records));
        QTRY_COMPARE(closed.size(), 1);
        m_workbench->undoStack().undo();
        QTRY_VERIFY(m_workbench->contents().datasets.empty());
    }
    void fileThatFailsLeavesTheOthers() {
        plan({"first.json", "second.json"});
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("first.json"))));
        QSignalSpy closed(m_page.get(), &Page::closeWanted);
        QTest::mouseClick(buttonThat(*m_page, QStringLiteral("Read 2 items")), Qt::LeftButton);
        QTRY_COMPARE(m_workbench->contents().datasets.size(), std::size_t(1));
        QTRY_COMPARE(m_page->plan().itemCount(), 1);
        QCOMPARE(m_page->plan().item(0).state, ImportState::failed);
        QVERIFY(!m_page->plan().item(0).message.isEmpty());
        QCOMPARE(closed.size(), 0);
    }
    void brokenFileIsRefusedWithItsReason() {
        plan({"broken.json"});
        QCOMPARE(m_page->plan().item(0).state, ImportState::refused);
        QVERIFY(!m_page->plan().item(0).message.isEmpty());
        QVERIFY(!buttonThat(*m_page, QStringLiteral("Read 0 items"))->isEnabled());
    }
    void folderIsSearched() {
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("set/inner")));
        write("set/inner/third.json", graphs("third", 2));
        plan({"set"});
        QCOMPARE(m_page->plan().itemCount(), 1);
        QCOMPARE(m_page->plan().item(0).file.name, QStringLiteral("inner/third.json"));
        QCOMPARE(m_page->plan().summary(), QStringLiteral("1 item found in 1 folder."));
    }
    void graphFilesAreReadAsOne() {
        for (int i = 0; i < 3; ++i)
            write(QStringLiteral("g%1.gml").arg(i).toUtf8().constData(), "graph [ node [ id 0 ] ]\n");
        write("bad.gml", "graph [ node [ ] ]\n");
        plan({"g0.gml", "g1.gml", "bad.gml", "g2.gml"});
        QCOMPARE(m_page->plan().item(0).state, ImportState::review);
        QCOMPARE(m_page->plan().item(0).preview.records, 3);
        QSignalSpy ended(m_page.get(), &Page::closeWanted);
        QTest::mouseClick(buttonThat(*m_page, QStringLiteral("Read 1 item")), Qt::LeftButton);
        QTRY_COMPARE(m_workbench->contents().datasets.size(), std::size_t(1));
        QCOMPARE(m_workbench->contents().datasets.front().records, 3);
        QCOMPARE(m_workbench->contents().datasets.front().ledger.recordsDropped, 1);
    }
    void rowsAreShownForTheCurrentItem() {
        plan({"first.json", "second.json"});
        auto* table = m_page->findChild<PreviewTable*>();
        QCOMPARE(table->model()->rowCount(), 5 + 1 + 5);
        m_page->findChild<QTreeView*>()->setCurrentIndex(m_page->plan().indexOf(2));
        QCOMPARE(table->model()->rowCount(), 7);
    }
    void cancelClosesAndReadsNothing() {
        plan({"first.json"});
        QSignalSpy closed(m_page.get(), &Page::closeWanted);
        QTest::mouseClick(buttonThat(*m_page, QStringLiteral("Cancel")), Qt::LeftButton);
        QCOMPARE(closed.size(), 1);
        QVERIFY(!m_workbench->store());
    }
    void filesCanBeDropped() {
        auto data = std::make_unique<QMimeData>();
        data->setUrls({QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("second.json")))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page.get(), &drop);
        QTRY_COMPARE(m_page->plan().itemCount(), 1);
        QTRY_COMPARE(m_page->plan().item(0).state, ImportState::ready);
    }

private:
    void write(const char* name, const QByteArray& bytes) {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    void plan(std::initializer_list<const char*> names) {
        QStringList paths;
        for (const char* name : names)
            paths += m_folder->filePath(QString::fromLatin1(name));
        m_page->addPaths(paths);
        QTRY_VERIFY(!m_page->plan().isEmpty());
        QTRY_COMPARE(m_page->plan().countOf(ImportState::looking), 0);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<OpenDataPage> m_page;
};

QTEST_MAIN(TestOpenDataPage)
#include "tst_open_data_page.moc"
