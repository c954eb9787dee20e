#include "core/verify/verify_project.h"

#include "core/data/message_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitrine {
namespace {

Result<std::vector<RunRecord>> runsToVerify(const ProjectStore& store, const std::vector<RunId>& wanted) {
    auto runs = store.runs();
    if (!runs)
        return runs.error();
    for (const RunId run : wanted)
        if (std::ranges::find(*runs, run, &RunRecord::id) == runs->end())
            return makeError(ErrorCode::notFound, "the project has no run " + std::to_string(run));
    std::erase_if(*runs, [&](const RunRecord& run) {
        return wanted.empty() ? run.state != RunState::finished : std::ranges::find(wanted, run.id) == wanted.end();
    });
    return runs;
}

/// Progress of one run as a part of the whole.
VerifySettings partOf(const VerifySettings& settings, std::size_t index, std::size_t count, const std::string& name) {
    VerifySettings part = settings;
    if (settings.progress)
        part.progress = [&settings, index, count, name](double fraction, const std::string& stage) {
            settings.progress((static_cast<double>(index) + fraction) / static_cast<double>(count),
                              stage.empty() ? name : name + ": " + stage);
        };
    return part;
}

} // namespace

Result<void> verifyProject(const std::shared_ptr<const ProjectStore>& store, const std::vector<RunId>& wanted,
                           ExperimentSource& experiments, const VerifySettings& settings, const VerifyEvents& events) {
    const auto runs = runsToVerify(*store, wanted);
    if (!runs)
        return runs.error();
    if (settings.progress)
        settings.progress(0.0, "Reading the project file");
    const auto damage = store->damage();
    if (!damage)
        return damage.error();
    for (const std::string& sentence : *damage)
        events.damage(sentence);
    for (std::size_t i = 0; i < runs->size(); ++i) {
        const RunRecord& run = (*runs)[i];
        if (settings.stop.stop_requested())
            return makeError(ErrorCode::cancelled, "cancelled");
        const auto kept = keptRun(store, run.id);
        if (!kept) {
            events.run({run.id, run.title, Verdict::unchecked, kept.error().message, {}, {}});
            continue;
        }
        const auto verified =
            verifyRun(*kept, experiments, partOf(settings, i, runs->size(), "Run " + std::to_string(run.id)));
        if (!verified)
            return verified.error();
        events.run(*verified);
    }
    return {};
}

std::string verdictSentence(const OutputVerification& output) {
    switch (output.verdict) {
    case Verdict::same: return "the same bytes";
    case Verdict::close:
        return fmt::format("{} within the tolerance of this output (largest deviation {:.1e})",
                           grouped(output.numbers.close), output.numbers.largestDeviation);
    case Verdict::different:
        return output.numbers.different > 0
                   ? fmt::format("{} not the same: {}", grouped(output.numbers.different), output.note)
                   : output.note;
    case Verdict::unchecked: break;
    }
    return output.note;
}

} // namespace vitrine
