#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <optional>

namespace vitrine::rows {

// Records to rows and back. All are called inside a transaction. What a damaged row lacks is left at its default.

/// Tables whose rows are hidden before they are purged.
enum class Hideable { dataset, experiment, run, report };

Result<std::int64_t> insertDataset(Database& database, const DatasetRecord& record, std::int64_t content);
Result<std::vector<DatasetRecord>> datasets(Database& database); ///< without earlier versions
/// The data set or the earlier version of it that holds a content.
Result<std::optional<DatasetRecord>> datasetVersion(Database& database, DatasetId id, const std::string& contentHash);
Result<std::optional<DatasetRecord>> dataset(Database& database, DatasetId id);
Result<void> renameDataset(Database& database, DatasetId id, const std::string& title);
Result<void> setDatasetSource(Database& database, DatasetId id, const DatasetSource& source);
/// Whether a run was given this content.
Result<bool> isUsedByRun(Database& database, const std::string& contentHash);
/// Copies a data set as an earlier version of itself. @return id of the copy
Result<DatasetId> copyAsVersion(Database& database, DatasetId id);
/// Everything but the title; a content that nothing refers to any more is deleted.
Result<void> updateDataset(Database& database, const DatasetRecord& record, std::int64_t content);
/// Exchanges everything but id and title of a data set and a version of it.
Result<void> exchangeVersion(Database& database, DatasetId id, DatasetId version);

Result<std::int64_t> insertExperiment(Database& database, const ExperimentRecord& record);
Result<void> updateExperiment(Database& database, const ExperimentRecord& record);
Result<std::vector<ExperimentRecord>> experiments(Database& database);

Result<std::int64_t> insertRun(Database& database, const RunRecord& record);
Result<void> updateRun(Database& database, const RunRecord& record); ///< all but the title
Result<void> renameRun(Database& database, RunId id, const std::string& title);
Result<std::vector<RunRecord>> runs(Database& database);
Result<std::optional<RunRecord>> run(Database& database, RunId id);
/// Runs that a dead process left queued or running become interrupted.
Result<void> interruptRuns(Database& database);

/// Inserts the artifact of an output or replaces it, keeping its id; the content it had is deleted.
Result<std::int64_t> putArtifact(Database& database, const ArtifactRecord& record, std::int64_t content);
Result<std::vector<ArtifactRecord>> artifacts(Database& database, RunId run);

/// Content and hash of a data set or artifact, with the name for messages.
struct ContentRef {
    std::int64_t content = 0;
    std::string hash;
    std::string name;
};
Result<std::optional<ContentRef>> datasetContent(Database& database, DatasetId id);
Result<std::optional<ContentRef>> artifactContent(Database& database, ArtifactId id);
Result<std::vector<ContentRef>> allContents(Database& database);

Result<void> appendLog(Database& database, RunId run, const std::vector<LogLine>& lines);
Result<std::vector<LogLine>> runLog(Database& database, RunId run);

Result<std::int64_t> insertReport(Database& database, const ReportRecord& record);
Result<void> updateReport(Database& database, const ReportRecord& record);
Result<std::vector<ReportRecord>> reports(Database& database);

Result<void> appendHistory(Database& database, const HistoryEntry& entry);
Result<std::vector<HistoryEntry>> history(Database& database);

Result<void> setState(Database& database, const std::string& key, const std::string& value);
Result<std::string> state(Database& database, const std::string& key);

/// @errors not_found
Result<void> setHidden(Database& database, Hideable table, std::int64_t id, bool hidden);
/// Deletes hidden rows and content that nothing refers to. @return how many rows went away
Result<std::int64_t> purge(Database& database);
/// Whether there is anything that a person would miss.
Result<bool> holdsSomething(Database& database);

} // namespace vitrine::rows
