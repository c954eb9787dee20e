#include "app/cli/report_command.h"

#include "app/cli/run_report.h"

#include <algorithm>

namespace vitrine::cli {
namespace {

/// The runs that were asked for, or the newest finished one. @errors not_found
Result<std::vector<RunId>> chosenRuns(const CommandLine& line, const ProjectStore& store) {
    if (!line.runs.empty())
        return std::vector<RunId>(line.runs.begin(), line.runs.end());
    const auto runs = store.runs();
    if (!runs)
        return runs.error();
    const auto newest = std::find_if(runs->rbegin(), runs->rend(),
                                     [](const RunRecord& run) { return run.state == RunState::finished; });
    if (newest == runs->rend())
        return makeError(ErrorCode::notFound, line.project + ": the project has no finished run");
    return std::vector<RunId>{newest->id};
}

Result<void> write(const CommandLine& line, const PluginRegistry& registry, std::stop_token stop) {
    const auto store = ProjectStore::open(line.project, OpenMode::readOnly);
    if (!store)
        return store.error();
    const auto runs = chosenRuns(line, **store);
    if (!runs)
        return runs.error();
    return writeRunReport(**store, registry, *runs, line.anonymous, line.reportFile, std::move(stop));
}

} // namespace

int reportRuns(const CommandLine& line, const PluginRegistry& registry, Console& console, std::stop_token stop) {
    const auto written = write(line, registry, std::move(stop));
    if (written) {
        console.text("report in " + line.reportFile);
        return kExitFinished;
    }
    console.error(written.error());
    switch (written.error().code) {
    case ErrorCode::cancelled: return kExitCancelled;
    case ErrorCode::invalidArgument:
    case ErrorCode::notFound: return kExitUsage;
    default: return kExitFailed;
    }
}

} // namespace vitrine::cli
