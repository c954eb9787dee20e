#include "core/data/chem/depiction.h"
#include "widgets/molecule/graph_pictures.h"
#include "widgets/molecule/molecule_picture.h"
#include "widgets/molecule/node_link_picture.h"
#include "widgets/style/series_style.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace vitrine;

namespace {

constexpr QRectF kArea(0, 0, 160, 120);

QImage painted(const GraphPicture& picture, ThemeKind theme, const GraphHighlights& lit = {}) {
    QImage image(160, 120, QImage::Format_RGB32);
    image.fill(tokensOf(theme).base);
    QPainter painter(&image);
    picture.paint(painter, kArea, screenInk(tokensOf(theme)), lit);
    return image;
}

/// Mean of the colours beside the middle of a bond, off its line.
QColor besideBond(const QImage& image, const GraphPicture& picture, int a, int b, const GraphInk& ink) {
    const PictureFrame frame = picture.frame(kArea, ink);
    const QPointF from = frame.map(picture.places()[std::size_t(a)]);
    const QPointF to = frame.map(picture.places()[std::size_t(b)]);
    const QPointF along = (to - from) / std::hypot(to.x() - from.x(), to.y() - from.y());
    const QPointF beside = 0.5 * (from + to) + 3.0 * QPointF(along.y(), -along.x());
    return image.pixelColor(beside.toPoint());
}

int difference(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

int inkedPixels(const QImage& image, const QColor& ground) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += difference(image.pixelColor(x, y), ground) > 60;
    return count;
}

MoleculePicture molecule(const char* smiles) {
    auto depiction = chem::depict(smiles);
    Q_ASSERT(depiction);
    return MoleculePicture(*depiction);
}

} // namespace

class TestGraphPicture : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void highlightTintsTheBondsOfItsPathOnly_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void highlightTintsTheBondsOfItsPathOnly() {
        QFETCH(bool, dark);
        const ThemeKind theme = dark ? ThemeKind::dark : ThemeKind::light;
        const GraphInk ink = screenInk(tokensOf(theme));
        const MoleculePicture picture = molecule("CCCCCC");
        const QImage plain = painted(picture, theme);
        const QImage lit = painted(picture, theme, {{{1, 2, 3}}, -1, -1});
        const QImage hovered = painted(picture, theme, {{{1, 2, 3}}, 0, -1});
        QVERIFY(difference(besideBond(plain, picture, 1, 2, ink), tokensOf(theme).base) < 12);
        const QColor tint = mixed(tokensOf(theme).base, seriesColor(2, tokensOf(theme)), 0.42);
        QVERIFY(difference(besideBond(lit, picture, 1, 2, ink), tint) < 12);
        QVERIFY(difference(besideBond(lit, picture, 2, 3, ink), tint) < 12);
        QVERIFY(difference(besideBond(lit, picture, 4, 5, ink), tokensOf(theme).base) < 12);
        QVERIFY(difference(besideBond(hovered, picture, 1, 2, ink), seriesColor(2, tokensOf(theme))) <
                difference(besideBond(lit, picture, 1, 2, ink), seriesColor(2, tokensOf(theme))));
    }
    void overlappingOccurrencesDoNotGrowDarker() {
        const GraphInk ink = screenInk(tokensOf(ThemeKind::light));
        const MoleculePicture picture = molecule("CCCCCC");
        const QImage once = painted(picture, ThemeKind::light, {{{1, 2, 3}}, -1, -1});
        const QImage thrice = painted(picture, ThemeKind::light, {{{1, 2, 3}, {3, 2, 1}, {2, 3, 4}}, -1, -1});
        QVERIFY(difference(besideBond(once, picture, 1, 2, ink), besideBond(thrice, picture, 1, 2, ink)) < 6);
    }
    void oneNodeIsLitAsADisc() {
        const MoleculePicture picture = molecule("CCCCCC");
        const QImage plain = painted(picture, ThemeKind::light);
        const QImage lit = painted(picture, ThemeKind::light, {{{0}}, -1, -1});
        QVERIFY(plain != lit);
    }
    void strokeIsAtLeastSevenPixelsWide() {
        QCOMPARE(GraphPicture::strokeWidth({4.0, {}}), 7.0);
        QCOMPARE(GraphPicture::strokeWidth({50.0, {}}), 21.0);
    }
    void doubleAndTripleBondsHaveMoreInk() {
        const QColor ground = tokensOf(ThemeKind::light).base;
        const int single = inkedPixels(painted(molecule("CC"), ThemeKind::light), ground);
        const int twice = inkedPixels(painted(molecule("C=C"), ThemeKind::light), ground);
        const int thrice = inkedPixels(painted(molecule("C#C"), ThemeKind::light), ground);
        QVERIFY(single > 0);
        QVERIFY(twice > single * 3 / 2);
        QVERIFY(thrice > twice);
    }
    void lettersAreDrawn() {
        const QColor ground = tokensOf(ThemeKind::light).base;
        QVERIFY(inkedPixels(painted(molecule("O"), ThemeKind::light), ground) > 20);
        QVERIFY(inkedPixels(painted(molecule("[13CH3][N+](C)(C)C"), ThemeKind::light), ground) > 60);
    }
    void everythingStaysInside() {
        const MoleculePicture picture = molecule("OC(=O)CCCCCCCCCCCCCC(=O)NC(C)(C)c1ccc(S(=O)(=O)O)cc1");
        const PictureFrame frame = picture.frame(kArea, screenInk(tokensOf(ThemeKind::light)));
        for (const QPointF& place : picture.places())
            QVERIFY(kArea.adjusted(4, 4, -4, -4).contains(frame.map(place)));
    }
    void nodeAndOccurrenceUnderThePoint() {
        const GraphInk ink = screenInk(tokensOf(ThemeKind::light));
        const MoleculePicture picture = molecule("CCCCCC");
        const PictureFrame frame = picture.frame(kArea, ink);
        QCOMPARE(picture.nodeAt(frame.map(picture.places()[4]), kArea, ink), 4);
        QCOMPARE(picture.nodeAt({0, 0}, kArea, ink), -1);
        const GraphHighlights lit{{{0, 1}, {3, 4, 5}}, -1, -1};
        const QPointF middle = 0.5 * (frame.map(picture.places()[3]) + frame.map(picture.places()[4]));
        QCOMPARE(picture.sequenceAt(middle, kArea, ink, lit), 1);
        QCOMPARE(picture.sequenceAt({1, 1}, kArea, ink, lit), -1);
    }
    void nodesOutsideTheGraphAreIgnored() {
        const MoleculePicture picture = molecule("CC");
        const QImage plain = painted(picture, ThemeKind::light);
        QCOMPARE(painted(picture, ThemeKind::light, {{{-3}, {77}}, 9, 12}), plain);
    }
    void graphsThatAreNoMoleculesAreDrawn() {
        NodeLinkGraph graph;
        graph.places = {{0, 0}, {1, 0}, {1, 1}};
        graph.links = {{0, 1}, {1, 2}, {2, 9}};
        graph.labels = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
        graph.directed = true;
        const NodeLinkPicture picture(graph);
        const QColor ground = tokensOf(ThemeKind::dark).base;
        const int lettered = inkedPixels(painted(picture, ThemeKind::dark), ground);
        graph.labels.clear();
        QVERIFY(lettered > inkedPixels(painted(NodeLinkPicture(graph), ThemeKind::dark), ground));
    }
    void structureThatDoesNotFitItsGraphIsDrawnAsNodes() {
        GraphSet set;
        set.topology.nodeOffsets = {0, 3, 5};
        set.topology.edgeOffsets = {0, 2, 3};
        set.topology.edgeSource = {0, 1, 0};
        set.topology.edgeTarget = {1, 2, 1};
        set.graphs.columns = {Column("smiles", Column::Texts{"CCO", "CCO"})};
        set.structureColumn = "smiles";
        QVERIFY(dynamic_cast<const MoleculePicture*>(makeGraphPicture(set, 0).get()));
        const auto second = makeGraphPicture(set, 1);
        QVERIFY(dynamic_cast<const NodeLinkPicture*>(second.get()));
        QCOMPARE(second->nodeCount(), std::size_t(2));
    }
    void picturesComeInTheBackgroundAndAreShared() {
        auto set = std::make_shared<GraphSet>();
        set->topology.nodeOffsets = {0, 3};
        set->topology.edgeOffsets = {0, 2};
        set->topology.edgeSource = {0, 1};
        set->topology.edgeTarget = {1, 2};
        const auto pictures = GraphPictures::of(set);
        QCOMPARE(GraphPictures::of(set).get(), pictures.get());
        QSignalSpy ready(pictures.get(), &GraphPictures::ready);
        QVERIFY(!pictures->picture(0));
        QVERIFY(!pictures->picture(1)); // there is no such graph
        QTRY_COMPARE(ready.size(), 1);
        QVERIFY(pictures->picture(0));
        QCOMPARE(pictures->picture(0)->nodeCount(), std::size_t(3));
    }
};

QTEST_MAIN(TestGraphPicture)
#include "tst_graph_picture.moc"
