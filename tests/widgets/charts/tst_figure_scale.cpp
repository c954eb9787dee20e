#include "sample_figures.h"
#include "widgets/charts/figure_export.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace vitrine;

/// Exported figures do not depend on how large the desktop shows things.
class TestFigureScale : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesAreTheSame_data();
    void filesAreTheSame();
};

namespace {

constexpr const char* kTarget = "VITRINE_FIGURE_FOLDER"; ///< set: only write the figures there

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFigures(const QString& folder) {
    for (const char* name : {"curve_full", "bars", "heat", "boxes"}) {
        const FigureSpec spec = samples::all().at(name);
        for (const FigureFormat format : {FigureFormat::svg, FigureFormat::png})
            static_cast<void>(exportFigure(spec, folder + QLatin1Char('/') + QLatin1String(name) + formatSuffix(format),
                                           format, {84, 61}, 150));
    }
}

} // namespace

void TestFigureScale::filesAreTheSame_data() {
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::newRow("scale 2") << QStringLiteral("QT_SCALE_FACTOR") << QStringLiteral("2");
    QTest::newRow("scale 1.25") << QStringLiteral("QT_SCALE_FACTOR") << QStringLiteral("1.25");
    QTest::newRow("192 dpi") << QStringLiteral("QT_FONT_DPI") << QStringLiteral("192");
}

void TestFigureScale::filesAreTheSame() {
    QFETCH(QString, variable);
    QFETCH(QString, value);
    const QTemporaryDir here, there;
    writeFigures(here.path());
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(variable, value);
    environment.insert(QLatin1String(kTarget), there.path());
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {});
    QVERIFY(child.waitForFinished(20000));
    QCOMPARE(child.exitCode(), 0);
    const QByteArray svg = read(here.filePath(QStringLiteral("curve_full.svg")));
    QVERIFY(svg.contains("<text"));
    const QRegularExpression size(QStringLiteral("font-size=\"([^\"]*)\""));
    QVERIFY(size.match(QString::fromUtf8(svg)).hasMatch());
    for (const QString& name : QDir(here.path()).entryList(QDir::Files)) {
        const QByteArray other = read(there.filePath(name));
        QVERIFY2(!other.isEmpty() && other == read(here.filePath(name)), qPrintable(name));
    }
}

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (qEnvironmentVariableIsSet(kTarget)) {
        writeFigures(qEnvironmentVariable(kTarget));
        return 0;
    }
    TestFigureScale test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_figure_scale.moc"
