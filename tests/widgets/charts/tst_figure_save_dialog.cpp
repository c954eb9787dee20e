#include "sample_figures.h"
#include "widgets/charts/figure_save_dialog.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QAbstractButton>
#include <QBuffer>
#include <QDir>
#include <QImageReader>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace vitrine;

/// What a figure becomes in a file: the dialog says it before, the file keeps it.
class TestFigureSaveDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void saysThePixelsOfAPicture();
    void refusesWhatCannotBePainted();
    void screenStyleHasTheColoursOfTheWindow();
    void everyControlHasAName();
    void pictures();
};

namespace {

std::shared_ptr<const FigureSpec> figure() {
    return std::make_shared<const FigureSpec>(samples::learningCurve(100));
}

} // namespace

void TestFigureSaveDialog::saysThePixelsOfAPicture() {
    FigureSaveDialog dialog(figure(), {FigureFormat::png, {84, 61}, 300, false});
    QCOMPARE(dialog.sizeText(), QStringLiteral("992 × 720 pixels."));
    dialog.dpiField()->setValue(150);
    dialog.widthField()->setValue(100);
    QCOMPARE(dialog.sizeText(), QStringLiteral("591 × 360 pixels."));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(writeFigure(*figure(), path, dialog.choice()));
    QCOMPARE(QImageReader(path).size(), QSize(591, 360));
    QTest::mouseClick(dialog.formatSwitch()->button(0), Qt::LeftButton);
    QCOMPARE(dialog.sizeText(), QStringLiteral("Sharp at any size."));
    QVERIFY(!dialog.dpiField()->isEnabled());
    QVERIFY(dialog.choice().format == FigureFormat::svg);
}

void TestFigureSaveDialog::refusesWhatCannotBePainted() {
    FigureSaveDialog dialog(figure(), {FigureFormat::png, {1000, 1000}, 1200, false});
    QVERIFY(!dialog.saveButton()->isEnabled());
    QVERIFY(dialog.sizeText().contains(QStringLiteral("too many")));
    dialog.dpiField()->setValue(100);
    QVERIFY(dialog.saveButton()->isEnabled());
}

void TestFigureSaveDialog::screenStyleHasTheColoursOfTheWindow() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.png"));
    applyTheme(*qApp, ThemeChoice::dark);
    for (const bool asOnScreen : {false, true}) {
        QVERIFY(writeFigure(*figure(), path, {FigureFormat::png, {84, 61}, 96, asOnScreen}));
        const QRgb corner = QImage(path).pixel(1, 1);
        QCOMPARE(corner == tokensOf(ThemeKind::dark).base.rgb(), asOnScreen);
        QCOMPARE(corner == tokensOf(ThemeKind::light).base.rgb(), !asOnScreen);
    }
    applyTheme(*qApp, ThemeChoice::light);
    // Shapes stay shapes.
    const QString svg = folder.filePath(QStringLiteral("a.svg"));
    QVERIFY(writeFigure(samples::scatter(500), svg, {FigureFormat::svg, {84, 61}, 96, true}));
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("<image"));
}

void TestFigureSaveDialog::everyControlHasAName() {
    FigureSaveDialog dialog(figure(), {});
    for (auto* field : dialog.findChildren<QSpinBox*>())
        QVERIFY(!field->accessibleName().isEmpty());
    for (auto* button : dialog.findChildren<QAbstractButton*>())
        QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
}

void TestFigureSaveDialog::pictures() {
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        const bool dark = theme == ThemeChoice::dark;
        FigureSaveDialog dialog(figure(), {FigureFormat::png, {84, 61}, dark ? 1200 : 300, dark});
        if (dark)
            dialog.widthField()->setValue(1000);
        dialog.show();
        QTest::qWait(20);
        QVERIFY(dialog.grab().save(folder.filePath(QStringLiteral("gallery/save_dialog_%1.png")
                                                       .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")))));
    }
    applyTheme(*qApp, ThemeChoice::light);
}

QTEST_MAIN(TestFigureSaveDialog)
#include "tst_figure_save_dialog.moc"
