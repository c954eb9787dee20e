#include "tests/support/random_graph.h"
#include "tests/widgets/molecule/small_graphs.h"
#include "widgets/graph/graph_canvas.h"
#include "widgets/style/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace vitrine;

namespace {

constexpr QSize kSize(400, 300);

int difference(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

int pixelsLike(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += difference(image.pixelColor(x, y), color) < 12;
    return count;
}

/// Four nodes on a square, joined along its sides, the last pair twice; a fifth stands alone in the middle.
std::shared_ptr<GraphSet> square() {
    auto set = std::make_shared<GraphSet>();
    set->topology.nodeOffsets = {0, 5};
    set->topology.edgeOffsets = {0, 5};
    set->topology.edgeSource = {0, 1, 2, 3, 3};
    set->topology.edgeTarget = {1, 2, 3, 0, 0};
    set->nodes.columns = {Column("charge", Column::Reals{-1.0, 0.0, 3.0, 0.5, 0.0})};
    set->nodes.columns[0].unit = "e";
    set->nodes.columns[0].setMissing(4);
    return set;
}

PlacesPointer squarePlaces() {
    return std::make_shared<const std::vector<SpacePoint>>(
        std::vector<SpacePoint>{{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}, {2, 1.5, 0}});
}

GraphElement node(int index) {
    return {GraphElement::Kind::node, index};
}

} // namespace

class TestGraphCanvas : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        applyTheme(*qApp, ThemeChoice::light);
        m_canvas = std::make_unique<GraphCanvas>();
        m_canvas->resize(kSize);
        m_graph = std::make_shared<ShownGraph>(square(), 0);
        m_canvas->setGraph(m_graph, squarePlaces());
        m_canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    }
    void theWholeGraphIsShown() {
        for (int i = 0; i < 5; ++i)
            QVERIFY(QRectF(m_canvas->rect()).adjusted(12, 12, -12, -12).contains(m_canvas->nodePosition(i)));
        QVERIFY(m_canvas->isFull());
        m_canvas->resize(800, 600);
        QVERIFY(QRectF(m_canvas->rect()).contains(m_canvas->nodePosition(2)));
    }
    void wheelZoomsAboutThePointer() {
        const QPointF fixed = m_canvas->nodePosition(1);
        const double before = m_canvas->frame().scale;
        QWheelEvent event(fixed, m_canvas->mapToGlobal(fixed), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_canvas.get(), &event);
        QVERIFY(m_canvas->frame().scale > 1.3 * before);
        QVERIFY((m_canvas->nodePosition(1) - fixed).manhattanLength() < 1e-6);
        QTest::keyClick(m_canvas.get(), Qt::Key_0);
        QCOMPARE(m_canvas->frame().scale, before);
    }
    void dragPansAndChoosesNothing() {
        const QPointF before = m_canvas->nodePosition(0);
        QTest::mousePress(m_canvas.get(), Qt::LeftButton, {}, before.toPoint());
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(m_canvas.get(), before.toPoint() + QPoint(10 * i, 5 * i));
        QTest::mouseRelease(m_canvas.get(), Qt::LeftButton, {}, before.toPoint() + QPoint(40, 20));
        QVERIFY((m_canvas->nodePosition(0) - before - QPointF(40, 20)).manhattanLength() < 1.5);
        QCOMPARE(m_canvas->chosenElement(), GraphElement{});
    }
    void keysMoveAndStep() {
        const QPointF before = m_canvas->nodePosition(0);
        QTest::keyClick(m_canvas.get(), Qt::Key_Left);
        QVERIFY(m_canvas->nodePosition(0).x() > before.x());
        const double scale = m_canvas->frame().scale;
        QTest::keyClick(m_canvas.get(), Qt::Key_Plus);
        QVERIFY(m_canvas->frame().scale > scale);
        QTest::keyClick(m_canvas.get(), Qt::Key_Minus);
        QVERIFY(std::abs(m_canvas->frame().scale - scale) < 1e-9);
        QSignalSpy chosen(m_canvas.get(), &GraphStage::elementChosen);
        QTest::keyClick(m_canvas.get(), Qt::Key_PageDown);
        QCOMPARE(m_canvas->chosenElement(), node(0));
        QTest::keyClick(m_canvas.get(), Qt::Key_PageUp);
        QCOMPARE(m_canvas->chosenElement(), node(4));
        QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
        QCOMPARE(m_canvas->chosenElement(), GraphElement{});
        QCOMPARE(chosen.size(), 3);
    }
    void clickChoosesNodesAndEdges() {
        const auto click = [this](const QPointF& at) {
            QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, at.toPoint());
            return m_canvas->chosenElement();
        };
        const auto middle = [this](int a, int b) {
            return 0.5 * (m_canvas->nodePosition(a) + m_canvas->nodePosition(b));
        };
        QCOMPARE(click(m_canvas->nodePosition(2)), node(2));
        QCOMPARE(click(middle(1, 2)), (GraphElement{GraphElement::Kind::edge, 1}));
        QCOMPARE(click(middle(0, 4)), GraphElement{}); // nothing joins them
    }
    void theNeighbourhoodStandsOut() {
        const QColor ring = tokensOf(ThemeKind::light).accent;
        const QImage plain = m_canvas->grab().toImage();
        m_canvas->setChosen(node(0));
        const QImage chosen = m_canvas->grab().toImage();
        QVERIFY(pixelsLike(plain, ring) == 0);
        QVERIFY(pixelsLike(chosen, ring) > 20);
        // The edge to a neighbour keeps its ink, the one far from it fades.
        const auto inkAt = [this](const QImage& image, int a, int b) {
            const QPoint at = (0.5 * (m_canvas->nodePosition(a) + m_canvas->nodePosition(b))).toPoint();
            int darkest = 255;
            for (int x = -2; x <= 2; ++x)
                for (int y = -2; y <= 2; ++y)
                    darkest = std::min(darkest, image.pixelColor(at + QPoint(x, y)).lightness());
            return darkest;
        };
        QVERIFY(std::abs(inkAt(chosen, 0, 1) - inkAt(plain, 0, 1)) < 20);
        QVERIFY(inkAt(chosen, 1, 2) > inkAt(plain, 1, 2) + 60);
        m_canvas->setChosen({GraphElement::Kind::edge, 77}); // there is no such edge
        QCOMPARE(m_canvas->chosenElement(), GraphElement{});
    }
    void attributesColourTheNodes() {
        for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
            applyTheme(*qApp, theme);
            const Tokens& tokens = tokensOf(m_canvas->palette());
            const AttributeChoices choices(*m_graph);
            const AttributePointer charge = choices.nodes().back();
            QCOMPARE(charge->title(), QStringLiteral("charge (e)"));
            QVERIFY(charge->diverging);
            QCOMPARE(charge->missing, std::size_t(1));
            m_canvas->setAppearance({charge, nullptr, nullptr, nullptr});
            const QImage image = m_canvas->grab().toImage();
            const auto fill = [&](int index) { return image.pixelColor(m_canvas->nodePosition(index).toPoint()); };
            QVERIFY(difference(fill(2), mapColor(ColorMap::diverging, 1.0, tokens)) < 12);
            QVERIFY(difference(fill(1), mapColor(ColorMap::diverging, 0.5, tokens)) < 12);
            QVERIFY(difference(fill(4), missingColor(tokens)) < 12);
            m_canvas->setAppearance({});
        }
    }
    void pathsAreLit() {
        const Tokens& tokens = tokensOf(ThemeKind::light);
        const QColor tint = mixed(tokens.base, seriesColor(2, tokens), 0.42);
        QCOMPARE(pixelsLike(m_canvas->grab().toImage(), tint), 0);
        m_canvas->setHighlights({{0, 1, 2}});
        QVERIFY(pixelsLike(m_canvas->grab().toImage(), tint) > 100);
        m_canvas->setHighlights({{77, -4}});
        QCOMPARE(pixelsLike(m_canvas->grab().toImage(), tint), 0);
    }
    void largeGraphsAreCompletedWhenTheyStandStill() {
        const auto large = std::make_shared<ShownGraph>(randomGraph(3000, 9000), 0);
        auto places = std::make_shared<std::vector<SpacePoint>>();
        for (int i = 0; i < 3000; ++i)
            places->push_back({double(i % 60), double(i / 60), 0.0});
        QSignalSpy full(m_canvas.get(), &GraphStage::fullShown);
        m_canvas->setGraph(large, places);
        QVERIFY(!m_canvas->isFull());
        QTRY_COMPARE(full.size(), 1);
        QVERIFY(m_canvas->isFull());
        const QImage still = m_canvas->grab().toImage();
        QTest::keyClick(m_canvas.get(), Qt::Key_Plus);
        QVERIFY(!m_canvas->isFull());
        m_canvas->grab(); // the moving picture must do without it
        QTest::keyClick(m_canvas.get(), Qt::Key_0);
        QTRY_VERIFY(m_canvas->isFull());
        QCOMPARE(m_canvas->grab().toImage(), still);
    }
    void aMoleculeIsItsStructureUntilItIsColoured() {
        const auto molecules = smallMolecules(5);
        const auto graph = std::make_shared<ShownGraph>(molecules, 0);
        const auto structure = moleculePicture(*molecules, 0);
        QVERIFY(structure);
        auto places = std::make_shared<std::vector<SpacePoint>>();
        for (const QPointF& place : structure->places())
            places->push_back({place.x(), place.y(), 0.0});
        m_canvas->setGraph(graph, places);
        const QImage circles = m_canvas->grab().toImage();
        m_canvas->setStructure(structure);
        const QImage drawn = m_canvas->grab().toImage();
        QVERIFY(drawn != circles);
        m_canvas->setAppearance({AttributeChoices(*graph).nodes().front(), nullptr, nullptr, nullptr});
        QVERIFY(m_canvas->grab().toImage() != drawn);
        m_canvas->setAppearance({});
        QCOMPARE(m_canvas->grab().toImage(), drawn);
    }
    void nothingIsShownOfNothing() {
        m_canvas->setGraph(nullptr, nullptr);
        QVERIFY(!m_canvas->painter(true));
        QTest::keyClick(m_canvas.get(), Qt::Key_PageDown);
        QTest::keyClick(m_canvas.get(), Qt::Key_Plus);
        QCOMPARE(pixelsLike(m_canvas->grab().toImage(), tokensOf(ThemeKind::light).base), 400 * 300);
    }

private:
    ShownGraphPointer m_graph;
    std::unique_ptr<GraphCanvas> m_canvas;
};

QTEST_MAIN(TestGraphCanvas)
#include "tst_graph_canvas.moc"
