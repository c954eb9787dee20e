#include "app/gui/gui_main.h"

#include "app/gui/crash_report.h"
#include "app/gui/log_relay.h"
#include "app/gui/main_window.h"
#include "app/gui/shell/single_instance.h"
#include "app/gui/workbench.h"
#include "core/base/log.h"
#include "core/values/text.h"
#include "widgets/style/theme.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QTimer>

#include <clocale>
#include <cstdio>

namespace vitrine {

namespace {

/// Says on standard error when the first frame stands and input is taken; bench_start waits for it.
class StartReport : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            watched->removeEventFilter(this);
            QTimer::singleShot(0, this, [this] {
                std::fputs("vitrine: first frame\n", stderr);
                deleteLater();
            });
        }
        return QObject::eventFilter(watched, event);
    }
};

/// Messages go to the log of the window from now on, whatever thread they come from.
void showLogIn(MainWindow& window) {
    auto relay = std::make_shared<LogRelay>();
    QObject::connect(
        relay.get(), &LogRelay::line, &window,
        [&window](int level, const QString& category, const QString& message) {
            window.appendLog(static_cast<LogLevel>(level), category, message);
        },
        Qt::QueuedConnection);
    setLogSink([relay](LogLevel level, std::string_view category, std::string_view message) {
        Q_EMIT relay->line(static_cast<int>(level), toQString(category), toQString(message));
    });
}

} // namespace

namespace {

void takeFromLaterStarts(SingleInstance& instance, MainWindow& window) {
    if (!instance.listen())
        return;
    QObject::connect(&instance, &SingleInstance::received, &window,
                     [&window](const QStringList& files, const QString& sample) {
                         window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
                         window.raise();
                         window.activateWindow();
                         if (!sample.isEmpty())
                             window.openSample(sample);
                         else
                             window.openPaths(files);
                     });
}

void tellCrashes(MainWindow& window) {
    const QStringList reports = newCrashReports();
    if (reports.isEmpty())
        return;
    window.tell(
        MainWindow::tr("Vitrine ended unexpectedly the last time. What it knows of that stands in %1; nothing is "
                       "sent by itself.")
            .arg(QDir::toNativeSeparators(reports.last())));
    markCrashReportsTold();
}

/// Whether somebody can see the window; on these platforms it is made for tests and pictures.
bool hasSpectator() {
    const QString platform = QGuiApplication::platformName();
    return platform != QStringLiteral("offscreen") && platform != QStringLiteral("minimal");
}

/// The scale is taken when the application object is made. What the user's environment says goes before.
void setScale() {
    const int percent = AppSettings().scalePercent();
    if (percent != 100 && !qEnvironmentVariableIsSet("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
}

} // namespace

int runGui(int& argc, char** argv, const GuiOptions& options) {
    setScale();
    QApplication application(argc, argv);
    // The application object sets the desktop's locale; numbers in files never depend on it.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setApplicationName(QStringLiteral("vitrine"));
    QApplication::setApplicationDisplayName(QStringLiteral("Vitrine"));
    QApplication::setApplicationVersion(QStringLiteral(VITRINE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("vitrine"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/vitrine/vitrine.svg")));

    SingleInstance instance;
    QStringList files; // by their whole names: the window that is there stands in another folder
    for (const QString& file : options.files)
        files.append(QFileInfo(file).absoluteFilePath());
    if (!options.newWindow && instance.handOver(files, options.sample))
        return 0;
    installCrashReport();
    Workbench workbench;
    applyTheme(application, workbench.settings().theme());
    workbench.scanPlugins(PluginRegistry::defaultFolders());
    MainWindow window(workbench);
    showLogIn(window);
    if (qEnvironmentVariableIsSet("VITRINE_REPORT_START"))
        window.installEventFilter(new StartReport(&window));
    window.show();
    takeFromLaterStarts(instance, window);
    tellCrashes(window);
    // What was asked for is opened when the window stands.
    QTimer::singleShot(0, &window, [&window, &options, &files] {
        if (!options.sample.isEmpty())
            window.openSample(options.sample);
        else
            window.openPaths(files);
        if (options.sample.isEmpty() && files.isEmpty() && hasSpectator())
            window.offerTour();
    });
    const int exitCode = QApplication::exec();
    setLogSink({});
    return exitCode;
}

} // namespace vitrine
