#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vitrine::cli {

enum class Command { window, plugins, list, describe, import, run, report, verify, exportData, salvage, worker };

// Exit codes, as the manual states them.
inline constexpr int kExitFinished = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2; ///< usage or invalid value; nothing was started
inline constexpr int kExitCancelled = 3;
inline constexpr int kExitDifferent = 4; ///< verification: a number is not what was kept

/// What was asked for on the command line. Only the members of the command are filled.
struct CommandLine {
    Command command = Command::window;
    bool json = false;

    bool separate = false;          ///< import: every file is a data set of its own
    double linkOver = 256.0;        ///< import: data from files of more megabytes are linked
    bool relink = false;            ///< import: the files are where data sets of the project were read from
    std::vector<std::string> files; ///< window: projects and data; import: data; export: one of either
    std::string sample;             ///< window: system whose sample is opened
    bool newWindow = false;         ///< window: also when one is open already

    std::string experiment; ///< describe, run: PLUGIN/EXPERIMENT; run: or an experiment file

    std::vector<std::string> inputs;       ///< ID=PATH
    std::vector<std::string> inputOptions; ///< run: ID.KEY=VALUE; import, export: KEY=VALUE
    std::vector<std::string> parameters;   ///< ID=VALUE
    std::vector<std::string> sweeps;       ///< run: ID=VALUES
    std::string titleNote;                 ///< run: what tells a run of a sweep from the others; not typed
    std::optional<std::uint64_t> seed;
    std::vector<std::uint64_t> seeds; ///< run: a run for each; empty where there is one seed at most
    int threads = 0;                  ///< 0: all cores
    std::string project;              ///< verify: a project, or a folder of results
    std::string outFolder;            ///< run
    std::string reportFile;           ///< run: may be empty; report
    bool anonymous = false;
    bool isolate = false;           ///< run
    std::vector<std::int64_t> runs; ///< report, verify
    std::string exportFile;         ///< export: file to write; salvage: the new project
    std::int64_t dataset = 0;       ///< export: of a project; 0: its only one

    /// Whether a report is written, which needs fonts and painting.
    bool needsPainting() const { return !reportFile.empty(); }
};

/// The command line taken apart. Help, version and errors are printed here; then the exit code is returned.
std::variant<CommandLine, int> parseCommandLine(int argc, const char* const* argv);

} // namespace vitrine::cli
