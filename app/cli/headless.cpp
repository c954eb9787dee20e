#include "app/cli/headless.h"

#include "app/cli/catalogue_commands.h"
#include "app/cli/export_command.h"
#include "app/cli/import_command.h"
#include "app/cli/report_command.h"
#include "app/cli/salvage_command.h"
#include "app/cli/stop_signal.h"
#include "app/cli/sweep_session.h"
#include "app/cli/verify_command.h"
#include "core/isolate/worker_run.h"

#include <QApplication>

#include <clocale>
#include <cstdio>
#include <unistd.h>

namespace vitrine::cli {
namespace {

/// Qt talks about its surroundings (no runtime folder, no fonts); here only what ends the program matters.
void onlyGraveMessages(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "vitrine: %s\n", qPrintable(text));
}

std::unique_ptr<QCoreApplication> makeApplication(const CommandLine& line, int& argc, char** argv) {
    std::unique_ptr<QCoreApplication> application;
    if (line.needsPainting()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        application = std::make_unique<QApplication>(argc, argv);
    } else {
        application = std::make_unique<QCoreApplication>(argc, argv);
    }
    setlocale(LC_NUMERIC, "C"); // the application object took the desktop's
    return application;
}

int dispatch(const CommandLine& line, Console& console) {
    StopSignal signal;
    if (line.command == Command::import)
        return importFiles(line, console, signal.token());
    if (line.command == Command::exportData)
        return exportData(line, console, signal.token());
    if (line.command == Command::salvage)
        return salvage(line, console, signal.token());
    PluginRegistry registry;
    for (const std::string& folder : PluginRegistry::defaultFolders())
        registry.scan(folder);
    switch (line.command) {
    case Command::plugins: return showPlugins(registry, console);
    case Command::list: return listExperiments(registry, console);
    case Command::describe: return describeExperiment(registry, line.experiment, console);
    case Command::run: return runExperiment(line, registry, console, signal.token());
    case Command::report: return reportRuns(line, registry, console, signal.token());
    case Command::verify: return verify(line, registry, console, signal.token());
    case Command::worker: return runWorker(registry, STDIN_FILENO);
    case Command::import:
    case Command::exportData:
    case Command::salvage:
    case Command::window: break;
    }
    return kExitUsage;
}

} // namespace

int runHeadless(const CommandLine& line, int& argc, char** argv) {
    qInstallMessageHandler(onlyGraveMessages);
    const auto application = makeApplication(line, argc, argv);
    Console console(line.json);
    setLogSink([&](LogLevel level, std::string_view category, std::string_view message) {
        console.log(level, std::string(category) + ": " + std::string(message));
    });
    const int code = dispatch(line, console);
    setLogSink({});
    return code == kExitFinished && console.hasLostOutput() ? kExitFailed : code;
}

} // namespace vitrine::cli
