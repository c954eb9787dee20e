#include "app/cli/report_command.h"

#include "app/cli/exit_code.h"
#include "app/cli/run_report.h"
#include "app/cli/run_targets.h"

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

/// A report is made of what is left, but nobody may take it for whole. @errors storage
Result<void> checkOutputs(const ProjectStore& store, const std::vector<RunId>& runs, const std::string& project) {
    std::string broken;
    for (const RunId run : runs) {
        const auto artifacts = store.artifacts(run);
        if (!artifacts)
            return artifacts.error();
        for (const ArtifactRecord& artifact : *artifacts)
            if (const auto value = store.artifactValue(artifact.id); !value)
                broken += (broken.empty() ? "" : ", ") + std::string("\"") + artifact.description.title + "\" of run " +
                          std::to_string(run);
    }
    if (broken.empty())
        return {};
    return makeError(ErrorCode::storage, project + " is damaged; the report is without " + broken);
}

Result<void> write(const CommandLine& line, const PluginRegistry& registry, std::stop_token stop) {
    if (const auto good = checkReportPath("--out", line.reportFile); !good)
        return good.error();
    const auto store = ProjectStore::open(line.project, OpenMode::readOnly);
    if (!store)
        return store.error();
    const auto runs = chosenRuns(line, **store);
    if (!runs)
        return runs.error();
    const auto written = writeRunReport(**store, registry, *runs, line.anonymous, line.reportFile, std::move(stop));
    return written ? checkOutputs(**store, *runs, line.project) : written;
}

} // namespace

int reportRuns(const CommandLine& line, const PluginRegistry& registry, Console& console, std::stop_token stop) {
    const auto written = write(line, registry, std::move(stop));
    if (written) {
        console.text("report in " + line.reportFile);
        return kExitFinished;
    }
    console.error(written.error());
    return exitCodeOf(written.error());
}

} // namespace vitrine::cli
