#include "app/gui/project_contents.h"

#include "core/jobs/stale_runs.h"

#include <algorithm>

namespace vitrine {

namespace {

template <class Record, class Id>
const Record* byId(const std::vector<Record>& records, Id id) {
    const auto found = std::ranges::find(records, id, &Record::id);
    return found == records.end() ? nullptr : &*found;
}

} // namespace

const DatasetRecord* ProjectContents::dataset(DatasetId id) const {
    return byId(datasets, id);
}

const ExperimentRecord* ProjectContents::experiment(ExperimentId id) const {
    return byId(experiments, id);
}

const RunRecord* ProjectContents::run(RunId id) const {
    return byId(runs, id);
}

const ReportRecord* ProjectContents::report(ReportId id) const {
    return byId(reports, id);
}

SourceState ProjectContents::sourceState(DatasetId id) const {
    const auto found = sources.find(id);
    return found == sources.end() ? SourceState::unknown : found->second.state;
}

void ProjectContents::setSources(std::map<DatasetId, SourceCheck> checks) {
    sources = std::move(checks);
    std::set<DatasetId> changed;
    for (const auto& [id, check] : sources)
        if (check.state == SourceState::changed)
            changed.insert(id);
    stale = staleRuns(runs, datasets, changed);
}

Result<ProjectContents> readContents(const ProjectStore& store) {
    auto datasets = store.datasets();
    if (!datasets)
        return datasets.error();
    auto experiments = store.experiments();
    if (!experiments)
        return experiments.error();
    auto runs = store.runs();
    if (!runs)
        return runs.error();
    auto reports = store.reports();
    if (!reports)
        return reports.error();
    std::ranges::sort(*runs, std::ranges::greater(), &RunRecord::id);
    std::vector<ArtifactBrief> briefs;
    for (const RunRecord& run : *runs) {
        auto artifacts = store.artifacts(run.id);
        if (!artifacts)
            return artifacts.error();
        for (const ArtifactRecord& artifact : *artifacts)
            briefs.push_back({run.id, artifact.id, artifact.description.id, artifact.description.title,
                              artifact.description.kind, artifact.contentHash, artifact.partial});
    }
    return ProjectContents{std::move(*datasets),
                           std::move(*experiments),
                           std::move(*runs),
                           std::move(*reports),
                           std::move(briefs),
                           readRunNotes(store),
                           {},
                           {}};
}

} // namespace vitrine
