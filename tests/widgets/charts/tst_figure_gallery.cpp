#include "sample_figures.h"
#include "widgets/charts/figure_export.h"
#include "widgets/charts/figure_scene.h"
#include "widgets/style/theme.h"

#include <QtTest>

using namespace vitrine;

/// Every kind of figure in both themes and in print. The pictures are left in <build>/gallery for a person to look at.
class TestFigureGallery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void themesHaveTheSameLayout_data();
    void themesHaveTheSameLayout();
};

namespace {

QImage picture(const FigureSpec& spec, ThemeKind theme, QRectF* plot) {
    FigureScene scene;
    scene.setStyle(FigureStyle::forScreen(paletteOf(theme)));
    scene.setFigure(std::make_shared<const FigureSpec>(spec));
    if (spec.keyKind == "path")
        scene.setEmphasis({{QStringLiteral("C–C–Cl")}, QStringLiteral("C–O")});
    if (spec.keyKind == "method")
        scene.setEmphasis({{QStringLiteral("AdaPrefix")}, {}});
    if (spec.keyKind == "graph")
        scene.setEmphasis({{QStringLiteral("7"), QStringLiteral("12")}, QStringLiteral("20")});
    if (spec.keyKind == "layer")
        scene.setEmphasis({{QStringLiteral("3")}, {}});
    scene.setSize({420, 250});
    scene.ensurePlanned();
    *plot = scene.plan().layout.map.plot;
    QImage image(420, 250, QImage::Format_RGB32);
    image.fill(tokensOf(theme).base);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    scene.render(&painter, QRectF(0, 0, 420, 250), QRectF(0, 0, 420, 250));
    return image;
}

} // namespace

void TestFigureGallery::themesHaveTheSameLayout_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, spec] : samples::all())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestFigureGallery::themesHaveTheSameLayout() {
    QFETCH(QString, name);
    applyTheme(*qApp, ThemeChoice::light);
    const FigureSpec spec = samples::all().at(name.toStdString());
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    QRectF light, dark;
    const QImage first = picture(spec, ThemeKind::light, &light);
    const QImage second = picture(spec, ThemeKind::dark, &dark);
    QCOMPARE(light, dark);
    QVERIFY(light.width() > 150 && light.height() > 120);
    QVERIFY(first != second);
    QVERIFY(first.save(folder.filePath(QStringLiteral("gallery/figure_%1_light.png").arg(name))));
    QVERIFY(second.save(folder.filePath(QStringLiteral("gallery/figure_%1_dark.png").arg(name))));
    const QImage print = renderImage(spec, {84, 61}, 150);
    QVERIFY(print.save(folder.filePath(QStringLiteral("gallery/figure_%1_print.png").arg(name))));
}

QTEST_MAIN(TestFigureGallery)
#include "tst_figure_gallery.moc"
