#pragma once

#include "core/store/database.h"
#include "core/store/project_lock.h"
#include "core/store/project_store.h"
#include "core/store/record_rows.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace vitrine {

/// The project file in SQLite. Lock order: m_writing, m_connections, m_idle or m_cache.
class SqliteProjectStore final : public ProjectStore {
public:
    static constexpr int kVersion = 1;                         ///< user_version of the newest migration
    static constexpr std::int64_t kApplicationId = 0x56697472; ///< "Vitr"; bytes 68 to 71 of the file

    struct Options {
        OpenMode mode = OpenMode::readWrite;
        std::string vfs; ///< SQLite's file layer; tests take one without shared memory
    };
    static Result<std::shared_ptr<ProjectStore>> createAt(const std::string& path, const Options& options);
    static Result<std::shared_ptr<ProjectStore>> openAt(const std::string& path, const Options& options);

    ~SqliteProjectStore() override;

    std::string path() const override;
    bool isReadOnly() const override { return m_readOnly; }
    bool isUntitled() const override;
    std::string journalNote() const override;

    Result<DatasetId> addDataset(const Dataset& dataset) override;
    Result<std::vector<DatasetRecord>> datasets() const override;
    Result<DatasetRecord> dataset(DatasetId id) const override;
    Result<Value> datasetValue(DatasetId id, const ReadContext& context = {}) const override;
    Result<void> renameDataset(DatasetId id, const std::string& title) override;
    Result<void> removeDataset(DatasetId id) override;
    Result<void> restoreDataset(DatasetId id) override;
    Result<void> setDatasetSource(DatasetId id, const DatasetSource& source) override;
    Result<DatasetId> replaceDataset(DatasetId id, const Dataset& dataset, Keep keep) override;
    Result<void> exchangeVersion(DatasetId id, DatasetId version) override;
    Result<DatasetRecord> datasetVersion(DatasetId id, const std::string& contentHash) const override;

    Result<ExperimentId> addExperiment(const ExperimentRecord& experiment) override;
    Result<void> updateExperiment(const ExperimentRecord& experiment) override;
    Result<std::vector<ExperimentRecord>> experiments() const override;
    Result<void> removeExperiment(ExperimentId id) override;
    Result<void> restoreExperiment(ExperimentId id) override;

    Result<RunId> addRun(const RunRecord& run) override;
    Result<void> updateRun(const RunRecord& run) override;
    Result<void> renameRun(RunId id, const std::string& title) override;
    Result<std::vector<RunRecord>> runs() const override;
    Result<RunRecord> run(RunId id) const override;
    Result<void> removeRun(RunId id) override;
    Result<void> restoreRun(RunId id) override;

    Result<ArtifactId> putArtifact(const ArtifactRecord& artifact, const Value& value) override;
    Result<std::vector<ArtifactRecord>> artifacts(RunId run) const override;
    Result<Value> artifactValue(ArtifactId id) const override;

    Result<void> appendLog(RunId run, const std::vector<LogLine>& lines) override;
    Result<std::vector<LogLine>> runLog(RunId run) const override;

    Result<ReportId> addReport(const ReportRecord& report) override;
    Result<void> updateReport(const ReportRecord& report) override;
    Result<std::vector<ReportRecord>> reports() const override;
    Result<void> removeReport(ReportId id) override;
    Result<void> restoreReport(ReportId id) override;

    Result<void> appendHistory(const HistoryEntry& entry) override;
    Result<std::vector<HistoryEntry>> history() const override;
    Result<std::vector<std::string>> damage() const override;

    Result<void> setState(const std::string& key, const nlohmann::json& value) override;
    nlohmann::json state(const std::string& key) const override;

    Result<void> save() override;
    Result<void> saveAs(const std::string& path) override;

private:
    SqliteProjectStore(std::string path, const Options& options)
        : m_path(std::move(path)), m_vfs(options.vfs), m_readOnly(options.mode == OpenMode::readOnly) {}

    Result<void> openForWriting();
    Result<void> openForReading();
    Result<void> startJournal(Database& database);
    Result<void> writeCopy(const std::string& copyPath);
    Result<void> moveTo(const std::string& path, const std::string& copyPath);
    void closeConnections();

    template <class T>
    Result<T> read(const std::function<Result<T>(Database&)>& body) const;
    /// One durable transaction: rolled back when the body or the commit fails.
    template <class T>
    Result<T> write(const std::function<Result<T>(Database&)>& body);
    template <class T>
    Result<T> readOne(const std::function<Result<std::optional<T>>(Database&)>& body, const std::string& what,
                      std::int64_t id) const;
    Result<void> setHidden(rows::Hideable table, std::int64_t id, bool hidden);

    Result<std::unique_ptr<Database>> takeReader() const;
    Result<Value> contentValue(Database& database, const rows::ContentRef& ref) const;
    void holdLinked(const Dataset& dataset) const;
    Result<Value> linkedValue(const DatasetRecord& record, std::int64_t content, const ReadContext& context) const;
    std::optional<Value> cached(std::int64_t content) const;
    void remember(std::int64_t content, const Value& value) const;

    std::string m_path;        ///< guarded by m_connections
    std::string m_journalNote; ///< guarded by m_connections
    const std::string m_vfs;
    std::atomic<bool> m_readOnly;

    std::mutex m_writing;                    ///< one write at a time
    mutable std::shared_mutex m_connections; ///< held exclusively only while the file changes its place
    std::unique_ptr<ProjectLock> m_lock;     ///< guarded by m_connections
    std::unique_ptr<Database> m_writer;      ///< guarded by m_writing and m_connections
    mutable std::mutex m_idle;
    mutable std::vector<std::unique_ptr<Database>> m_readers; ///< not in use just now; guarded by m_idle
    bool m_immutable = false;                                 ///< read-only folder: readers take no locks

    /// A value as long as anybody holds it.
    struct WeakValue {
        ValueKind kind = ValueKind::table;
        std::weak_ptr<const void> held;
    };
    mutable std::mutex m_cache;
    mutable std::map<std::int64_t, WeakValue> m_values; ///< by content id; guarded by m_cache
    mutable std::timed_mutex m_linking;                 ///< one source is read at a time
    mutable std::optional<Value> m_lastLinked;          ///< reading it again takes long; guarded by m_linking
};

} // namespace vitrine
