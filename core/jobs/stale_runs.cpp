#include "core/jobs/stale_runs.h"

#include "core/jobs/project_input.h"

#include <algorithm>
#include <vector>

namespace vitrine {
namespace {

/// Why an input that is a data set is old; empty when it is not.
std::string datasetReason(const InputReference& input, const DatasetRecord& dataset, bool fileChanged) {
    if (!input.contentHash.empty() && input.contentHash != dataset.contentHash)
        return "The data set \"" + dataset.title + "\" has other content now than this run used.";
    if (fileChanged)
        return "The file of the data set \"" + dataset.title + "\" has changed since this run used it.";
    return {};
}

/// Why an input is old; empty when it is not, or when it is not in the project any more.
std::string inputReason(const InputReference& input, std::span<const DatasetRecord> datasets,
                        const std::set<DatasetId>& changed, const std::map<RunId, std::string>& stale) {
    const ResolvedReference resolved = resolveReference(input.reference);
    const auto found = std::ranges::find(datasets, resolved.dataset, &DatasetRecord::id);
    if (found != datasets.end())
        return datasetReason(input, *found, changed.contains(resolved.dataset));
    return stale.contains(resolved.run)
               ? "Its input comes from run " + std::to_string(resolved.run) + ", which is stale."
               : std::string();
}

} // namespace

std::map<RunId, std::string> staleRuns(std::span<const RunRecord> runs, std::span<const DatasetRecord> datasets,
                                       const std::set<DatasetId>& changed) {
    std::map<RunId, std::string> stale;
    std::vector<const RunRecord*> inOrder; // a run only uses those before it
    for (const RunRecord& run : runs)
        inOrder.push_back(&run);
    std::ranges::sort(inOrder, {}, [](const RunRecord* run) { return run->id; });
    for (const RunRecord* run : inOrder)
        for (const InputReference& input : run->inputs)
            if (std::string reason = inputReason(input, datasets, changed, stale); !reason.empty()) {
                stale.emplace(run->id, std::move(reason));
                break;
            }
    return stale;
}

} // namespace vitrine
