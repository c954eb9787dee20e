#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/charts/line_layer.h"
#include "widgets/style/theme.h"

#include <QDir>
#include <QtTest>

#include <cmath>

using namespace vitrine;

/// Lines painted column by column against the same lines stroked by Qt.
class TestLineLayer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksLikeTheStrokedLine_data();
    void looksLikeTheStrokedLine();
    void alphaIsTheSameEverywhere();
    void farPointsDoNotMatter();
    void filesKeepTheirPaths();
    void pictures();
};

namespace {

QPolygonF wave(double height, int count) {
    QPolygonF piece;
    for (int i = 0; i < count; ++i)
        piece.append({20.0 + 360.0 * i / (count - 1), 100.0 + height * std::sin(i * 12.0 / count)});
    return piece;
}

QImage blank(double ratio) {
    QImage image((QSizeF(400, 200) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    return image;
}

QImage layered(const QPolygonF& piece, double width, const QColor& color, double ratio = 1.0) {
    QImage image = blank(ratio);
    QPainter painter(&image);
    LineLayer lines(&painter, QRectF(10, 10, 380, 180));
    lines.addPiece(piece, width, color);
    lines.flush();
    return image;
}

QImage stroked(const QPolygonF& piece, double width, const QColor& color, double ratio = 1.0) {
    QImage image = blank(ratio);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    painter.drawPolyline(piece);
    return image;
}

double inkOf(const QImage& image) {
    double ink = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            ink += (255 - qRed(image.pixel(x, y))) / 255.0;
    return ink;
}

/// Sum of the differences.
double distance(const QImage& a, const QImage& b) {
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            sum += std::abs(qRed(a.pixel(x, y)) - qRed(b.pixel(x, y))) / 255.0;
    return sum;
}

} // namespace

void TestLineLayer::looksLikeTheStrokedLine_data() {
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("level") << 0.0 << 1.0 << 0.05;
    QTest::newRow("gentle") << 12.0 << 1.0 << 0.15;
    QTest::newRow("gentle, scaled") << 12.0 << 2.0 << 0.15;
    QTest::newRow("steep") << 60.0 << 1.0 << 0.30;
}

void TestLineLayer::looksLikeTheStrokedLine() {
    QFETCH(double, height);
    QFETCH(double, ratio);
    QFETCH(double, tolerance);
    const QPolygonF piece = wave(height, 700);
    const QImage mine = layered(piece, 1.75, Qt::black, ratio);
    const QImage qts = stroked(piece, 1.75, Qt::black, ratio);
    const double ink = inkOf(qts);
    QVERIFY(ink > 300);
    QVERIFY2(std::abs(inkOf(mine) - ink) < tolerance * ink, qPrintable(QString::number(inkOf(mine) / ink)));
    QVERIFY2(distance(mine, qts) < 2 * tolerance * ink, qPrintable(QString::number(distance(mine, qts) / ink)));
}

void TestLineLayer::alphaIsTheSameEverywhere() {
    // A line that goes over a column many times is not darker there.
    QPolygonF piece;
    for (int i = 0; i < 4000; ++i)
        piece.append({20.0 + i * 0.09, i % 2 == 0 ? 60.0 : 140.0});
    const QImage image = layered(piece, 1.75, QColor(0, 0, 0, 51));
    for (int x = 40; x < 360; x += 20)
        QCOMPARE(qRed(image.pixel(x, 100)), 204);
    QCOMPARE(qRed(image.pixel(5, 100)), 255);
}

void TestLineLayer::farPointsDoNotMatter() {
    const QPolygonF piece{{-1e5, 100}, {100, -1e5}, {200, 1e5}, {300, 50}, {1e5, 50}};
    const QImage image = layered(piece, 1.75, Qt::black);
    QVERIFY(qRed(image.pixel(350, 50)) < 64);
    QCOMPARE(qRed(image.pixel(350, 54)), 255);
    QCOMPARE(qRed(image.pixel(395, 50)), 255); // outside the area
}

void TestLineLayer::filesKeepTheirPaths() {
    FigureSpec spec;
    FigureMark line;
    line.kind = MarkKind::line;
    for (int i = 0; i < 20'000; ++i) {
        line.x.push_back(i);
        line.y.push_back(std::sin(i * 0.01) + 0.1 * std::sin(i * 1.7));
    }
    spec.marks.push_back(line);
    QVERIFY(!renderSvg(spec, {}).contains("<image"));
}

void TestLineLayer::pictures() {
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    FigureSpec smooth, many;
    FigureMark line;
    line.kind = MarkKind::line;
    line.slot = 1;
    for (int i = 0; i < 200'000; ++i) {
        line.x.push_back(i);
        line.y.push_back(std::exp(-i / 40'000.0) * (1 + 0.3 * std::sin(i * 0.0005)));
    }
    smooth.marks.push_back(line);
    for (int k = 0; k < 60; ++k) {
        line.slot = k % 8 + 1;
        line.x.resize(400);
        line.y.resize(400);
        for (int i = 0; i < 400; ++i)
            line.y[static_cast<std::size_t>(i)] =
                std::sin(i * 0.03 + k * 0.1) + 0.05 * k + 0.1 * std::sin(i * (1.3 + k));
        many.marks.push_back(line);
    }
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        const QString tail = theme == ThemeChoice::light ? QStringLiteral("light") : QStringLiteral("dark");
        ChartView chart;
        chart.resize(600, 320);
        chart.setSpec(smooth);
        QVERIFY(chart.grab().save(folder.filePath(QStringLiteral("gallery/dense_smooth_%1.png").arg(tail))));
        chart.setSpec(many);
        QVERIFY(chart.grab().save(folder.filePath(QStringLiteral("gallery/dense_many_%1.png").arg(tail))));
    }
}

QTEST_MAIN(TestLineLayer)
#include "tst_line_layer.moc"
