#include "app/cli/catalogue_commands.h"
#include "app/cli/command_line.h"
#include "app/cli/headless.h"
#include "app/gui/gui_main.h"

#include <cstdio>
#include <exception>

namespace {

/// A typing error is told where it was typed, before a window opens.
vitrine::Result<void> checkSample(const std::string& plugin) {
    vitrine::PluginRegistry registry;
    for (const std::string& folder : vitrine::PluginRegistry::defaultFolders())
        registry.scan(folder);
    return vitrine::cli::findSample(registry, plugin);
}

int start(int argc, char** argv) {
    using namespace vitrine;
    const auto parsed = cli::parseCommandLine(argc, argv);
    if (const int* exitCode = std::get_if<int>(&parsed))
        return *exitCode;
    const auto& line = std::get<cli::CommandLine>(parsed);
    if (line.command != cli::Command::window)
        return cli::runHeadless(line, argc, argv);
    if (!line.sample.empty())
        if (const auto known = checkSample(line.sample); !known) {
            std::fprintf(stderr, "vitrine: %s\nTry: vitrine --help\n", known.error().message.c_str());
            return cli::kExitUsage;
        }
    GuiOptions options;
    for (const std::string& file : line.files)
        options.files.append(QString::fromStdString(file));
    options.sample = QString::fromStdString(line.sample);
    options.newWindow = line.newWindow;
    return runGui(argc, argv, options);
}

} // namespace

int main(int argc, char** argv) {
    try {
        return start(argc, argv);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "vitrine: %s\n", e.what());
    } catch (...) {
        std::fprintf(stderr, "vitrine: an unknown exception ended the program\n");
    }
    return vitrine::cli::kExitFailed;
}
