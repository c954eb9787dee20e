#include "core/report/block_axes.h"
#include "core/report/report_document.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/charts/axes_dialog.h"
#include "widgets/charts/axis_form.h"
#include "widgets/charts/figure_save_dialog.h"
#include "widgets/data/dataset_view.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/report/run_figures.h"
#include "widgets/style/pane_frame.h"

#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

using namespace vitrine;
using namespace vitrine::test;

namespace {

/// For a person to look at, in <build>/gallery.
void keepPicture(QWidget* widget, const QString& name) {
    const QDir folder(QStringLiteral(VITRINE_BINARY_DIR "/gallery"));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    QVERIFY(widget->grab().save(folder.filePath(name + QStringLiteral(".png"))));
}

} // namespace

/// What the menu of a figure does on the page of a run.
class TestFigureMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_hand.reset(); }
    void axesAreKeptWithThePage();
    void axesGoIntoTheReport();
    void savedFigureIsAsTheDialogSays();
    void visibleDataAreThoseOfTheRange();
    void figuresOfADataSetHaveIt();

private:
    Pane* pane() const { return m_hand->pane("train_error"); }
    ChartView* chart() const { return pane()->findChild<ChartView*>(); }
    /// Opens the menu of the learning curve and takes an entry. @return whether it could be taken
    bool choose(const QString& entry) { return chooseIn(pane()->frame(), entry); }
    bool chooseIn(const PaneFrame* frame, const QString& entry);
    void openRun();

    std::unique_ptr<WindowDriver> m_hand;
    RunId m_run = 0;
};

void TestFigureMenu::initTestCase() {
    m_hand = std::make_unique<WindowDriver>();
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")) && m_hand->waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY(m_hand->page()->canRun());
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_hand->waitFor(QStringLiteral("run:")));
    m_run = m_hand->runInFront();
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->stateOf(m_run) == RunState::finished, 30000);
    QTRY_VERIFY(pane() && m_hand->hasEntries(pane()));
}

bool TestFigureMenu::chooseIn(const PaneFrame* frame, const QString& entry) {
    bool taken = false;
    QTimer::singleShot(0, this, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu)
            keepPicture(menu, QStringLiteral("figure_menu"));
        for (QAction* action : menu ? menu->actions() : QList<QAction*>())
            if (action->text().startsWith(entry) && action->isEnabled()) {
                taken = true;
                action->trigger();
            }
        if (menu)
            menu->close();
    });
    m_hand->click(frame->menuButton());
    static_cast<void>(QTest::qWaitFor([] { return QApplication::activePopupWidget() == nullptr; }, 3000));
    return taken;
}

void TestFigureMenu::openRun() {
    const QString page = QStringLiteral("run:%1").arg(m_run);
    m_hand->bench().requestOpen(page);
    QVERIFY(m_hand->waitFor(page));
    QTRY_VERIFY(pane() && m_hand->hasEntries(pane()));
}

void TestFigureMenu::axesAreKeptWithThePage() {
    QVERIFY(choose(QStringLiteral("Axes")));
    auto* dialog = m_hand->window().findChild<AxesDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->xForm()->titleField()->setFocus();
    QTest::keyClicks(dialog->xForm()->titleField(), QStringLiteral("Round"));
    QTest::keyClicks(dialog->xForm()->fromField(), QStringLiteral("10"));
    QCOMPARE(chart()->spec().x.label.title, std::string("Round"));
    keepPicture(&m_hand->window(), QStringLiteral("figure_menu_window"));
    dialog->close();
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("axes.vitrine"));
    const std::string key = "axes/run:" + std::to_string(m_run);
    QTRY_VERIFY(!m_hand->bench().store()->state(key).is_null());
    m_hand->bench().saveProjectAs(file);
    QTRY_VERIFY(!m_hand->bench().store()->isUntitled());
    m_hand = nullptr;
    m_hand = std::make_unique<WindowDriver>();
    m_hand->bench().openProject(file);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->bench().contents().run(m_run) != nullptr, 20000);
    openRun();
    QTRY_COMPARE(chart()->spec().x.label.title, std::string("Round"));
    QCOMPARE(chart()->spec().x.minimum, std::optional(10.0));
    const auto figure = pane()->view()->figure();
    QVERIFY(figure && figure->x.label.title == "Round" && figure->x.minimum == std::optional(10.0));
    m_hand->bench().closeProject();
    QTRY_VERIFY(!m_hand->bench().store());
    m_hand->bench().openProject(file);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->bench().contents().run(m_run) != nullptr, 20000);
    openRun();
}

void TestFigureMenu::axesGoIntoTheReport() {
    QTRY_COMPARE(chart()->spec().x.label.title, std::string("Round"));
    QVERIFY(choose(QStringLiteral("Add to report")));
    QTRY_COMPARE(m_hand->bench().contents().reports.size(), std::size_t(1));
    const auto document = ReportDocument::fromJson(m_hand->bench().contents().reports[0].document);
    QVERIFY(document);
    const FigureChanges axes = axesOf(document->blocks.back());
    QCOMPARE(axes.x.title, std::optional<std::string>("Round"));
    QCOMPARE(axes.x.minimum, std::optional(10.0));
    const auto store = m_hand->bench().store();
    const auto figure = figureProvider(*store, m_hand->bench().views())(*m_hand->bench().contents().run(m_run),
                                                                        document->blocks.back());
    QVERIFY(figure && figure->x.label.title == "Round" && figure->x.minimum == std::optional(10.0));
}

void TestFigureMenu::savedFigureIsAsTheDialogSays() {
    QVERIFY(choose(QStringLiteral("Save figure as")));
    auto* dialog = m_hand->window().findChild<FigureSaveDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    m_hand->click(dialog->formatSwitch()->button(2));
    m_hand->click(dialog->styleSwitch()->button(1));
    dialog->widthField()->setValue(127);
    dialog->heightField()->setValue(76);
    dialog->dpiField()->setValue(100);
    QCOMPARE(dialog->sizeText(), QStringLiteral("500 × 299 pixels."));
    const QString path = m_hand->path(QStringLiteral("saved.png"));
    QTimer::singleShot(0, this, [this, path] { QVERIFY(m_hand->answerFileDialog(path)); });
    m_hand->click(dialog->saveButton());
    QTRY_VERIFY(QFileInfo::exists(path));
    QCOMPARE(QImageReader(path).size(), QSize(500, 299));
    // The next one begins with what was chosen.
    QTRY_VERIFY(m_hand->window().findChild<FigureSaveDialog*>() == nullptr);
    QVERIFY(choose(QStringLiteral("Save figure as")));
    dialog = m_hand->window().findChild<FigureSaveDialog*>();
    QVERIFY(dialog && dialog->choice().asOnScreen && dialog->choice().dpi == 100);
    dialog->reject();
}

void TestFigureMenu::visibleDataAreThoseOfTheRange() {
    QVERIFY(chart()->hidesData());
    const std::string csv = figureCsv(chart()->visibleData());
    QVERIFY(csv.find(",10,") != std::string::npos && csv.find(",9,") == std::string::npos);
    chart()->setChanges({});
    QVERIFY(!choose(QStringLiteral("Visible data"))); // all are visible
}

void TestFigureMenu::figuresOfADataSetHaveIt() {
    const QString page = QStringLiteral("dataset:%1").arg(m_hand->bench().contents().datasets[0].id);
    m_hand->bench().requestOpen(page);
    QVERIFY(m_hand->waitFor(page));
    auto* view = m_hand->page()->findChild<DatasetView*>();
    QVERIFY(view);
    QTRY_VERIFY_WITH_TIMEOUT(!view->distribution()->spec().marks.empty(), 30000); // made in the background
    const PaneFrame* frame = nullptr;
    for (QWidget* parent = view->distribution(); parent && !frame; parent = parent->parentWidget())
        frame = qobject_cast<PaneFrame*>(parent);
    QVERIFY(frame && chooseIn(frame, QStringLiteral("Axes")));
    auto* dialog = m_hand->page()->findChild<AxesDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTest::keyClicks(dialog->yForm()->titleField(), QStringLiteral("Molecules"));
    QCOMPARE(view->distribution()->spec().y.label.title, std::string("Molecules"));
    dialog->close();
    const std::string key = "axes/" + page.toStdString();
    QTRY_VERIFY(!m_hand->bench().store()->state(key).is_null());
    QSignalSpy reported(view, &DatasetView::figureReportWanted);
    m_hand->click(frame->addButton());
    QCOMPARE(reported.size(), 1);
    QCOMPARE(axesOf(reported[0][0].value<ReportBlock>()).y.title, std::optional<std::string>("Molecules"));
}

QTEST_MAIN(TestFigureMenu)
#include "tst_figure_menu.moc"
