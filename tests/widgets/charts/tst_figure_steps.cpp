#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/style/theme.h"

#include <QtTest>

using namespace vitrine;

namespace {

/// Two steps from −3 over −3.4 to −3.3.
FigureSpec steps() {
    FigureSpec spec;
    spec.title = "Steps";
    spec.keyKind = "path";
    spec.x.label = {"Prediction", "log mol/L"};
    spec.y.scale = AxisScale::category;
    spec.y.categories = {"C–C", "C–O"};
    FigureMark bars;
    bars.kind = MarkKind::bars;
    bars.horizontal = true;
    bars.showValues = true;
    bars.slot = 1;
    bars.barWidth = 0.6;
    bars.x = {0, 1};
    bars.y = {-0.4, 0.1};
    bars.start = {-3.0, -3.4};
    bars.keys = {"6-6", "6-8"};
    bars.pointLabels = {"C–C", "C–O"};
    spec.marks.push_back(bars);
    return spec;
}

} // namespace

/// Bars that begin where the last one ended.
class TestFigureSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void axisLeavesZeroOut();
    void barsLieBetweenTheirEnds();
    void readOutTellsBothEnds();
    void exportDrawsRectangles();
};

void TestFigureSteps::axisLeavesZeroOut() {
    ChartView chart;
    chart.resize(400, 200);
    chart.setSpec(steps());
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    const QRectF plot = chart.plotRect();
    QVERIFY(chart.pixelOf(0.0, 0.0).x() > plot.right());
    QVERIFY(plot.contains(chart.pixelOf(-3.0, 0.0)) && plot.contains(chart.pixelOf(-3.4, 0.0)));
    FigureSpec usual = steps();
    usual.marks.front().start.clear();
    chart.setSpec(usual);
    QVERIFY(chart.plotRect().contains(chart.pixelOf(0.0, 0.0)));
}

void TestFigureSteps::barsLieBetweenTheirEnds() {
    ChartView chart;
    chart.resize(400, 200);
    chart.setSpec(steps());
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    const QImage picture = chart.grab().toImage();
    const QRgb bar = tokensOf(ThemeKind::light).series[0].rgb();
    const auto colorAt = [&](double x, double y) { return picture.pixel(chart.pixelOf(x, y).toPoint()); };
    QCOMPARE(colorAt(-3.2, 0.0), bar);
    QCOMPARE(colorAt(-3.35, 1.0), bar);
    QVERIFY(colorAt(-3.05, 1.0) != bar); // would be filled by a bar that begins at zero
}

void TestFigureSteps::readOutTellsBothEnds() {
    ChartView chart;
    chart.resize(400, 200);
    chart.setSpec(steps());
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QTest::mouseMove(chart.viewport(), chart.pixelOf(-3.35, 1.0).toPoint());
    QTRY_COMPARE(chart.readOut(), (QStringList{QStringLiteral("C–O"), QStringLiteral("adds 0.1000 log mol/L"),
                                               QStringLiteral("from −3.400 to −3.300")}));
}

void TestFigureSteps::exportDrawsRectangles() {
    const PgfplotsFiles files = renderPgfplots(steps(), {}, "steps.csv");
    QVERIFY(files.tex.find("(axis cs:-3,-0.3) rectangle (axis cs:-3.4,0.3)") != std::string::npos);
    QVERIFY(files.tex.find("xbar") == std::string::npos);
    QVERIFY(!renderSvg(steps(), {}).isEmpty());
}

QTEST_MAIN(TestFigureSteps)
#include "tst_figure_steps.moc"
