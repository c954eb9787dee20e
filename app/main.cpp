#include "app/cli/command_line.h"
#include "app/cli/headless.h"
#include "app/gui/gui_main.h"

#include <cstdio>
#include <exception>

namespace {

int start(int argc, char** argv) {
    using namespace vitrine;
    const auto parsed = cli::parseCommandLine(argc, argv);
    if (const int* exitCode = std::get_if<int>(&parsed))
        return *exitCode;
    const auto& line = std::get<cli::CommandLine>(parsed);
    if (line.command != cli::Command::window)
        return cli::runHeadless(line, argc, argv);
    GuiOptions options;
    for (const std::string& file : line.files)
        options.files.append(QString::fromStdString(file));
    options.sample = QString::fromStdString(line.sample);
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
