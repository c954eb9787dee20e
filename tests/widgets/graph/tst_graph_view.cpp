#include "tests/support/random_graph.h"
#include "tests/widgets/molecule/small_graphs.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_space.h"
#include "widgets/graph/graph_view.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace vitrine;

class TestGraphView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        applyTheme(*qApp, ThemeChoice::light);
        m_view = std::make_unique<GraphView>();
        m_view->resize(608, 480);
        m_view->show();
    }
    void emptyAtFirst() {
        QVERIFY(m_view->emptyState()->isVisible());
        QVERIFY(!m_view->canPaint());
        m_view->setGraph(smallMolecules(3), 7); // there is no such graph
        QCOMPARE(m_view->graph(), -1);
        QVERIFY(m_view->emptyState()->isVisible());
    }
    void moleculesBeginWithTheirStructure() {
        show(smallMolecules(3), 1);
        QCOMPARE(m_view->layoutChosen(), GraphView::Layout::structure);
        QVERIFY(!m_view->seedField()->isVisible());
        QCOMPARE(m_view->places()->size(), std::size_t(4));
    }
    void everyLayoutCanBeChosen() {
        show(randomGraph(80, 120));
        QCOMPARE(m_view->layoutChosen(), GraphView::Layout::distances);
        std::set<std::vector<std::pair<double, double>>> seen;
        for (int i = 0; i < m_view->layoutBox()->count(); ++i) {
            m_view->layoutBox()->setCurrentIndex(i);
            QTRY_VERIFY(!m_view->isBusy());
            QCOMPARE(m_view->problem(), QString());
            std::vector<std::pair<double, double>> places;
            for (const SpacePoint& place : *m_view->places())
                places.emplace_back(place.x, place.y);
            seen.insert(places);
        }
        QCOMPARE(seen.size(), std::size_t(5));
    }
    void theSeedIsTheUsers() {
        show(randomGraph(80, 120));
        choose(m_view->layoutBox(), QStringLiteral("Springs"));
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(m_view->seedField()->isVisible());
        const auto first = *m_view->places();
        m_view->seedField()->setValue(2);
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(*m_view->places() != first);
        m_view->seedField()->setValue(1);
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY(*m_view->places() == first);
    }
    void whatIsTooLargeForALayoutIsSaid() {
        show(randomGraph(1500, 3000));
        choose(m_view->layoutBox(), QStringLiteral("Kamada–Kawai"));
        QTRY_VERIFY(m_view->problem().contains(QStringLiteral("up to 1000 connected nodes")));
        choose(m_view->layoutBox(), QStringLiteral("Circle"));
        QTRY_COMPARE(m_view->problem(), QString());
    }
    void largeGraphsAreSeenBeforeTheirSpringsRest() {
        m_view->setGraph(randomGraph(6000, 20000), 0);
        QTRY_VERIFY(m_view->places());
        QVERIFY(m_view->isBusy());
        const PlacesPointer preliminary = m_view->places();
        QTRY_VERIFY(m_view->stopButton()->isVisible());
        QElapsedTimer timer;
        timer.start();
        QTest::mouseClick(m_view->stopButton(), Qt::LeftButton);
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(m_view->places() != preliminary); // as far as it has come
        QVERIFY(!m_view->stopButton()->isVisible());
    }
    void anotherGraphEndsTheLayout() {
        m_view->setGraph(randomGraph(6000, 20000), 0);
        QTRY_VERIFY(m_view->places());
        show(smallMolecules(3), 0);
        QCOMPARE(m_view->places()->size(), std::size_t(3));
    }
    void attributesBecomeColourSizeAndLegend() {
        show(randomGraph(80, 120));
        QVERIFY(!m_view->legendBox()->isVisible());
        choose(m_view->nodeColorBox(), QStringLiteral("load"));
        choose(m_view->edgeColorBox(), QStringLiteral("kind"));
        QVERIFY(m_view->legendBox()->isVisible());
        const QStringList texts = m_view->legendBox()->legend().texts();
        QVERIFY(texts.contains(QStringLiteral("Node colour: load (kW)")));
        QVERIFY(texts.contains(QStringLiteral("missing (5)")));
        QVERIFY(texts.contains(QStringLiteral("Edge colour: kind")));
        QVERIFY(texts.contains(QStringLiteral("road")));
        // Names are no attribute, and texts have no size.
        QCOMPARE(m_view->nodeColorBox()->findText(QStringLiteral("name")), -1);
        QCOMPARE(m_view->nodeSizeBox()->findText(QStringLiteral("group")), -1);
        QVERIFY(m_view->nodeSizeBox()->findText(QStringLiteral("shift")) > 0);
    }
    void theReadOutTellsWhatIsChosen() {
        show(randomGraph(80, 120));
        QVERIFY(!m_view->readOut()->isVisible());
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, m_view->canvas()->nodePosition(17).toPoint());
        QVERIFY(m_view->readOut()->isVisible());
        QCOMPARE(m_view->readOut()->title(), QStringLiteral("Node 17"));
        const auto& facts = m_view->readOut()->facts();
        QCOMPARE(facts.size(), std::size_t(5));
        QCOMPARE(facts[1], (std::pair(QStringLiteral("load (kW)"), QStringLiteral("missing"))));
        QCOMPARE(facts[4].second, QStringLiteral("n17"));
    }
    void pathsAreLitInTheGraphThatIsShown() {
        show(smallMolecules(3), 1);
        m_view->setHighlights([](int graph, const std::stop_token&) { return std::vector<NodeSequence>{{0, graph}}; });
        QTRY_COMPARE(m_view->canvas()->highlights().sequences, (std::vector<NodeSequence>{{0, 1}}));
        m_view->setGraph(smallMolecules(3), 2);
        QTRY_COMPARE(m_view->canvas()->highlights().sequences, (std::vector<NodeSequence>{{0, 2}}));
        m_view->setHighlights(nullptr);
        QVERIFY(m_view->canvas()->highlights().sequences.empty());
    }
    void spaceIsRefusedWithASentence() {
        // This platform has no OpenGL: showing a widget of it would end the program.
        show(randomGraph(20, 30));
        QCOMPARE(m_view->dimensionSwitch()->isVisible(), isGraphSpaceInstalled());
        if (!isGraphSpaceInstalled())
            return; // nobody is offered what is not there
        QTest::mouseClick(m_view->dimensionSwitch()->button(1), Qt::LeftButton);
        QVERIFY(!m_view->space());
        QVERIFY2(m_view->problem().startsWith(QStringLiteral("3-D needs OpenGL")), qPrintable(m_view->problem()));
        auto* back = m_view->findChild<QPushButton*>();
        for (QPushButton* button : m_view->findChildren<QPushButton*>())
            if (button->isVisible())
                back = button;
        QTest::mouseClick(back, Qt::LeftButton);
        QTRY_COMPARE(m_view->problem(), QString());
        QTRY_VERIFY(m_view->places());
    }
    void figuresAreWrittenWithTheirLegend() {
        show(randomGraph(80, 120));
        choose(m_view->nodeColorBox(), QStringLiteral("load"));
        const PaintPicture paint = m_view->painter(true);
        QVERIFY(paint);
        const QByteArray svg = pictureSvg(paint, QStringLiteral("network"));
        QVERIFY(svg.contains("load (kW)"));
        QVERIFY(svg.contains("<title>network</title>"));
        QVERIFY(svg.count("<circle") + svg.count("<ellipse") + svg.count("<path") >= 80);
        QVERIFY(picturePdf(paint, QStringLiteral("network")).startsWith("%PDF"));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("graph.png"));
        QVERIFY(exportPicture(paint, QStringLiteral("network"), file, FigureFormat::png).ok());
        QCOMPARE(QImage(file).width(), 1417);
        QCOMPARE(exportPicture(paint, {}, file, FigureFormat::csv).error().code, ErrorCode::unsupported);
        QVERIFY(!exportPicture(paint, {}, folder.filePath(QStringLiteral("no/graph.svg")), FigureFormat::svg).ok());
    }
    void everyControlHasAName() {
        show(randomGraph(80, 120));
        for (const QWidget* child : m_view->findChildren<QWidget*>()) {
            const bool control = qobject_cast<const QComboBox*>(child) || qobject_cast<const QSpinBox*>(child) ||
                                 qobject_cast<const QToolButton*>(child);
            if (control && child->isVisible())
                QVERIFY2(!child->accessibleName().isEmpty(), child->metaObject()->className());
        }
    }

private:
    void show(std::shared_ptr<const GraphSet> graphs, int graph = 0) {
        m_view->setGraph(std::move(graphs), graph);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->places() && !m_view->isBusy(), 20000);
    }
    static void choose(QComboBox* box, const QString& text) {
        QVERIFY(box->findText(text) >= 0);
        box->setCurrentIndex(box->findText(text));
    }
    std::unique_ptr<GraphView> m_view;
};

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
