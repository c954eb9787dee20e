#include "widgets/charts/figure_labels.h"

#include <QtTest>

#include <cmath>

using namespace vitrine;

/// Names at the ends of lines and reference lines.
class TestFigureLabels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAreNeverCut_data();
    void valuesAreNeverCut();
    void legendCountsWhatHasNoPlace();
    void numbersOfBarsLeaveTheNamesAlone();
};

void TestFigureLabels::valuesAreNeverCut_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("smallest pane") << 280;
    QTest::newRow("usual pane") << 500;
}

void TestFigureLabels::valuesAreNeverCut() {
    QFETCH(int, width);
    auto spec = std::make_shared<FigureSpec>();
    FigureMark line;
    line.kind = MarkKind::line;
    line.label = "a part of the split with a long name";
    line.slot = 1;
    line.x = {1, 2, 3};
    line.y = {3, 2, 1.25};
    FigureMark reference;
    reference.kind = MarkKind::referenceY;
    reference.label = "a simple model on descriptors of molecules";
    reference.y = {2.75};
    spec->marks = {line, reference};
    const PreparedFigure figure(spec);
    const FigureStyle style = FigureStyle::forScreen(paletteOf(ThemeKind::light));
    const FigureLayout layout = layoutFigure(figure, style, QSizeF(width, 160), {});
    QCOMPARE(layout.labels.size(), 2);
    for (const PlotLabel& label : layout.labels) {
        // Two decimals for a span of two, in every size.
        QVERIFY2(label.text.endsWith(label.strong ? QStringLiteral(" 1.25") : QStringLiteral(" 2.75")),
                 qPrintable(label.text));
        const QFontMetricsF metrics(label.strong ? style.strongFont : style.font);
        QVERIFY(label.anchor.x() + metrics.horizontalAdvance(label.text) <= width);
    }
}

void TestFigureLabels::legendCountsWhatHasNoPlace() {
    auto spec = std::make_shared<FigureSpec>();
    for (int k = 0; k < 6; ++k) { // more than are named at their ends
        FigureMark line;
        line.kind = MarkKind::line;
        line.label = "line " + std::to_string(k);
        line.slot = k + 1;
        for (int i = 0; i < 40; ++i) {
            line.x.push_back(i);
            line.y.push_back(i < k ? std::nan("") : k + i * 0.1);
        }
        spec->marks.push_back(line);
    }
    spec->marks[5].y[20] = HUGE_VAL;
    const FigureStyle style = FigureStyle::forScreen(paletteOf(ThemeKind::light));
    const FigureLayout layout = layoutFigure(PreparedFigure(spec), style, QSizeF(500, 300), {});
    QCOMPARE(layout.legend.size(), 6);
    QCOMPARE(layout.legend[0].label, QStringLiteral("line 0"));
    QCOMPARE(layout.legend[2].label, QStringLiteral("line 2, 2 NaN"));
    QCOMPARE(layout.legend[5].label, QStringLiteral("line 5, 5 NaN, 1 Inf"));
}

void TestFigureLabels::numbersOfBarsLeaveTheNamesAlone() {
    const QRectF plot(100, 0, 300, 200);
    const QRectF inside(200, 10, 50, 10), atTheEdge(110, 30, 6, 10);
    QCOMPARE(barTextLeft(inside, inside.right(), 40, false, plot), 255.0);
    QCOMPARE(barTextLeft(inside, inside.left(), 40, true, plot), 155.0);
    QCOMPARE(barTextLeft(atTheEdge, atTheEdge.left(), 40, true, plot), 121.0); // 65 is outside, where the names are
}

QTEST_MAIN(TestFigureLabels)
#include "tst_figure_labels.moc"
