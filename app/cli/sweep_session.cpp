#include "app/cli/sweep_session.h"

#include "app/cli/exit_code.h"
#include "app/cli/run_inputs.h"
#include "app/cli/run_session.h"
#include "core/params/sweep.h"
#include "core/values/text.h"

#include <QDir>

#include <algorithm>
#include <optional>
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

/// Parameters that are named by options of this kind.
Result<std::set<std::string>> namedBy(const std::string& option, const std::vector<std::string>& texts) {
    std::set<std::string> ids;
    for (const std::string& text : texts) {
        const auto assignment = splitAssignment(option, text);
        if (!assignment)
            return assignment.error();
        ids.insert(assignment->first);
    }
    return ids;
}

/// Sweeps of the experiment file as options, in the order of the parameters, then those that are typed. What is typed
/// wins over the file.
Result<std::vector<std::string>> wantedSweeps(const CommandLine& line, const ExperimentRecord& wanted,
                                              const ExperimentInfo& experiment) {
    auto typed = namedBy("--set", line.parameters);
    if (!typed)
        return typed.error();
    auto swept = namedBy("--sweep", line.sweeps);
    if (!swept)
        return swept.error();
    typed->merge(*swept);
    const SweepTexts filed = sweepTexts(wanted.parameters);
    std::vector<std::string> sweeps;
    for (const ParameterSpec& spec : experiment.parameters.parameters)
        if (const auto found = filed.find(spec.id); found != filed.end() && !typed->contains(spec.id))
            sweeps.push_back(spec.id + '=' + found->second);
    for (const auto& [id, values] : filed)
        if (id != kSeedsId && !experiment.parameters.find(id))
            sweeps.push_back(std::string(id).append("=").append(values)); // refused by its name
    sweeps.insert(sweeps.end(), line.sweeps.begin(), line.sweeps.end());
    return sweeps;
}

Result<std::vector<ParameterSet>> combinationsOf(const std::vector<std::string>& options,
                                                 const ExperimentInfo& experiment) {
    std::vector<ParameterSweep> sweeps;
    for (const std::string& text : options) {
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

/// Seeds that are typed, else those of the experiment file; none: one run for each combination.
Result<std::vector<std::uint64_t>> wantedSeeds(const CommandLine& line, const ExperimentRecord& wanted) {
    const SweepTexts filed = sweepTexts(wanted.parameters);
    const auto found = filed.find(kSeedsId);
    if (line.seed || !line.seeds.empty() || found == filed.end())
        return line.seeds;
    auto seeds = parseSeeds(found->second);
    if (!seeds)
        return makeError(seeds.error().code, "/seeds: " + seeds.error().message);
    return seeds;
}

/// One command line per run; none when nothing is swept.
Result<std::vector<CommandLine>> linesOf(const CommandLine& line, const PluginRegistry& registry) {
    const auto wanted = wantedExperiment(line.experiment);
    if (!wanted)
        return wanted.error();
    const auto found = findWanted(*wanted, registry);
    if (!found)
        return found.error();
    const auto sweeps = wantedSweeps(line, *wanted, *found->experiment);
    if (!sweeps)
        return sweeps.error();
    const auto seeds = wantedSeeds(line, *wanted);
    if (!seeds)
        return seeds.error();
    if (sweeps->empty() && seeds->empty())
        return std::vector<CommandLine>();
    if (line.project.empty() && line.outFolder.empty())
        return makeError(ErrorCode::invalidArgument, "the results of a sweep need a place, --project or --out");
    if (!line.reportFile.empty())
        return makeError(ErrorCode::invalidArgument,
                         "--report is of one run; write the report of a sweep with vitrine report X.vitrine --run ID");
    const auto combinations = combinationsOf(*sweeps, *found->experiment);
    if (!combinations)
        return combinations.error();
    if (combinations->size() * std::max<std::size_t>(1, seeds->size()) > kMostSweepRuns)
        return makeError(ErrorCode::invalidArgument,
                         "--seed: the sweep would start more than " + std::to_string(kMostSweepRuns) + " runs");
    std::vector<std::optional<std::uint64_t>> perRun(seeds->begin(), seeds->end());
    if (perRun.empty())
        perRun.emplace_back();
    std::vector<CommandLine> lines;
    std::set<std::string> folders;
    for (std::size_t i = 0; i < combinations->size() * perRun.size(); ++i) {
        const ParameterSet& combination = (*combinations)[i / perRun.size()];
        const std::optional<std::uint64_t> seed = perRun[i % perRun.size()];
        CommandLine one = line;
        one.sweeps.clear();
        one.seeds.clear();
        if (seed)
            one.seed = seed;
        one.titleNote = sweepLabel(found->experiment->parameters, combination, seed);
        for (const auto& [id, value] : combination.values())
            one.parameters.push_back(
                id + '=' + (value.is_null() ? "none" : parameterText(*found->experiment->parameters.find(id), value)));
        if (!line.outFolder.empty()) {
            const std::string name = folderName(sweepIdentifier(found->experiment->parameters, combination, seed));
            std::string folder = name;
            for (int n = 2; !folders.insert(folder).second; ++n)
                folder = name + '_' + std::to_string(n);
            one.outFolder = toStd(QDir(toQString(line.outFolder)).filePath(toQString(folder)));
        }
        lines.push_back(std::move(one));
    }
    return lines;
}

} // namespace

int runExperiment(const CommandLine& line, PluginRegistry& registry, Console& console, const std::stop_token& stop) {
    const auto refuse = [&](const Error& error) {
        console.error(error);
        const int code = exitCodeOf(error);
        console.object({{"event", "done"}, {"state", "failed"}, {"exit", code}, {"message", error.message}});
        return code;
    };
    const auto lines = linesOf(line, registry);
    if (!lines)
        return refuse(lines.error());
    if (lines->empty())
        return RunSession(line, registry, console, stop).execute();
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
