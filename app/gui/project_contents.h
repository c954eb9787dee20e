#pragma once

#include "core/store/project_store.h"

#include <vector>

namespace vitrine {

/// All records of a project at one moment, without their values.
struct ProjectContents {
    std::vector<DatasetRecord> datasets;
    std::vector<ExperimentRecord> experiments;
    std::vector<RunRecord> runs; ///< latest first
    std::vector<ReportRecord> reports;

    const DatasetRecord* dataset(DatasetId id) const;
    const ExperimentRecord* experiment(ExperimentId id) const;
    const RunRecord* run(RunId id) const;
    const ReportRecord* report(ReportId id) const;
};

/// Reads the records. For worker threads. @errors storage
Result<ProjectContents> readContents(const ProjectStore& store);

} // namespace vitrine
