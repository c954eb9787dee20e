#pragma once

#include "core/data/source_state.h"
#include "core/store/run_notes.h"

#include <map>
#include <vector>

namespace vitrine {

/// What a run left, without its value.
struct ArtifactBrief {
    RunId run = 0;
    ArtifactId id = 0;
    std::string outputId;
    std::string title;
    ValueKind kind = ValueKind::table;
    std::string contentHash;
    bool partial = false;
};

/// All records of a project at one moment, without their values.
struct ProjectContents {
    std::vector<DatasetRecord> datasets;
    std::vector<ExperimentRecord> experiments;
    std::vector<RunRecord> runs; ///< latest first
    std::vector<ReportRecord> reports;
    std::vector<ArtifactBrief> artifacts; ///< of all runs, latest run first
    std::map<RunId, RunNotes> notes;
    std::map<DatasetId, SourceCheck> sources; ///< how the files of the data sets stand, as far as is known
    std::map<RunId, std::string> stale;       ///< why the results of a run are older than their data

    const DatasetRecord* dataset(DatasetId id) const;
    const ExperimentRecord* experiment(ExperimentId id) const;
    const RunRecord* run(RunId id) const;
    const ReportRecord* report(ReportId id) const;
    SourceState sourceState(DatasetId id) const;
    /// Takes over what is known of the sources, and which runs are stale by it.
    void setSources(std::map<DatasetId, SourceCheck> checks);
};

/// Reads the records. For worker threads. @errors storage
Result<ProjectContents> readContents(const ProjectStore& store);

} // namespace vitrine
