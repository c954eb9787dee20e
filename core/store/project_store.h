#pragma once

#include "core/base/result.h"
#include "core/data/reader.h"
#include "core/store/records.h"

#include <memory>
#include <string>
#include <vector>

namespace vitrine {

enum class OpenMode { readWrite, readOnly };

/// The project file as live document: one SQLite file, every call below that changes something is one durable
/// transaction (WAL, synchronous=FULL). Thread-safe: writes go one at a time through one connection, reads through a
/// further ones, so a reader never waits for a long write. Large values are written in several transactions and
/// become visible with the last one. Everything that is read is checked against its hash. One writing process, held by
/// a lock file with pid and boot id.
///
/// What is removed is hidden, and purged when the project is closed (the last reference goes away).
class ProjectStore {
public:
    /// Creates a new file. @errors io, storage (exists already, folder not writable)
    static Result<std::shared_ptr<ProjectStore>> create(const std::string& path);
    /// Opens a file of any released version, migrating it. Runs left "running" by a dead process become "interrupted".
    /// readWrite on a project that is open elsewhere is refused with one sentence (code storage); open it read-only
    /// then.
    static Result<std::shared_ptr<ProjectStore>> open(const std::string& path, OpenMode mode);
    /// In the state folder of the user; still there at the next start.
    static Result<std::shared_ptr<ProjectStore>> createUntitled();
    /// Untitled projects left from earlier sessions that hold something and are not open elsewhere.
    static std::vector<std::string> leftUntitled();

    virtual ~ProjectStore() = default;

    virtual std::string path() const = 0;
    virtual bool isReadOnly() const = 0;
    virtual bool isUntitled() const = 0;
    virtual std::string journalNote() const = 0; ///< not empty when WAL is impossible here, for the status bar

    /// Of a linked one (source.linked) no values are kept.
    virtual Result<DatasetId> addDataset(const Dataset& dataset) = 0;
    virtual Result<std::vector<DatasetRecord>> datasets() const = 0; ///< without earlier versions
    virtual Result<DatasetRecord> dataset(DatasetId id) const = 0;
    /// Cached while anybody holds it. A linked one is read from its source, with progress and stop of `context`; the
    /// one that was read last is held. @errors those of readLinked
    virtual Result<Value> datasetValue(DatasetId id, const ReadContext& context = {}) const = 0;
    virtual Result<void> renameDataset(DatasetId id, const std::string& title) = 0;
    virtual Result<void>
    removeDataset(DatasetId id) = 0; ///< hidden until the project is closed, so undo can restore it
    virtual Result<void> restoreDataset(DatasetId id) = 0;
    /// Where the source stands now, or when it was written. No change of the data.
    virtual Result<void> setDatasetSource(DatasetId id, const DatasetSource& source) = 0;
    /// Which earlier content of a data set is kept when a newer one takes its place.
    enum class Keep { always, whenUsed }; ///< whenUsed: when a run used it
    /// Puts a newer content, ledger and source in the place of a data set, which keeps its id and title.
    /// @return id of the earlier version that is kept, 0 when none is. Versions that no run uses are purged when the
    ///         project is closed.
    virtual Result<DatasetId> replaceDataset(DatasetId id, const Dataset& dataset, Keep keep) = 0;
    /// Exchanges the content, ledger and source of a data set and of one of its versions.
    virtual Result<void> exchangeVersion(DatasetId id, DatasetId version) = 0;
    /// The data set or its earlier version that holds this content. @errors not_found
    virtual Result<DatasetRecord> datasetVersion(DatasetId id, const std::string& contentHash) const = 0;

    virtual Result<ExperimentId> addExperiment(const ExperimentRecord& experiment) = 0;
    virtual Result<void> updateExperiment(const ExperimentRecord& experiment) = 0;
    virtual Result<std::vector<ExperimentRecord>> experiments() const = 0;
    virtual Result<void> removeExperiment(ExperimentId id) = 0;
    virtual Result<void> restoreExperiment(ExperimentId id) = 0;

    virtual Result<RunId> addRun(const RunRecord& run) = 0;
    /// Everything but the title, which belongs to the person who renames, not to the job that goes on meanwhile.
    virtual Result<void> updateRun(const RunRecord& run) = 0;
    virtual Result<void> renameRun(RunId id, const std::string& title) = 0;
    virtual Result<std::vector<RunRecord>> runs() const = 0;
    virtual Result<RunRecord> run(RunId id) const = 0;
    virtual Result<void> removeRun(RunId id) = 0;
    virtual Result<void> restoreRun(RunId id) = 0;

    /// Stores or replaces the artifact of an output.
    virtual Result<ArtifactId> putArtifact(const ArtifactRecord& artifact, const Value& value) = 0;
    virtual Result<std::vector<ArtifactRecord>> artifacts(RunId run) const = 0;
    virtual Result<Value> artifactValue(ArtifactId id) const = 0; ///< cached while anybody holds it

    virtual Result<void> appendLog(RunId run, const std::vector<LogLine>& lines) = 0;
    virtual Result<std::vector<LogLine>> runLog(RunId run) const = 0;

    virtual Result<ReportId> addReport(const ReportRecord& report) = 0;
    virtual Result<void> updateReport(const ReportRecord& report) = 0;
    virtual Result<std::vector<ReportRecord>> reports() const = 0;
    virtual Result<void> removeReport(ReportId id) = 0;
    virtual Result<void> restoreReport(ReportId id) = 0;

    /// What was done, undone and redone, oldest first (the last 10,000 entries are kept).
    virtual Result<void> appendHistory(const HistoryEntry& entry) = 0;
    virtual Result<std::vector<HistoryEntry>> history() const = 0;

    /// Reads everything and compares it with its hashes: one sentence per thing that is damaged, empty when the file is
    /// sound. Takes as long as reading the file; for a job, not for the window.
    virtual Result<std::vector<std::string>> damage() const = 0;

    /// Small pieces of view state and settings that belong to the project, by key.
    virtual Result<void> setState(const std::string& key, const nlohmann::json& value) = 0;
    virtual nlohmann::json state(const std::string& key) const = 0;

    /// Makes the one file complete (checkpoint).
    virtual Result<void> save() = 0;
    /// Copies to another path with the backup interface and goes on there; an untitled project is removed from the
    /// state folder afterwards.
    virtual Result<void> saveAs(const std::string& path) = 0;
};

} // namespace vitrine
