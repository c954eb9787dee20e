#include "app/gui/pages/report_page.h"

#include "app/gui/pages/report_page_session.h"
#include "app/gui/workbench.h"
#include "core/report/default_report.h"
#include "core/values/text.h"
#include "tests/support/sample_project.h"
#include "widgets/report/report_block_list.h"
#include "widgets/report/report_drag.h"
#include "widgets/report/report_page_view.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace vitrine;

class TestReportPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void showsBlocksAndPages();
    void clickOnThePageSelects();
    void figuresAreDrawn();
    void typedTextReachesPageProjectAndUndo();
    void switchesAreKept();
    void keysMoveAndDelete();
    void dragReorders();
    void droppedBlocksComeIn();
    void plusOffersWhatTheProjectHolds();
    void sourceCanBeChosen();
    void changesFromElsewhereAreShown();
    void startsAgainFromTheTemplate();
    void emptyReportOffersAText();
    void damagedReportSaysSo();
    void exportsInTheBackground();
    void everyControlHasAName();

private:
    ReportDocument stored() const;
    int blocks() const { return static_cast<int>(m_page->session().document().blocks.size()); }
    QStringList names() const;
    template <class T>
    T* field(const char* name) const;
    void open(ReportId id);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<QWidget> m_window;
    ReportPage* m_page = nullptr;
    ReportBlockList* m_list = nullptr;
    ReportPageView* m_pages = nullptr;
    QWidget* m_inspector = nullptr;
    sample::Ids m_ids;
};

void TestReportPage::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const std::string path = toStd(m_folder->path()) + "/Solubility.vitrine";
    auto store = ProjectStore::create(path);
    QVERIFY(store);
    m_ids = sample::fill(**store);
    const auto document = defaultReport(**store, m_ids.run, sample::experiment().report);
    QVERIFY(document);
    QVERIFY((*store)->addReport({0, document->title, document->toJson()}));
    QVERIFY((*store)->addReport({0, "Empty", ReportDocument{}.toJson()}));
    QVERIFY((*store)->addReport({0, "Damaged", {{"blocks", 4}}}));
    *store = nullptr;
    m_bench = std::make_unique<Workbench>();
    m_bench->openProject(toQString(path));
    QTRY_COMPARE(m_bench->contents().reports.size(), std::size_t(3));
    open(1);
    QTRY_VERIFY(m_page->session().preview().has_value());
}

void TestReportPage::cleanup() {
    m_window = nullptr;
    m_bench = nullptr;
    m_folder = nullptr;
}

/// Opens a report in a window as the program does: the page, and its part of the inspector beside it.
void TestReportPage::open(ReportId id) {
    m_window = std::make_unique<QWidget>();
    m_window->resize(1216, 800);
    m_page = new ReportPage(*m_bench, id, m_window.get());
    m_page->setGeometry(0, 0, 912, 800);
    m_inspector = m_page->inspectorParts().first().widget;
    m_inspector->setParent(m_window.get());
    m_inspector->setGeometry(912, 0, 304, 800);
    m_inspector->show();
    m_list = m_page->findChild<ReportBlockList*>();
    m_pages = m_page->findChild<ReportPageView*>();
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

ReportDocument TestReportPage::stored() const {
    const auto reports = m_bench->store()->reports();
    for (const ReportRecord& record : *reports)
        if (record.id == m_page->session().id())
            return *ReportDocument::fromJson(record.document);
    return {};
}

QStringList TestReportPage::names() const {
    QStringList list;
    for (int row = 0; row < m_list->model()->rowCount(); ++row)
        list << m_list->model()->index(row, 0).data().toString();
    return list;
}

template <class T>
T* TestReportPage::field(const char* name) const {
    for (T* candidate : m_inspector->findChildren<T*>())
        if (candidate->accessibleName() == QLatin1String(name) && candidate->isVisible())
            return candidate;
    return nullptr;
}

void TestReportPage::showsBlocksAndPages() {
    const QAbstractItemModelTester tester(m_list->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(m_page->pageId(), QStringLiteral("report:1"));
    QCOMPARE(m_page->title(), QStringLiteral("What drives Solubility"));
    QTRY_COMPARE(names().join(QLatin1Char(',')),
                 QStringLiteral("Text,Table 1,Figure 1,Figure 2,Table 2,Table 3,Import ledger,Parameters,Provenance,"
                                "Definitions,Citation"));
    QVERIFY(m_pages->pageCount() >= 2);
    QCOMPARE(m_page->statusText(), QStringLiteral("Page 1 of %1, 11 blocks").arg(m_pages->pageCount()));
    m_pages->verticalScrollBar()->setValue(m_pages->verticalScrollBar()->maximum());
    QVERIFY(m_page->statusText().startsWith(QStringLiteral("Page %1 of").arg(m_pages->pageCount())));
    m_page->activated();
}

void TestReportPage::clickOnThePageSelects() {
    const QList<QRect> rects = m_pages->blockRects(2);
    QVERIFY(!rects.isEmpty());
    QTest::mouseClick(m_pages->viewport(), Qt::LeftButton, {}, rects.first().center());
    QCOMPARE(m_list->currentBlock(), 2);
    QCOMPARE(m_pages->selectedBlock(), 2);
    QVERIFY(field<QSpinBox>("Width"));
    QCOMPARE(field<QSpinBox>("Width")->value(), 84);
    // The list scrolls the page.
    QTest::keyClick(m_list, Qt::Key_End);
    QCOMPARE(m_pages->selectedBlock(), 10);
    QVERIFY(m_pages->viewport()->rect().intersects(m_pages->blockRects(10).first()));
    // Beside all blocks: none.
    m_pages->verticalScrollBar()->setValue(0);
    QTest::mouseClick(m_pages->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
    QCOMPARE(m_pages->selectedBlock(), -1);
    QVERIFY(!field<QSpinBox>("Width"));
}

void TestReportPage::figuresAreDrawn() {
    const QRect place = m_pages->blockRects(3).first();
    const auto blue = [&] {
        const QImage image = m_pages->viewport()->grab(place).toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor color = image.pixelColor(x, y);
                count += color.blue() > color.red() + 60 ? 1 : 0;
            }
        return count;
    };
    QTRY_VERIFY(m_pages->isComplete() && blue() > 500); // bars of series colour 1
}

void TestReportPage::typedTextReachesPageProjectAndUndo() {
    m_list->setCurrentIndex(m_list->model()->index(0, 0));
    auto* editor = field<QPlainTextEdit>("Text (Markdown)");
    QVERIFY(editor);
    const QString before = editor->toPlainText();
    editor->setFocus();
    QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
    QSignalSpy previews(&m_page->session(), &ReportSession::previewChanged);
    QTest::keyClicks(editor, QStringLiteral("New words."));
    QTRY_VERIFY(!previews.isEmpty() && !m_page->session().isComposing());
    QCOMPARE(m_list->model()->index(0, 0).data(ReportBlockModel::DetailRole).toString(), QStringLiteral("New words."));
    QTRY_COMPARE(toQString(stored().blocks[0].text), QStringLiteral("New words."));
    QCOMPARE(m_bench->undoStack().count(), 1); // one step, not ten
    QCOMPARE(editor->toPlainText(), QStringLiteral("New words."));
    m_bench->undoStack().undo();
    QTRY_COMPARE(editor->toPlainText(), before);
    QTRY_COMPARE(toQString(stored().blocks[0].text), before);
    m_bench->undoStack().redo();
    QTRY_COMPARE(editor->toPlainText(), QStringLiteral("New words."));
}

void TestReportPage::switchesAreKept() {
    QCheckBox* anonymous = nullptr;
    for (QCheckBox* box : m_inspector->findChildren<QCheckBox*>())
        if (box->text() == QLatin1String("Anonymous"))
            anonymous = box;
    QVERIFY(anonymous);
    QTest::mouseClick(anonymous, Qt::LeftButton, {}, QPoint(8, anonymous->height() / 2));
    QTRY_VERIFY(stored().anonymous);
    QTRY_VERIFY(m_page->session().preview()->layout->report().names != nullptr);
    QVERIFY(toQString(m_page->session().preview()->layout->report().subtitle).endsWith(QLatin1String("anonymous")));
    QLineEdit* title = nullptr;
    for (QLineEdit* line : m_inspector->findChildren<QLineEdit*>())
        if (line->text() == QLatin1String("What drives Solubility"))
            title = line;
    QVERIFY(title);
    title->setFocus();
    title->selectAll();
    QTest::keyClicks(title, QStringLiteral("Drivers"));
    QTRY_COMPARE(m_page->title(), QStringLiteral("Drivers"));
    QTRY_COMPARE(m_bench->contents().report(1)->title, std::string("Drivers"));
}

void TestReportPage::keysMoveAndDelete() {
    m_list->setCurrentIndex(m_list->model()->index(2, 0));
    m_list->setFocus();
    QTest::keyClick(m_list, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(m_list->currentBlock(), 3);
    QTRY_COMPARE(stored().blocks[3].id, std::string("curve"));
    QTest::keyClick(m_list, Qt::Key_Up, Qt::AltModifier);
    QTRY_COMPARE(stored().blocks[2].id, std::string("curve"));
    QTest::keyClick(m_list, Qt::Key_Delete);
    QCOMPARE(blocks(), 10);
    QTRY_COMPARE(stored().blocks.size(), std::size_t(10));
    QCOMPARE(m_list->currentBlock(), 2);
    QTRY_COMPARE(names().mid(1, 2).join(QLatin1Char(',')), QStringLiteral("Table 1,Figure 1")); // numbered again
    m_bench->undoStack().undo();
    QTRY_COMPARE(blocks(), 11);
}

void TestReportPage::dragReorders() {
    QAbstractItemModel* model = m_list->model();
    const std::unique_ptr<QMimeData> row(model->mimeData({model->index(0, 0)}));
    QVERIFY(model->canDropMimeData(row.get(), Qt::MoveAction, 3, 0, {}));
    model->dropMimeData(row.get(), Qt::MoveAction, 3, 0, {});
    QTRY_COMPARE(stored().blocks[2].id, std::string("intro"));
    const std::unique_ptr<QMimeData> same(model->mimeData({model->index(1, 0)}));
    const int steps = m_bench->undoStack().count();
    model->dropMimeData(same.get(), Qt::MoveAction, 2, 0, {}); // where it is already
    QCOMPARE(m_bench->undoStack().count(), steps);
}

void TestReportPage::droppedBlocksComeIn() {
    ReportBlock block;
    block.kind = BlockKind::table;
    block.run = m_ids.run;
    block.outputId = "curve";
    const std::unique_ptr<QMimeData> data(blockMimeData(block));
    m_list->model()->dropMimeData(data.get(), Qt::CopyAction, 1, 0, {});
    QCOMPARE(blocks(), 12);
    QTRY_COMPARE(stored().blocks[1].outputId, std::string("curve"));
    QCOMPARE(stored().blocks[1].id, std::string("curve-2")); // unique
    QMimeData damaged;
    damaged.setData(QStringLiteral("application/x-vitrine-report-block+json"), "{\"kind\": 4}");
    m_list->model()->dropMimeData(&damaged, Qt::CopyAction, 1, 0, {});
    QCOMPARE(blocks(), 12);
}

void TestReportPage::plusOffersWhatTheProjectHolds() {
    QToolButton* plus = nullptr;
    for (QToolButton* button : m_page->findChildren<QToolButton*>())
        if (button->accessibleName() == QLatin1String("Add block"))
            plus = button;
    QVERIFY(plus);
    Q_EMIT plus->menu()->aboutToShow();
    QMenu* figures = nullptr;
    for (QAction* action : plus->menu()->actions())
        if (action->text() == QLatin1String("Figure"))
            figures = action->menu();
    QVERIFY(figures);
    QStringList offered;
    for (QAction* action : figures->actions())
        offered << action->text();
    offered.sort();
    QCOMPARE(offered.join(QLatin1Char(';')),
             QStringLiteral("Run 1, Importance;Run 1, Learning curve;Run 2, Learning curve"));
    m_list->setCurrentIndex(m_list->model()->index(0, 0));
    for (QAction* action : figures->actions())
        if (action->text() == QLatin1String("Run 2, Learning curve"))
            action->trigger();
    QTRY_COMPARE(stored().blocks.size(), std::size_t(12));
    QCOMPARE(stored().blocks[1].run, m_ids.stopped); // below the chosen one
    QCOMPARE(m_list->currentBlock(), 1);
}

void TestReportPage::sourceCanBeChosen() {
    m_list->setCurrentIndex(m_list->model()->index(2, 0));
    auto* from = field<QComboBox>("From");
    QVERIFY(from);
    QCOMPARE(from->currentText(), QStringLiteral("Run 1, Learning curve"));
    from->setFocus();
    const int other = from->findText(QStringLiteral("Run 2, Learning curve"));
    QVERIFY(other >= 0);
    const int step = other - from->currentIndex();
    for (int i = 0; i < std::abs(step); ++i)
        QTest::keyClick(from, step > 0 ? Qt::Key_Down : Qt::Key_Up);
    QTRY_COMPARE(stored().blocks[2].run, m_ids.stopped);
    auto* width = field<QSpinBox>("Width");
    width->setFocus();
    width->selectAll();
    QTest::keyClicks(width, QStringLiteral("120"));
    QTest::keyClick(width, Qt::Key_Return);
    QTRY_COMPARE(stored().blocks[2].widthMm, 120.0);
}

void TestReportPage::changesFromElsewhereAreShown() {
    ReportBlock block;
    block.kind = BlockKind::citation;
    m_page->activated(); // the report that is meant by "Add to report"
    m_bench->addToReport(block);
    QTRY_COMPARE(m_list->model()->rowCount(), 12);
    // An edit made right after it does not lose it.
    m_list->setCurrentIndex(m_list->model()->index(0, 0));
    QTest::keyClick(m_list, Qt::Key_Delete);
    QTRY_COMPARE(stored().blocks.size(), std::size_t(11));
    QCOMPARE(stored().blocks.back().kind, BlockKind::citation);
}

void TestReportPage::startsAgainFromTheTemplate() {
    m_page->session().startAgain(ReportLength::onePage);
    QTRY_VERIFY(blocks() != 11);
    QTRY_VERIFY(stored().blocks.size() < 11); // shown at once, stored in the background
    m_bench->undoStack().undo();
    QTRY_COMPARE(blocks(), 11);
}

void TestReportPage::emptyReportOffersAText() {
    open(2);
    QVERIFY(!m_pages->isVisible());
    QPushButton* add = nullptr;
    for (QPushButton* button : m_page->findChildren<QPushButton*>())
        if (button->text() == QLatin1String("Add text"))
            add = button;
    QVERIFY(add && add->isVisible());
    QTest::mouseClick(add, Qt::LeftButton);
    QTRY_COMPARE(stored().blocks.size(), std::size_t(1));
    QVERIFY(m_pages->isVisible());
}

void TestReportPage::damagedReportSaysSo() {
    open(3);
    QVERIFY(!m_pages->isVisible());
    QCOMPARE(m_page->session().problem(),
             QStringLiteral("the report cannot be read: \"blocks\" should be a list of at most 2000 blocks."));
    m_page->session().edit(QStringLiteral("x"), [](ReportDocument& document) { document.title = "x"; });
    QCOMPARE(m_bench->undoStack().count(), 0); // what cannot be read is not overwritten
}

void TestReportPage::exportsInTheBackground() {
    QSignalSpy said(m_bench.get(), &Workbench::said);
    const QString target = m_folder->filePath(QStringLiteral("out.pdf"));
    m_page->exportTo(target);
    QVERIFY(m_page->canCancel());
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20000);
    QVERIFY(said.first().first().toString().contains(QLatin1String("out.pdf")));
    QVERIFY(QFileInfo(target).size() > 10000);
    QVERIFY(!m_page->canCancel());
    QSignalSpy failed(m_bench.get(), &Workbench::failed);
    m_page->exportTo(m_folder->filePath(QStringLiteral("no/such/out.html")));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
    QVERIFY(failed.first().first().toString().startsWith(QLatin1String("out.html: cannot be written")));
}

void TestReportPage::everyControlHasAName() {
    for (int row = 0; row < m_list->model()->rowCount(); ++row) {
        m_list->setCurrentIndex(m_list->model()->index(row, 0));
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                                 qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                                 qobject_cast<QPlainTextEdit*>(widget) || qobject_cast<QAbstractScrollArea*>(widget);
            if (!control || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus ||
                qobject_cast<QAbstractSpinBox*>(widget->parentWidget()))
                continue;
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
}

QTEST_MAIN(TestReportPage)
#include "tst_report_page.moc"
