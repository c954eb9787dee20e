#include "app/cli/sweep_session.h"

#include "app/cli/run_inputs.h"
#include "app/cli/run_session.h"
#include "core/params/sweep.h"
#include "core/values/text.h"

#include <QDir>

#include <algorithm>
#include <set>

namespace vitrine::cli {

namespace {

/// What the shell and every file system take as it is.
std::string folderName(const std::string& label) {
    constexpr std::size_t kLongest = 120;
    std::string name;
    for (const char c : label) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("=.-_+,").find(c) != std::string_view::npos;
        if (c != ' ' && name.size() < kLongest)
            name += plain ? c : '_';
    }
    return name;
}

Result<std::vector<ParameterSet>> combinationsOf(const CommandLine& line, const ExperimentInfo& experiment) {
    std::vector<ParameterSweep> sweeps;
    for (const std::string& text : line.sweeps) {
        const auto assignment = splitAssignment("--sweep", text);
        if (!assignment)
            return assignment.error();
        const ParameterSpec* spec = experiment.parameters.find(assignment->first);
        if (!spec)
            return makeError(ErrorCode::invalidArgument,
                             "--sweep " + text + ": there is no parameter \"" + assignment->first + '"');
        auto sweep = parseSweep(*spec, assignment->second);
        if (!sweep)
            return makeError(ErrorCode::invalidArgument, "--sweep " + sweep.error().message);
        sweeps.push_back(std::move(*sweep));
    }
    auto combinations = sweepCombinations(sweeps);
    if (!combinations)
        return makeError(ErrorCode::invalidArgument, "--sweep " + combinations.error().message);
    return combinations;
}

Result<std::vector<CommandLine>> linesOf(const CommandLine& line, PluginRegistry& registry) {
    if (line.project.empty() && line.outFolder.empty())
        return makeError(ErrorCode::invalidArgument, "--sweep: the results need a place, --project or --out");
    if (!line.reportFile.empty())
        return makeError(ErrorCode::invalidArgument,
                         "--report is of one run; write the report of a sweep with vitrine report X.vitrine --run ID");
    const auto found = experimentOf(line.experiment, registry);
    if (!found)
        return found.error();
    const auto combinations = combinationsOf(line, *found->experiment);
    if (!combinations)
        return combinations.error();
    std::vector<CommandLine> lines;
    std::set<std::string> folders;
    for (const ParameterSet& combination : *combinations) {
        CommandLine one = line;
        one.sweeps.clear();
        one.titleNote = sweepLabel(found->experiment->parameters, combination);
        for (const auto& [id, value] : combination.values())
            one.parameters.push_back(
                id + '=' + (value.is_null() ? "none" : parameterText(*found->experiment->parameters.find(id), value)));
        if (!line.outFolder.empty()) {
            std::string folder = folderName(one.titleNote);
            for (int i = 2; !folders.insert(folder).second; ++i)
                folder = folderName(one.titleNote) + '_' + std::to_string(i);
            one.outFolder = toStd(QDir(toQString(line.outFolder)).filePath(toQString(folder)));
        }
        lines.push_back(std::move(one));
    }
    return lines;
}

} // namespace

int runSweep(const CommandLine& line, PluginRegistry& registry, Console& console, const std::stop_token& stop) {
    const auto refuse = [&](const Error& error) {
        console.error(error);
        console.object({{"event", "done"}, {"state", "failed"}, {"exit", kExitUsage}, {"message", error.message}});
        return kExitUsage;
    };
    const auto lines = linesOf(line, registry);
    if (!lines)
        return refuse(lines.error());
    if (!line.outFolder.empty() && !QDir().mkpath(toQString(line.outFolder)))
        return refuse(makeError(ErrorCode::invalidArgument, "--out " + line.outFolder + ": the folder cannot be made"));
    int code = kExitFinished;
    for (std::size_t i = 0; i < lines->size(); ++i) {
        const std::string which = "run " + std::to_string(i + 1) + " of " + std::to_string(lines->size());
        console.text(which + ": " + (*lines)[i].titleNote);
        const int one = RunSession((*lines)[i], registry, console, stop).execute();
        code = code == kExitFinished ? one : code;
        // What was typed wrong is wrong in every run.
        if (one == kExitUsage || one == kExitCancelled)
            return one;
    }
    return code;
}

} // namespace vitrine::cli
