#pragma once

#include "core/compare/compare_runs.h"
#include "core/store/run_notes.h"
#include "core/values/readable_name.h"

#include <map>
#include <memory>
#include <vector>

namespace vitrine {

/// All runs of a project, one row each.
struct RunTable {
    static constexpr const char* kKeyColumn = "run";
    static constexpr std::size_t kMostMetrics = 24;

    std::shared_ptr<const Table> table;
    ColumnTitles titles; ///< of columns that are called by the id of a number or parameter
};

/// Reads of a run what its row shows: headline numbers. What is damaged is left out. @errors those of the store
Result<ComparedRun> readHeadlines(const ProjectStore& store, const RunRecord& run);

/// Columns: run, title, experiment, data, state, stale (why; only where a run is), started, seconds, tags, then every
/// headline number (named by its id; the same id with another unit is another column), then the parameters that differ
/// among runs of one experiment, seed and note. What a run does not have is missing.
/// @param stale  why results are older than their data, as staleRuns() says
RunTable runTable(ComparedRuns runs, const std::map<RunId, RunNotes>& notes, const ExperimentLookup& experiments,
                  const std::map<RunId, std::string>& stale = {});

} // namespace vitrine
