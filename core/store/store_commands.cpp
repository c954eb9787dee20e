#include "core/store/content_rows.h"
#include "core/store/record_json.h"
#include "core/store/store_access.h"
#include "core/values/json_text.h"

namespace vitrine {

namespace {

DatasetRecord recordOf(const Dataset& dataset) {
    DatasetRecord record;
    record.title = dataset.title;
    record.kind = kindOf(dataset.value);
    record.records = recordCount(dataset.value);
    record.ledger = dataset.ledger;
    record.source = dataset.source;
    record.contentHash = contentSha256(dataset.value);
    if (const auto graphs = valueAs<GraphSet>(dataset.value))
        record.molecular = graphs->isMolecular();
    return record;
}

Result<void> writeDataset(const Dataset& dataset, const TransactionRunner& transaction,
                          const std::function<Result<void>(Database&, std::int64_t)>& publish) {
    return dataset.source.linked ? writeLink(kindOf(dataset.value), transaction, publish)
                                 : writeContent(dataset.value, transaction, publish);
}

} // namespace

/// What was just read is mostly looked at next.
void SqliteProjectStore::holdLinked(const Dataset& dataset) const {
    if (!dataset.source.linked)
        return;
    if (const std::unique_lock turn(m_linking, std::try_to_lock); turn)
        m_lastLinked = dataset.value;
}

Result<DatasetId> SqliteProjectStore::addDataset(const Dataset& dataset) {
    if (const auto sound = checkValue(dataset.value); !sound)
        return sound.error();
    const DatasetRecord record = recordOf(dataset);
    DatasetId id = 0;
    std::int64_t published = 0;
    const auto written = writeDataset(
        dataset, [this](const auto& body) { return write<void>(body); },
        [&](Database& database, std::int64_t content) -> Result<void> {
            const auto inserted = rows::insertDataset(database, record, content);
            if (!inserted)
                return inserted.error();
            id = *inserted;
            published = content;
            return {};
        });
    if (!written)
        return written.error();
    holdLinked(dataset);
    remember(published, dataset.value); // only now: a content that was rolled back gives its id to the next one
    return id;
}

Result<DatasetId> SqliteProjectStore::replaceDataset(DatasetId id, const Dataset& dataset, Keep keep) {
    if (const auto sound = checkValue(dataset.value); !sound)
        return sound.error();
    DatasetRecord record = recordOf(dataset);
    record.id = id;
    DatasetId version = 0;
    std::int64_t published = 0;
    const auto publish = [&](Database& database, std::int64_t content) -> Result<void> {
        const auto before = rows::dataset(database, id);
        if (!before)
            return before.error();
        if (!*before)
            return makeError(ErrorCode::notFound, "there is no data set " + std::to_string(id) + " in this project");
        const auto used =
            keep == Keep::always ? Result<bool>(true) : rows::isUsedByRun(database, (*before)->contentHash);
        if (!used)
            return used.error();
        if (*used) {
            const auto copy = rows::copyAsVersion(database, id);
            if (!copy)
                return copy.error();
            version = *copy;
        }
        published = content;
        return rows::updateDataset(database, record, content);
    };
    const auto written = writeDataset(
        dataset, [this](const auto& body) { return write<void>(body); }, publish);
    if (!written)
        return written.error();
    remember(published, dataset.value);
    holdLinked(dataset);
    return version;
}

Result<void> SqliteProjectStore::setDatasetSource(DatasetId id, const DatasetSource& source) {
    return write<void>([&](Database& database) { return rows::setDatasetSource(database, id, source); });
}

Result<void> SqliteProjectStore::exchangeVersion(DatasetId id, DatasetId version) {
    return write<void>([&](Database& database) { return rows::exchangeVersion(database, id, version); });
}

Result<ArtifactId> SqliteProjectStore::putArtifact(const ArtifactRecord& artifact, const Value& value) {
    if (const auto sound = checkValue(value); !sound)
        return sound.error();
    ArtifactRecord record = artifact;
    record.contentHash = contentSha256(value);
    ArtifactId id = 0;
    std::int64_t published = 0;
    const auto written = writeContent(
        value, [this](const auto& body) { return write<void>(body); },
        [&](Database& database, std::int64_t content) -> Result<void> {
            const auto put = rows::putArtifact(database, record, content);
            if (!put)
                return put.error();
            id = *put;
            published = content;
            return {};
        });
    if (!written)
        return written.error();
    remember(published, value); // only now: a content that was rolled back gives its id to the next one
    return id;
}

Result<void> SqliteProjectStore::renameDataset(DatasetId id, const std::string& title) {
    return write<void>([&](Database& database) { return rows::renameDataset(database, id, title); });
}

Result<ExperimentId> SqliteProjectStore::addExperiment(const ExperimentRecord& experiment) {
    return write<ExperimentId>([&](Database& database) { return rows::insertExperiment(database, experiment); });
}

Result<void> SqliteProjectStore::updateExperiment(const ExperimentRecord& experiment) {
    return write<void>([&](Database& database) { return rows::updateExperiment(database, experiment); });
}

Result<RunId> SqliteProjectStore::addRun(const RunRecord& run) {
    return write<RunId>([&](Database& database) { return rows::insertRun(database, run); });
}

Result<void> SqliteProjectStore::updateRun(const RunRecord& run) {
    return write<void>([&](Database& database) { return rows::updateRun(database, run); });
}

Result<void> SqliteProjectStore::renameRun(RunId id, const std::string& title) {
    return write<void>([&](Database& database) { return rows::renameRun(database, id, title); });
}

Result<void> SqliteProjectStore::appendLog(RunId run, const std::vector<LogLine>& lines) {
    if (lines.empty())
        return {};
    return write<void>([&](Database& database) { return rows::appendLog(database, run, lines); });
}

Result<ReportId> SqliteProjectStore::addReport(const ReportRecord& report) {
    return write<ReportId>([&](Database& database) { return rows::insertReport(database, report); });
}

Result<void> SqliteProjectStore::updateReport(const ReportRecord& report) {
    return write<void>([&](Database& database) { return rows::updateReport(database, report); });
}

Result<void> SqliteProjectStore::appendHistory(const HistoryEntry& entry) {
    return write<void>([&](Database& database) { return rows::appendHistory(database, entry); });
}

Result<void> SqliteProjectStore::setState(const std::string& key, const nlohmann::json& value) {
    return write<void>([&](Database& database) { return rows::setState(database, key, jsonText(value)); });
}

Result<void> SqliteProjectStore::setHidden(rows::Hideable table, std::int64_t id, bool hidden) {
    return write<void>([&](Database& database) { return rows::setHidden(database, table, id, hidden); });
}

Result<void> SqliteProjectStore::removeDataset(DatasetId id) {
    return setHidden(rows::Hideable::dataset, id, true);
}
Result<void> SqliteProjectStore::restoreDataset(DatasetId id) {
    return setHidden(rows::Hideable::dataset, id, false);
}
Result<void> SqliteProjectStore::removeExperiment(ExperimentId id) {
    return setHidden(rows::Hideable::experiment, id, true);
}
Result<void> SqliteProjectStore::restoreExperiment(ExperimentId id) {
    return setHidden(rows::Hideable::experiment, id, false);
}
Result<void> SqliteProjectStore::removeRun(RunId id) {
    return setHidden(rows::Hideable::run, id, true);
}
Result<void> SqliteProjectStore::restoreRun(RunId id) {
    return setHidden(rows::Hideable::run, id, false);
}
Result<void> SqliteProjectStore::removeReport(ReportId id) {
    return setHidden(rows::Hideable::report, id, true);
}
Result<void> SqliteProjectStore::restoreReport(ReportId id) {
    return setHidden(rows::Hideable::report, id, false);
}

} // namespace vitrine
