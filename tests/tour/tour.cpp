#include "window_walk.h"

#include "core/plugin/plugin_registry.h"
#include "widgets/style/theme.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QDir>
#include <QTemporaryDir>

#include <clocale>
#include <cstdio>
#include <string>
#include <unistd.h>

using namespace vitrine;

int main(int argc, char** argv) {
    // The worker process of a run is this program again: it becomes the real one then.
    if (argc > 1 && std::string(argv[1]) == "worker")
        return ::execv(VITRINE_PROGRAM, argv);
    CLI::App cli("Takes a picture of every page of the window");
    std::string folder, theme = "light", sample;
    std::string file = VITRINE_SOURCE_DIR "/plugins/pathboost/samples/esol.csv";
    int width = 1440, height = 900;
    cli.add_option("folder", folder, "where the pictures go")->required();
    cli.add_option("--file", file, "data to be opened")->check(CLI::ExistingFile);
    cli.add_option("--theme", theme)->check(CLI::IsMember({"light", "dark"}));
    cli.add_option("--sample", sample, "only the sample of this system");
    cli.add_option("--width", width)->check(CLI::Range(640, 7680));
    cli.add_option("--height", height)->check(CLI::Range(480, 4320));
    CLI11_PARSE(cli, argc, argv);

    const QTemporaryDir state;
    qputenv("VITRINE_STATE_DIR", state.path().toUtf8());
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setApplicationName(QStringLiteral("vitrine"));
    applyTheme(application, theme == "dark" ? ThemeChoice::dark : ThemeChoice::light);
    const QString out = QString::fromStdString(folder);
    QDir().mkpath(out);
    try {
        Workbench workbench;
        workbench.scanPlugins(PluginRegistry::defaultFolders());
        MainWindow window(workbench);
        window.resize(width, height);
        window.show();
        WindowWalk walk(window, workbench, out);
        walk.welcome();
        if (!sample.empty()) {
            walk.sample(QString::fromStdString(sample));
            return 0;
        }
        walk.openData(QString::fromStdString(file));
        walk.readData();
        walk.newExperiment(QStringLiteral("Train PathBoost"), QStringLiteral("experiment"));
        walk.runExperiment(QStringLiteral("run"));
        walk.runPages();
        walk.report();
        for (const char* choice : {"Cross-validate", "Predict", "Explain predictions"}) {
            const QString name = QString::fromLatin1(choice).section(u' ', 0, 0).toLower();
            walk.backToData();
            walk.newExperiment(QString::fromLatin1(choice), name);
            walk.runExperiment(name + QStringLiteral("_run"));
            walk.allPages(name + QStringLiteral("_run"));
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tour: %s\n", error.what());
        return 1;
    }
    return 0;
}
