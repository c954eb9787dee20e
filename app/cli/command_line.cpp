#include "app/cli/command_line.h"

#include "core/isolate/isolating_source.h"
#include "core/jobs/experiment_file.h"
#include "core/params/sweep.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <unistd.h>

namespace vitrine::cli {
namespace {

/// One value for each time the option is given, so that a positional argument behind it is not swallowed.
CLI::Option* addRepeated(CLI::App* app, const std::string& name, std::vector<std::string>& into,
                         const std::string& help, const std::string& type) {
    return app->add_option(name, into, help)->allow_extra_args(false)->type_name(type);
}

/// An empty name comes from a variable that was not set; it must not stand for "not asked for".
CLI::Validator notEmpty() {
    return CLI::Validator([](std::string& text) { return text.empty() ? "the name is empty" : std::string(); },
                          std::string());
}

void takeSeeds(CommandLine& line, const std::string& text) {
    const auto seeds = parseSeeds(text);
    if (!seeds)
        throw CLI::ValidationError("--seed", seeds.error().message);
    if (seeds->size() > 1)
        line.seeds = *seeds;
    else
        line.seed = seeds->front();
}

void addJson(CLI::App* app, CommandLine& line) {
    app->add_flag("--json", line.json, "Print JSON, one object per line");
}

CLI::App* addCommand(CLI::App& app, CommandLine& line, Command command, const char* name, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&line, command] { line.command = command; });
    return sub;
}

void addImport(CLI::App& app, CommandLine& line) {
    CLI::App* import = addCommand(app, line, Command::import, "import", "Read data into a project, print the ledger");
    import->add_option("files", line.files, "Data files")->required()->type_name("FILE");
    import->add_option("--project", line.project, "Project file, made when it does not exist")
        ->required()
        ->type_name("X.vitrine")
        ->check(notEmpty());
    import->add_flag("--separate", line.separate,
                     "Each file a data set of its own; else several files with one graph each are one data set");
    import->add_flag("--relink", line.relink,
                     "Nothing is read: data sets of the project whose source has the same content take the file as it");
    import
        ->add_option("--link-over", line.linkOver,
                     "Data from files of more megabytes stay there and are read when needed (default: 256)")
        ->type_name("MB")
        ->check(CLI::Range(0.0, 1e9));
    addRepeated(import, "--option", line.inputOptions, "Option of the reader, instead of what it finds by itself",
                "KEY=VALUE");
    addJson(import, line);
}

void addExport(CLI::App& app, CommandLine& line) {
    CLI::App* command = addCommand(app, line, Command::exportData, "export", "Write data as a file for other programs");
    command->add_option("source", line.files, "Data file, or a project")->required()->expected(1)->type_name("FILE");
    command
        ->add_option("--to", line.exportFile, "File to write; its ending says the format: .graphml, .gml, .json, .csv")
        ->required()
        ->type_name("FILE")
        ->check(notEmpty());
    command->add_option("--dataset", line.dataset, "Data set of the project (default: its only one)")
        ->type_name("ID")
        ->check(CLI::PositiveNumber);
    addRepeated(command, "--option", line.inputOptions, "Option of the reader, instead of what it finds by itself",
                "KEY=VALUE");
    addJson(command, line);
}

void addRun(CLI::App& app, CommandLine& line) {
    CLI::App* run = addCommand(app, line, Command::run, "run", "Run an experiment without a window");
    run->add_option("experiment", line.experiment, "PLUGIN/EXPERIMENT, or a saved experiment (EXPERIMENT.json)")
        ->required()
        ->type_name("");
    addRepeated(run, "--input", line.inputs,
                "Input: a file, or with --project run:7/model or dataset:3; several files with one graph each: once "
                "for each, or their folder",
                "ID=PATH");
    addRepeated(run, "--input-option", line.inputOptions,
                "Option of the reader of an input, instead of what it finds by itself", "ID.KEY=VALUE");
    addRepeated(run, "--set", line.parameters, "Parameter; all others keep their default", "ID=VALUE");
    addRepeated(run, "--sweep", line.sweeps,
                "Parameter with several values, a run each: 0.05,0.1 or 0.05..0.2 step 0.05 or 0.001..1 log 4; needs "
                "--project or --out",
                "ID=VALUES");
    run->add_option_function<std::string>(
           "--seed,--seeds", [&line](const std::string& text) { takeSeeds(line, text); },
           "Seed of all random numbers (default " + std::to_string(kDefaultSeed) +
               "); several, 1,2,3 or 1..10, are a run each")
        ->type_name("N");
    run->add_option("--threads", line.threads, "Threads, change no result (default: all cores)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    run->add_option("--project", line.project, "Keep data, run and results in this project")
        ->type_name("X.vitrine")
        ->check(notEmpty());
    run->add_option("--out", line.outFolder, "Write run.json and one file per output into this folder")
        ->type_name("DIR")
        ->check(notEmpty());
    run->add_flag("--isolate", line.isolate, "Run in a process of its own, as systems from elsewhere always do");
    run->add_option("--report", line.reportFile, "Write a report: .html, .pdf, or a folder")
        ->type_name("FILE")
        ->check(notEmpty());
    addJson(run, line);
}

void addReport(CLI::App& app, CommandLine& line) {
    CLI::App* report = addCommand(app, line, Command::report, "report", "Write a report of runs of a project");
    report->add_option("project", line.project, "Project file")->required()->type_name("X.vitrine")->check(notEmpty());
    report->add_option("--run", line.runs, "Run; may be repeated (default: the newest finished one)")
        ->allow_extra_args(false)
        ->type_name("ID");
    report->add_option("--out", line.reportFile, "File to write: .html, .pdf, or a folder")
        ->required()
        ->type_name("FILE")
        ->check(notEmpty());
    report->add_flag("--anonymous", line.anonymous, "Without user, host and path names");
}

void addVerify(CLI::App& app, CommandLine& line) {
    CLI::App* verify =
        addCommand(app, line, Command::verify, "verify", "Compute results again and compare every number");
    verify->add_option("source", line.project, "Project file, or a folder that run --out or a report wrote")
        ->required()
        ->type_name("X.vitrine|DIR")
        ->check(notEmpty());
    verify->add_option("--run", line.runs, "Run of the project; may be repeated (default: all finished ones)")
        ->allow_extra_args(false)
        ->type_name("ID");
    addRepeated(verify, "--input", line.inputs, "File that an input of a folder was read from, when it has moved",
                "ID=PATH");
    verify->add_option("--threads", line.threads, "Threads, change no result (default: all cores)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    addJson(verify, line);
}

void addSalvage(CLI::App& app, CommandLine& line) {
    CLI::App* salvage =
        addCommand(app, line, Command::salvage, "salvage", "Copy what is intact of a damaged project into a new one");
    salvage->add_option("project", line.project, "Damaged project; it is only read")
        ->required()
        ->type_name("X.vitrine")
        ->check(notEmpty());
    salvage->add_option("--to", line.exportFile, "New project (default: \"X salvaged.vitrine\" beside it)")
        ->type_name("Y.vitrine")
        ->check(notEmpty());
    addJson(salvage, line);
}

void addAll(CLI::App& app, CommandLine& line) {
    app.set_version_flag("--version", "vitrine " VITRINE_VERSION);
    app.require_subcommand(0, 1);
    app.add_option("files", line.files, "Projects and data to open in the window")->type_name("FILE");
    app.add_option("--sample", line.sample, "Open the sample of a system in the window")
        ->type_name("PLUGIN")
        ->check(notEmpty());
    app.add_flag("--new-window", line.newWindow, "Open a new window, also when one is open already");
    addJson(addCommand(app, line, Command::plugins, "plugins", "Installed systems and their state"), line);
    addJson(addCommand(app, line, Command::list, "list", "Experiments of the installed systems"), line);
    CLI::App* describe =
        addCommand(app, line, Command::describe, "describe", "Inputs, parameters and outputs of an experiment");
    describe->add_option("experiment", line.experiment, "PLUGIN/EXPERIMENT")->required()->type_name("");
    addJson(describe, line);
    addImport(app, line);
    addExport(app, line);
    addRun(app, line);
    addReport(app, line);
    addVerify(app, line);
    addSalvage(app, line);
    // Started by the program itself; nobody types it.
    addCommand(app, line, Command::worker, kWorkerCommand, "Worker process")->group("");
    app.footer("Without a command the window opens.\n"
               "Exit codes: 0 finished, 1 failed, 2 usage or invalid value, 3 cancelled,\n"
               "4 a verified number differs.");
}

} // namespace

std::variant<CommandLine, int> parseCommandLine(int argc, const char* const* argv) {
    CommandLine line;
    CLI::App app("Vitrine, a research workbench", "vitrine");
    addAll(app, line);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            (void)app.exit(e); // help and version, on standard output
            if (std::cout.flush().good())
                return kExitFinished;
            std::fprintf(stderr, "vitrine: standard output cannot be written: %s\n", std::strerror(errno));
            return kExitFailed;
        }
        std::fprintf(stderr, "vitrine: %s\nTry: vitrine --help\n", e.what());
        return kExitUsage;
    }
    if (line.command == Command::window)
        for (const std::string& file : line.files)
            if (access(file.c_str(), F_OK) != 0) {
                std::fprintf(stderr, "vitrine: \"%s\" is neither a command nor a file\nTry: vitrine --help\n",
                             file.c_str());
                return kExitUsage;
            }
    return line;
}

} // namespace vitrine::cli
