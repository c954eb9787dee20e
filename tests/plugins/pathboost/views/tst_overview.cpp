#include "core/values/text.h"
#include "plugins/pathboost/views/importance_view.h"
#include "plugins/pathboost/views/learning_view.h"
#include "plugins/pathboost/views/molecules_view.h"
#include "plugins/pathboost/views/overview.h"
#include "plugins/pathboost/views/path_browser.h"
#include "plugins/pathboost/views/path_tree_model.h"
#include "tests/plugins/pathboost/views/esol_run.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/molecule/gallery_model.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"
#include "widgets/views/view_registry.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include <algorithm>
#include <functional>

using namespace vitrine;
using namespace vitrine::pathboost;

/// The four panes of the page "Overview", linked by one selection, on a real run.
class TestOverview : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aClickOnABarReachesAllPanes();
    void arrowsControlAndEscape();
    void aChosenPathOutsideTheTopIsAdded();
    void aRowOfTheTreeReachesAllPanes();
    void aClickOnAMoleculeChoosesIt();
    void occurrencesLitAreThoseOfTheKernel();
    void moleculesAreAFigure();
    void badOptionsOfAFigureAreLeftOut();
    void withoutPathAllMoleculesAreShown();
    void ordersOfTheGallery();
    void newDataKeepSelectionAndScroll();
    void registeredFiguresAreThoseOfThePanes();
    void everyControlHasAName();
    void smallestPanesShowEverything();

private:
    QPointF barOf(const QString& key) const;
    void clickBar(const QString& key, Qt::KeyboardModifiers modifiers = {});
    QString nthPath(std::size_t n) const { return RunPaths(*m_run).rows()[n].key; }
    QStringList chosen() const { return m_selection->keys(QStringLiteral("path")); }

    std::shared_ptr<RunData> m_run;
    ViewRegistry m_registry;
    std::unique_ptr<QSplitter> m_page;
    std::unique_ptr<Selection> m_selection;
    ImportanceView* m_importance = nullptr;
    LearningView* m_learning = nullptr;
    PathBrowser* m_browser = nullptr;
    MoleculesView* m_molecules = nullptr;
};

void TestOverview::initTestCase() {
    applyTheme(*qApp, ThemeChoice::light);
    m_run = runs::esolRun(30, "fast");
    registerOverview(m_registry);
}

void TestOverview::init() {
    m_selection = std::make_unique<Selection>();
    m_page = std::make_unique<QSplitter>();
    const RunPageLayout layout = m_registry.pageLayout(kPluginId, *runs::pluginInfo().experiment(kTrain));
    QCOMPARE(layout.pages.front().panes.size(), std::size_t{4});
    for (const PaneSpec& pane : layout.pages.front().panes) {
        ResultView* view = m_registry.createView(pane.viewId, m_page.get());
        QVERIFY2(view, pane.viewId.c_str());
        m_page->addWidget(view);
        view->setSelection(m_selection.get());
        view->setRunData(m_run);
    }
    m_importance = m_page->findChild<ImportanceView*>();
    m_learning = m_page->findChild<LearningView*>();
    m_browser = m_page->findChild<PathBrowser*>();
    m_molecules = m_page->findChild<MoleculesView*>();
    QVERIFY(m_importance && m_learning && m_browser && m_molecules);
    m_page->resize(1800, 260);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    QTRY_VERIFY(!m_molecules->isBusy() && !m_molecules->gallery()->isBusy());
}

void TestOverview::cleanup() {
    m_page.reset();
    m_selection.reset();
}

QPointF TestOverview::barOf(const QString& key) const {
    const FigureMark& bars = m_importance->chart()->spec().marks.front();
    for (std::size_t i = 0; i < bars.keys.size(); ++i)
        if (toQString(bars.keys[i]) == key)
            return m_importance->chart()->pixelOf(0.0, static_cast<double>(i)) + QPointF(3, 0);
    return {};
}

void TestOverview::clickBar(const QString& key, Qt::KeyboardModifiers modifiers) {
    const QPointF at = barOf(key);
    QVERIFY(!at.isNull());
    QTest::mouseClick(m_importance->chart()->viewport(), Qt::LeftButton, modifiers, at.toPoint());
}

void TestOverview::aClickOnABarReachesAllPanes() {
    const QString key = nthPath(3);
    clickBar(key);
    QCOMPARE(chosen(), QStringList{key});
    const QModelIndex row = m_browser->viewIndex(key);
    QVERIFY(m_browser->view()->selectionModel()->isSelected(row));
    for (QModelIndex parent = row.parent(); parent.isValid(); parent = parent.parent())
        QVERIFY(m_browser->view()->isExpanded(parent));
    QVERIFY(m_browser->view()->viewport()->rect().intersects(m_browser->view()->visualRect(row)));
    const PathRow* path = RunPaths::of(*m_run)->find(key);
    QTRY_COMPARE(m_molecules->gallery()->shownCount(), static_cast<int>(*path->graphsAll));
    QCOMPARE(m_molecules->title(), QStringLiteral("Molecules with ") + path->label);
    QCOMPARE(m_molecules->subtitle(), QStringLiteral("%1 of 1,128, by target").arg(*path->graphsAll));
}

void TestOverview::arrowsControlAndEscape() {
    clickBar(nthPath(0));
    QTest::keyClick(m_importance->chart(), Qt::Key_Down);
    QCOMPARE(chosen(), QStringList{nthPath(1)});
    clickBar(nthPath(4), Qt::ControlModifier);
    QCOMPARE(chosen(), (QStringList{nthPath(1), nthPath(4)}));
    QVERIFY(m_browser->view()->selectionModel()->isSelected(m_browser->viewIndex(nthPath(1))));
    QVERIFY(m_browser->view()->selectionModel()->isSelected(m_browser->viewIndex(nthPath(4))));
    QTRY_COMPARE(m_molecules->title(), QStringLiteral("Molecules with any of 2 paths"));
    QTest::keyClick(m_importance->chart(), Qt::Key_Escape);
    QVERIFY(chosen().isEmpty());
    QVERIFY(m_browser->view()->selectionModel()->selectedRows().isEmpty());
    QTRY_COMPARE(m_molecules->gallery()->shownCount(), 1128);
}

void TestOverview::aChosenPathOutsideTheTopIsAdded() {
    const auto& bars = [this]() -> const FigureMark& { return m_importance->chart()->spec().marks.front(); };
    QCOMPARE(bars().keys.size(), std::size_t{10});
    QVERIFY(m_importance->subtitle().startsWith(QStringLiteral("10 of ")));
    const QString last = RunPaths(*m_run).rows().back().key;
    m_selection->select(QStringLiteral("path"), {last});
    QCOMPARE(bars().keys.size(), std::size_t{10}); // it takes the last place
    QCOMPARE(toQString(bars().keys.back()), last);
    m_selection->clear();
    QCOMPARE(toQString(bars().keys.back()), nthPath(9));
}

void TestOverview::aRowOfTheTreeReachesAllPanes() {
    const QString key = nthPath(2);
    m_browser->view()->expandAll();
    const QModelIndex row = m_browser->viewIndex(key);
    m_browser->view()->scrollTo(row);
    QTest::mouseClick(m_browser->view()->viewport(), Qt::LeftButton, {}, m_browser->view()->visualRect(row).center());
    QCOMPARE(chosen(), QStringList{key});
    QTRY_COMPARE(m_molecules->gallery()->shownCount(), static_cast<int>(*RunPaths::of(*m_run)->find(key)->graphsAll));
    QTest::keyClick(m_browser->view(), Qt::Key_Down);
    QVERIFY(chosen() != QStringList{key} && chosen().size() == 1);
    QTest::keyClick(m_browser->view(), Qt::Key_Escape);
    QVERIFY(chosen().isEmpty());
}

void TestOverview::aClickOnAMoleculeChoosesIt() {
    QListView* cells = m_molecules->gallery()->view();
    QTest::mouseClick(cells->viewport(), Qt::LeftButton, {}, cells->visualRect(cells->model()->index(1, 0)).center());
    QCOMPARE(m_selection->currentKind(), QStringLiteral("graph"));
    QCOMPARE(m_selection->keys(QStringLiteral("graph")),
             QStringList{QString::number(m_molecules->gallery()->shownGraphs()[1])});
    QTest::keyClick(cells, Qt::Key_Escape);
    QVERIFY(m_selection->keys(QStringLiteral("graph")).isEmpty());
}

void TestOverview::occurrencesLitAreThoseOfTheKernel() {
    const QString key = QStringLiteral("6-6-17");
    m_selection->select(QStringLiteral("path"), {key});
    QTRY_VERIFY(m_molecules->gallery()->shownCount() < 1128);
    const PathFinder finder(*inputGraphs(*m_run), "atomic_number");
    const auto occurrences = PathOccurrences::of(*m_run);
    const HighlightFunction lit = PathOccurrences::highlights(occurrences, {key});
    std::size_t with = 0;
    for (int graph = 0; graph < finder.graphCount(); ++graph) {
        const auto expected = finder.occurrences(graph, "6-6-17");
        with += expected.empty() ? 0 : 1;
        QCOMPARE(lit(graph, {}), expected);
    }
    QCOMPARE(static_cast<std::size_t>(m_molecules->gallery()->shownCount()), with);
    const auto& shown = m_molecules->gallery()->shownGraphs();
    for (const int graph : shown)
        QVERIFY(occurrences->known(key)->countIn(graph) > 0);
    QVERIFY(toQString(m_molecules->csv()).startsWith(QStringLiteral("row,graph,")));
    QCOMPARE(toQString(m_molecules->csv()).count(QLatin1Char('\n')), static_cast<qsizetype>(with) + 1);
}

void TestOverview::moleculesAreAFigure() {
    const QString key = QStringLiteral("6-6-17");
    m_selection->select(QStringLiteral("path"), {key});
    QTRY_VERIFY(m_molecules->gallery()->shownCount() < 1128 && !m_molecules->isBusy());
    const auto figure = m_molecules->figure();
    QVERIFY(figure && figure->drawing);
    QCOMPARE(figure->title, std::string("Molecules with C–C–Cl"));
    QVERIFY2(figure->caption.find("hold C–C–Cl; every occurrence is lit. Lowest ") != std::string::npos,
             figure->caption.c_str());
    QCOMPARE(figureCsv(*figure), m_molecules->csv());
    // A report makes the same from the options alone.
    const FigureSize size{174, 56};
    const auto again = moleculesFigure(*m_run, MoleculesChoice::fromJson(m_molecules->figureOptions()));
    QVERIFY(again.has_value());
    QCOMPARE(again->caption, figure->caption);
    QCOMPARE(renderSvg(*again, size), renderSvg(*figure, size));
    // Without a choice: a path that tells molecules apart.
    const auto telling = moleculesFigure(*m_run, MoleculesChoice());
    QVERIFY(telling.has_value());
    const auto rows = RunPaths::of(*m_run)->rows();
    const auto first = std::ranges::find_if(
        rows, [](const PathRow& path) { return path.labels.size() > 1 && path.graphsAll && *path.graphsAll < 564; });
    QVERIFY(first != rows.end());
    QCOMPARE(toQString(telling->title), QStringLiteral("Molecules with ") + first->label);
    // Lit, and only where the path is.
    const auto dark = moleculesFigure(*m_run, MoleculesChoice{{QStringLiteral("9-9-9-9")}, {}});
    QVERIFY(dark.has_value());
    QVERIFY(renderSvg(*dark, size) != renderSvg(*figure, size));
    if (qEnvironmentVariableIsSet("VITRINE_PICTURES"))
        renderImage(*figure, size, 200)
            .save(qEnvironmentVariable("VITRINE_PICTURES") + QStringLiteral("/molecules_figure.png"));
    QVERIFY(!exportFigure(*figure, QDir::tempPath() + QStringLiteral("/x.tex"), FigureFormat::pgfplots, size, 300));
    QCOMPARE(pictureFormats(*figure).size(), std::size_t(3));
}

void TestOverview::badOptionsOfAFigureAreLeftOut() {
    const MoleculesChoice choice =
        MoleculesChoice::fromJson({{"paths", {1, "6-6", nullptr}}, {"order", "sideways"}, {"more", true}});
    QCOMPARE(choice.paths, QStringList{QStringLiteral("6-6")});
    QCOMPARE(choice.order, GraphOrder::target);
    for (const nlohmann::json& odd : {nlohmann::json(), nlohmann::json("x"), nlohmann::json{{"paths", 3}}})
        QVERIFY(MoleculesChoice::fromJson(odd).paths.isEmpty());
}

void TestOverview::withoutPathAllMoleculesAreShown() {
    QCOMPARE(m_molecules->gallery()->shownCount(), 1128);
    QCOMPARE(m_molecules->title(), QStringLiteral("Molecules"));
    QCOMPARE(m_molecules->subtitle(), QStringLiteral("1,128, by target"));
    bool told = false;
    for (const QLabel* label : m_molecules->findChildren<QLabel*>())
        told = told || (label->isVisible() && label->text() == QStringLiteral("Choose a path to light it up."));
    QVERIFY(told);
}

void TestOverview::ordersOfTheGallery() {
    const auto graphs = inputGraphs(*m_run);
    const Column& target = *graphs->graphs.find(graphs->targetColumn);
    const auto rises = [](const std::vector<double>& values) { return std::ranges::is_sorted(values); };
    const auto shown = [this](const std::function<double(int)>& value) {
        std::vector<double> values;
        for (const int graph : m_molecules->gallery()->shownGraphs())
            values.push_back(value(graph));
        return values;
    };
    QVERIFY(rises(shown([&](int graph) { return target.number(static_cast<std::size_t>(graph)); })));
    QTest::mouseClick(m_molecules->orderSwitch()->button(MoleculesView::kByError), Qt::LeftButton);
    const auto table = outputTable(*m_run, kPredictions);
    const auto minusError = [&](int graph) {
        const auto row = static_cast<std::size_t>(graph);
        return -std::abs(table->find(column::kTruth)->number(row) - table->find(column::kPrediction)->number(row));
    };
    QTRY_VERIFY(rises(shown(minusError)));
    QVERIFY(m_molecules->subtitle().endsWith(QStringLiteral("by error")));
    QTest::mouseClick(m_molecules->orderSwitch()->button(MoleculesView::kByName), Qt::LeftButton);
    QTRY_VERIFY(!rises(shown(minusError)));
    QVERIFY(m_molecules->subtitle().endsWith(QStringLiteral("by name")));
}

void TestOverview::newDataKeepSelectionAndScroll() {
    const QString key = nthPath(6);
    m_selection->select(QStringLiteral("path"), {key});
    m_browser->view()->expandAll();
    m_browser->view()->verticalScrollBar()->setValue(9);
    QTRY_VERIFY(m_molecules->gallery()->shownCount() < 1128);
    m_molecules->gallery()->view()->verticalScrollBar()->setValue(40);
    // More iterations, more paths, as a live run brings them.
    auto more = std::make_shared<RunData>(*runs::esolRun(35));
    more->inputs = m_run->inputs;
    more->live = true;
    more->run.state = RunState::running;
    for (ResultView* view : m_page->findChildren<ResultView*>(QString(), Qt::FindDirectChildrenOnly))
        view->setRunData(more);
    QVERIFY(RunPaths(*more).rows().size() > RunPaths(*m_run).rows().size());
    QCOMPARE(chosen(), QStringList{key});
    QVERIFY(m_browser->view()->selectionModel()->isSelected(m_browser->viewIndex(key)));
    QCOMPARE(m_browser->view()->verticalScrollBar()->value(), 9);
    QVERIFY(!m_molecules->isBusy());
    QTRY_VERIFY(!m_molecules->gallery()->isBusy());
    QCOMPARE(m_molecules->gallery()->view()->verticalScrollBar()->value(), 40);
    QCOMPARE(toQString(m_importance->chart()->spec().keyKind), QStringLiteral("path"));
}

void TestOverview::registeredFiguresAreThoseOfThePanes() {
    m_selection->select(QStringLiteral("path"), {RunPaths(*m_run).rows().back().key});
    const auto same = [this](const ResultView& view) {
        const auto* factory = m_registry.figure(toStd(view.figureId()));
        if (!factory || !view.figure())
            return false;
        const auto made = (*factory)(*m_run, nlohmann::json::parse(view.figureOptions().dump()));
        return made && figureCsv(*made) == figureCsv(*view.figure()) && made->title == view.figure()->title &&
               axisTitle(made->x) == axisTitle(view.figure()->x) && axisTitle(made->y) == axisTitle(view.figure()->y);
    };
    QVERIFY(same(*m_importance));
    QVERIFY(same(*m_learning));
    QTest::mouseClick(m_learning->modeSwitch()->button(1), Qt::LeftButton);
    QVERIFY(m_learning->figureOptions().at("per_anchor"));
    QVERIFY(same(*m_learning));
}

void TestOverview::everyControlHasAName() {
    for (const QWidget* widget : m_page->findChildren<QWidget*>()) {
        const bool control = qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
                             qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractItemView*>(widget) ||
                             qobject_cast<const ChartView*>(widget);
        const bool inner = widget->objectName().startsWith(QStringLiteral("qt_")) ||
                           qobject_cast<const QLineEdit*>(widget->parentWidget()) ||
                           qobject_cast<const QComboBox*>(widget->parentWidget()) || widget->inherits("QHeaderView") ||
                           widget->inherits("QComboBoxListView") || widget->inherits("QTableCornerButton");
        if (control && !inner)
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

void TestOverview::smallestPanesShowEverything() {
    constexpr QSize kContent(280, 128); // of a pane of 280 x 160
    for (QWidget* view : {static_cast<QWidget*>(m_importance), static_cast<QWidget*>(m_learning),
                          static_cast<QWidget*>(m_browser), static_cast<QWidget*>(m_molecules)}) {
        view->setParent(nullptr);
        view->resize(kContent);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view));
        QVERIFY2(view->minimumSizeHint().width() <= kContent.width() &&
                     view->minimumSizeHint().height() <= kContent.height(),
                 qPrintable(QStringLiteral("%1 wants %2 x %3")
                                .arg(QLatin1String(view->metaObject()->className()))
                                .arg(view->minimumSizeHint().width())
                                .arg(view->minimumSizeHint().height())));
    }
    QVERIFY(m_importance->chart()->spec().marks.front().keys.size() < 10); // as many as can be read
    for (QWidget* view : {static_cast<QWidget*>(m_importance), static_cast<QWidget*>(m_learning),
                          static_cast<QWidget*>(m_browser), static_cast<QWidget*>(m_molecules)})
        delete view;
}

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
