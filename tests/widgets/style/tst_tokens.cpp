#include "widgets/style/series_style.h"
#include "widgets/style/tokens.h"

#include <QtTest>

using namespace vitrine;

class TestTokens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textIsReadableOnEveryGround_data();
    void textIsReadableOnEveryGround();
    void seriesStandOutFromThePage_data() { textIsReadableOnEveryGround_data(); }
    void seriesStandOutFromThePage();
    void labelsInSeriesColoursAreReadable_data() { textIsReadableOnEveryGround_data(); }
    void labelsInSeriesColoursAreReadable();
    void numbersOnCellsAreReadable_data() { textIsReadableOnEveryGround_data(); }
    void numbersOnCellsAreReadable();
    void paletteTellsItsTheme();
    void mapsHitTheirStops();
    void slotsAreKept();
};

void TestTokens::textIsReadableOnEveryGround_data() {
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << int(ThemeKind::light);
    QTest::newRow("dark") << int(ThemeKind::dark);
}

void TestTokens::textIsReadableOnEveryGround() {
    QFETCH(int, theme);
    const Tokens& t = tokensOf(static_cast<ThemeKind>(theme));
    for (const QColor& ground : {t.window, t.base, t.alt, t.raised, t.button, t.hover, t.selection}) {
        QVERIFY(contrastRatio(t.text, ground) >= 8.8);
        QVERIFY(contrastRatio(t.text2, ground) >= 4.5);
    }
    for (const QColor& ground : {t.window, t.base, t.alt, t.raised})
        QVERIFY(contrastRatio(t.muted, ground) >= 4.5);
    QVERIFY(contrastRatio(t.onAccent, t.accent) >= 4.5);
    QVERIFY(contrastRatio(t.ok, t.okGround) >= 4.5);
    QVERIFY(contrastRatio(t.warning, t.warningGround) >= 4.5);
    QVERIFY(contrastRatio(t.error, t.errorGround) >= 4.5);
    QVERIFY(contrastRatio(t.accent, t.runningGround) >= 4.5);
    for (const QColor& ground : {t.window, t.base})
        for (const QColor& ink : {t.accent, t.ok, t.warning, t.error})
            QVERIFY(contrastRatio(ink, ground) >= 4.5);
}

void TestTokens::seriesStandOutFromThePage() {
    QFETCH(int, theme);
    const Tokens& t = tokensOf(static_cast<ThemeKind>(theme));
    for (int slot = 1; slot <= kSeriesSlots; ++slot)
        QVERIFY2(contrastRatio(seriesColor(slot, t), t.base) >= 3.0, qPrintable(QString::number(slot)));
}

void TestTokens::labelsInSeriesColoursAreReadable() {
    QFETCH(int, theme);
    const auto kind = static_cast<ThemeKind>(theme);
    for (int slot = 0; slot <= kSeriesSlots; ++slot)
        QVERIFY2(contrastRatio(seriesTextColor(slot, kind), tokensOf(kind).base) >= 4.5,
                 qPrintable(QString::number(slot)));
}

void TestTokens::numbersOnCellsAreReadable() {
    QFETCH(int, theme);
    const Tokens& t = tokensOf(static_cast<ThemeKind>(theme));
    for (ColorMap map : {ColorMap::sequential, ColorMap::diverging})
        for (int i = 0; i <= 100; ++i) {
            const QColor cell = mapColor(map, i / 100.0, t);
            // The best of two inks on the middle of a map reaches about 4.3.
            QVERIFY(contrastRatio(cellTextColor(cell, t), cell) >= 4.2);
        }
}

void TestTokens::paletteTellsItsTheme() {
    for (ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        const QPalette palette = paletteOf(theme);
        QCOMPARE(themeOf(palette), theme);
        QCOMPARE(palette.color(QPalette::Window), tokensOf(theme).window);
        QCOMPARE(palette.color(QPalette::Disabled, QPalette::Text), tokensOf(theme).muted);
        QCOMPARE(palette.color(QPalette::HighlightedText), tokensOf(theme).text);
    }
}

void TestTokens::mapsHitTheirStops() {
    const Tokens& t = tokensOf(ThemeKind::light);
    for (std::size_t i = 0; i < 9; ++i)
        QCOMPARE(mapColor(ColorMap::sequential, double(i) / 8.0, t).name(), t.sequential[i].name());
    QCOMPARE(mapColor(ColorMap::diverging, 0.5, t).name(), t.diverging[4].name());
    QCOMPARE(mapColor(ColorMap::sequential, 7.0, t).name(), t.sequential[8].name());
    QCOMPARE(mapColor(ColorMap::sequential, -1.0, t).name(), t.sequential[0].name());
}

void TestTokens::slotsAreKept() {
    SeriesSlots assigned;
    QCOMPARE(assigned.slotOf("test"), 1);
    QCOMPARE(assigned.slotOf("training"), 2);
    QCOMPARE(assigned.slotOf("test"), 1);
    assigned.restore({{"b", 2}, {"c", 3}});
    QCOMPARE(assigned.slotOf("a"), 1);
    QCOMPARE(assigned.slotOf("d"), 4);
}

QTEST_MAIN(TestTokens)
#include "tst_tokens.moc"
