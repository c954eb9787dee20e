#include "plugins/pathboost/views/path_chain.h"

#include <QImage>
#include <QPainter>
#include <QtTest>

using namespace vitrine;
using namespace vitrine::pathboost;

/// Chains of circled labels.
class TestPathChain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sizeHoldsTheInk_data();
    void sizeHoldsTheInk();
    void longPathsKeepTheirEnds();
    void chosenOnesAreRingedInTheSeriesColour();
};

namespace {

QImage painted(const QStringList& labels, double width, ChainLook look, bool* whole = nullptr) {
    QImage image(600, 40, QImage::Format_RGB32);
    image.fill(tokensOf(ThemeKind::light).base);
    QPainter painter(&image);
    const bool all = paintPathChain(painter, QRectF(10, 4, width, 32), labels, tokensOf(ThemeKind::light), look);
    if (whole)
        *whole = all;
    return image;
}

/// First and last column with ink.
std::pair<int, int> inked(const QImage& image) {
    const QRgb ground = image.pixel(0, 0);
    int first = image.width(), last = -1;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            if (image.pixel(x, y) != ground) {
                first = std::min(first, x);
                last = std::max(last, x);
            }
    return {first, last};
}

} // namespace

void TestPathChain::sizeHoldsTheInk_data() {
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("one") << QStringList{QStringLiteral("C")};
    QTest::newRow("three") << QStringList{QStringLiteral("C"), QStringLiteral("C"), QStringLiteral("Cl")};
    QTest::newRow("long label") << QStringList{QStringLiteral("a rather long label of a node"), QStringLiteral("b")};
}

void TestPathChain::sizeHoldsTheInk() {
    QFETCH(QStringList, labels);
    const QSize size = pathChainSize(labels);
    bool whole = false;
    const auto [first, last] = inked(painted(labels, size.width(), ChainLook::plain, &whole));
    QVERIFY(whole);
    QCOMPARE(first, 10);
    QCOMPARE(last, 10 + size.width() - 1);
    QVERIFY(!painted(labels, size.width(), ChainLook::muted).isNull());
    QCOMPARE(pathChainSize({}), QSize(0, kSmallChain.node));
}

void TestPathChain::longPathsKeepTheirEnds() {
    QStringList labels(12, QStringLiteral("C"));
    bool whole = true;
    const QImage cut = painted(labels, 150, ChainLook::plain, &whole);
    QVERIFY(!whole);
    QVERIFY(inked(cut).second <= 160);
    labels.back() = QStringLiteral("Br");
    QVERIFY(painted(labels, 150, ChainLook::plain) != cut); // the last node shows
    labels.front() = QStringLiteral("N");
    QVERIFY(painted(labels, 150, ChainLook::plain) != cut);
}

void TestPathChain::chosenOnesAreRingedInTheSeriesColour() {
    const QStringList labels{QStringLiteral("C"), QStringLiteral("O")};
    QVERIFY(painted(labels, 100, ChainLook::chosen) != painted(labels, 100, ChainLook::plain));
    QVERIFY(painted(labels, 100, ChainLook::muted) != painted(labels, 100, ChainLook::plain));
}

QTEST_MAIN(TestPathChain)
#include "tst_path_chain.moc"
