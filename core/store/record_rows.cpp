#include "core/store/record_rows.h"

#include "core/store/record_json.h"
#include "core/store/row_query.h"
#include "core/values/json_text.h"

#include <charconv>
#include <cmath>

namespace vitrine::rows {
namespace {

using Json = nlohmann::json;

constexpr const char* kDatasetColumns =
    "SELECT id, title, kind, records, molecular, ledger, source, content_hash FROM dataset WHERE hidden = 0";
constexpr const char* kExperimentColumns =
    "SELECT id, title, plugin, experiment, parameters, inputs, seed FROM experiment WHERE hidden = 0";
constexpr const char* kRunColumns =
    "SELECT id, title, plugin, plugin_version, program_version, experiment, parameters, seed, threads, device, inputs, "
    "state, message, created, seconds, peak_bytes FROM run WHERE hidden = 0";
constexpr const char* kReportColumns = "SELECT id, title, document FROM report WHERE hidden = 0";

constexpr const char* kVersionOf = "version_of";

// Versions nobody used, and those whose data set is gone.
constexpr const char* kDeleteVersions =
    "DELETE FROM dataset WHERE json_valid(source) AND json_extract(source, '$.version_of') IS NOT NULL AND (NOT EXISTS "
    "(SELECT 1 FROM run WHERE instr(run.inputs, dataset.content_hash) > 0) OR NOT EXISTS (SELECT 1 FROM dataset AS "
    "latest WHERE latest.id = json_extract(dataset.source, '$.version_of')))";
constexpr const char* kDeleteUnused =
    "DELETE FROM content WHERE NOT EXISTS (SELECT 1 FROM dataset WHERE dataset.content = content.id) "
    "AND NOT EXISTS (SELECT 1 FROM artifact WHERE artifact.content = content.id)";

// SQLite's integers are signed; a seed is not.
std::uint64_t seedOf(const std::string& text) {
    std::uint64_t seed = 0;
    std::from_chars(text.data(), text.data() + text.size(), seed);
    return seed;
}

double finite(double seconds) {
    return std::isfinite(seconds) ? seconds : 0.0;
}

/// The source of a data set with what says that it is a version of another.
Json sourceJson(const DatasetSource& source, DatasetId versionOf) {
    Json json = sourceToJson(source);
    if (versionOf != 0)
        json[kVersionOf] = versionOf;
    return json;
}

DatasetRecord readDataset(const Statement& row) {
    DatasetRecord record;
    record.id = row.integer(0);
    record.title = row.text(1);
    record.kind = valueKindFromName(row.text(2)).value_or(ValueKind::table);
    record.records = row.integer(3);
    record.molecular = row.integer(4) != 0;
    record.ledger = Ledger::fromJson(storedJson(row.text(5)));
    const Json source = storedJson(row.text(6));
    record.source = sourceFromJson(source);
    record.versionOf = integerField(source, kVersionOf);
    record.contentHash = row.text(7);
    return record;
}

ExperimentRecord readExperiment(const Statement& row) {
    ExperimentRecord record;
    record.id = row.integer(0);
    record.title = row.text(1);
    record.plugin = row.text(2);
    record.experiment = row.text(3);
    record.parameters = ParameterSet::fromJson(storedJson(row.text(4)));
    record.inputs = inputsFromJson(storedJson(row.text(5)));
    record.seed = seedOf(row.text(6));
    return record;
}

RunRecord readRun(const Statement& row) {
    RunRecord record;
    record.id = row.integer(0);
    record.title = row.text(1);
    record.plugin = row.text(2);
    record.pluginVersion = row.text(3);
    record.programVersion = row.text(4);
    record.experiment = row.text(5);
    record.parameters = ParameterSet::fromJson(storedJson(row.text(6)));
    record.seed = seedOf(row.text(7));
    record.threads = static_cast<int>(row.integer(8));
    record.device = row.text(9);
    record.inputs = inputsFromJson(storedJson(row.text(10)));
    record.state = runStateFromName(row.text(11));
    record.message = row.text(12);
    record.created = row.text(13);
    record.seconds = row.real(14);
    record.peakBytes = row.integer(15);
    return record;
}

ReportRecord readReport(const Statement& row) {
    return {row.integer(0), row.text(1), storedJson(row.text(2))};
}

template <class Record, class Read>
Result<std::optional<Record>> findRow(Database& database, const char* columns, std::int64_t id, Read read) {
    auto select = database.prepare(std::string(columns) + " AND id = ?");
    if (!select)
        return select.error();
    const auto row = select->bind(id).step();
    if (!row)
        return row.error();
    return *row ? std::optional<Record>(read(*select)) : std::nullopt;
}

/// Binds the columns of a run from `plugin` to `peak_bytes`.
void bindRun(Statement& statement, const RunRecord& run) {
    statement.bind(run.plugin).bind(run.pluginVersion).bind(run.programVersion).bind(run.experiment);
    statement.bind(jsonText(run.parameters.toJson())).bind(std::to_string(run.seed));
    statement.bind(std::int64_t{run.threads}).bind(run.device).bind(jsonText(inputsToJson(run.inputs)));
    statement.bind(runStateName(run.state)).bind(run.message);
    statement.bind(run.created.empty() ? utcNow() : run.created).bind(finite(run.seconds)).bind(run.peakBytes);
}

/// Runs a bound INSERT and gives the id of the new row.
Result<std::int64_t> inserted(Database& database, Statement& insert) {
    if (const auto done = insert.run(); !done)
        return done.error();
    return database.lastId();
}

/// Runs a bound UPDATE that has to meet a row.
Result<void> updated(Database& database, Statement& update, const std::string& what, std::int64_t id) {
    if (auto done = update.run(); !done)
        return done;
    if (database.changes() == 0)
        return makeError(ErrorCode::notFound, "there is no " + what + " " + std::to_string(id) + " in this project");
    return {};
}

} // namespace

Result<std::int64_t> insertDataset(Database& database, const DatasetRecord& record, std::int64_t content) {
    auto insert = database.prepare("INSERT INTO dataset (title, kind, records, molecular, ledger, source, "
                                   "content_hash, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert)
        return insert.error();
    insert->bind(record.title).bind(valueKindName(record.kind)).bind(record.records);
    insert->bind(std::int64_t{record.molecular}).bind(jsonText(record.ledger.toJson()));
    insert->bind(jsonText(sourceJson(record.source, record.versionOf))).bind(record.contentHash).bind(content);
    return inserted(database, *insert);
}

Result<std::vector<DatasetRecord>> datasets(Database& database) {
    auto all = collectRows<DatasetRecord>(database, "dataset", kDatasetColumns, readDataset);
    if (all)
        std::erase_if(*all, [](const DatasetRecord& record) { return record.versionOf != 0; });
    return all;
}

Result<std::optional<DatasetRecord>> dataset(Database& database, DatasetId id) {
    return findRow<DatasetRecord>(database, kDatasetColumns, id, readDataset);
}

Result<void> renameDataset(Database& database, DatasetId id, const std::string& title) {
    auto update = database.prepare("UPDATE dataset SET title = ? WHERE id = ? AND hidden = 0");
    if (!update)
        return update.error();
    return updated(database, update->bind(title).bind(id), "data set", id);
}

Result<std::int64_t> insertExperiment(Database& database, const ExperimentRecord& record) {
    auto insert = database.prepare("INSERT INTO experiment (title, plugin, experiment, parameters, inputs, seed) "
                                   "VALUES (?, ?, ?, ?, ?, ?)");
    if (!insert)
        return insert.error();
    insert->bind(record.title).bind(record.plugin).bind(record.experiment);
    insert->bind(jsonText(record.parameters.toJson())).bind(jsonText(inputsToJson(record.inputs)));
    return inserted(database, insert->bind(std::to_string(record.seed)));
}

Result<void> updateExperiment(Database& database, const ExperimentRecord& record) {
    auto update = database.prepare("UPDATE experiment SET title = ?, plugin = ?, experiment = ?, parameters = ?, "
                                   "inputs = ?, seed = ? WHERE id = ? AND hidden = 0");
    if (!update)
        return update.error();
    update->bind(record.title).bind(record.plugin).bind(record.experiment);
    update->bind(jsonText(record.parameters.toJson())).bind(jsonText(inputsToJson(record.inputs)));
    return updated(database, update->bind(std::to_string(record.seed)).bind(record.id), "experiment", record.id);
}

Result<std::vector<ExperimentRecord>> experiments(Database& database) {
    return collectRows<ExperimentRecord>(database, "experiment", kExperimentColumns, readExperiment);
}

Result<std::int64_t> insertRun(Database& database, const RunRecord& record) {
    auto insert = database.prepare(
        "INSERT INTO run (title, plugin, plugin_version, program_version, experiment, parameters, seed, threads, "
        "device, inputs, state, message, created, seconds, peak_bytes) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert)
        return insert.error();
    insert->bind(record.title);
    bindRun(*insert, record);
    return inserted(database, *insert);
}

Result<void> updateRun(Database& database, const RunRecord& record) {
    // A run that was removed while it goes on keeps its record up to date: undo may bring it back.
    auto update = database.prepare(
        "UPDATE run SET plugin = ?, plugin_version = ?, program_version = ?, experiment = ?, "
        "parameters = ?, seed = ?, threads = ?, device = ?, inputs = ?, state = ?, message = ?, created = ?, "
        "seconds = ?, peak_bytes = ? WHERE id = ?");
    if (!update)
        return update.error();
    bindRun(*update, record);
    return updated(database, update->bind(record.id), "run", record.id);
}

Result<void> renameRun(Database& database, RunId id, const std::string& title) {
    auto update = database.prepare("UPDATE run SET title = ? WHERE id = ? AND hidden = 0");
    if (!update)
        return update.error();
    return updated(database, update->bind(title).bind(id), "run", id);
}

Result<std::vector<RunRecord>> runs(Database& database) {
    return collectRows<RunRecord>(database, "run", kRunColumns, readRun);
}

Result<std::optional<RunRecord>> run(Database& database, RunId id) {
    return findRow<RunRecord>(database, kRunColumns, id, readRun);
}

Result<void> interruptRuns(Database& database) {
    return database.execute(
        "UPDATE run SET message = CASE state WHEN 'queued' THEN 'the program ended before this run started' "
        "ELSE 'the program ended while this run was going on; what was finished is kept' END, state = 'interrupted' "
        "WHERE state IN ('queued', 'running')");
}

Result<std::int64_t> insertReport(Database& database, const ReportRecord& record) {
    auto insert = database.prepare("INSERT INTO report (title, document) VALUES (?, ?)");
    if (!insert)
        return insert.error();
    return inserted(database, insert->bind(record.title).bind(jsonText(record.document)));
}

Result<void> updateReport(Database& database, const ReportRecord& record) {
    auto update = database.prepare("UPDATE report SET title = ?, document = ? WHERE id = ? AND hidden = 0");
    if (!update)
        return update.error();
    update->bind(record.title).bind(jsonText(record.document)).bind(record.id);
    return updated(database, *update, "report", record.id);
}

Result<std::vector<ReportRecord>> reports(Database& database) {
    return collectRows<ReportRecord>(database, "report", kReportColumns, readReport);
}

Result<void> setHidden(Database& database, Hideable table, std::int64_t id, bool hidden) {
    static constexpr std::array kTables{"dataset", "experiment", "run", "report"};
    static constexpr std::array kWords{"data set", "experiment", "run", "report"};
    const auto which = static_cast<std::size_t>(table);
    auto update = database.prepare(std::string("UPDATE ") + kTables[which] + " SET hidden = ? WHERE id = ?");
    if (!update)
        return update.error();
    return updated(database, update->bind(std::int64_t{hidden}).bind(id), kWords[which], id);
}

Result<std::int64_t> purge(Database& database) {
    // Artifacts and logs go with their run, arrays and chunks with their content.
    std::int64_t gone = 0;
    for (const char* sql :
         {"DELETE FROM report WHERE hidden = 1", "DELETE FROM experiment WHERE hidden = 1",
          "DELETE FROM run WHERE hidden = 1", "DELETE FROM dataset WHERE hidden = 1", kDeleteVersions, kDeleteUnused}) {
        if (const auto done = database.execute(sql); !done)
            return done.error();
        gone += database.changes();
    }
    return gone;
}

Result<bool> holdsSomething(Database& database) {
    const auto found = database.queryInteger(
        "SELECT EXISTS (SELECT 1 FROM dataset WHERE hidden = 0) OR EXISTS (SELECT 1 FROM experiment WHERE hidden = 0) "
        "OR EXISTS (SELECT 1 FROM run WHERE hidden = 0) OR EXISTS (SELECT 1 FROM report WHERE hidden = 0)");
    if (!found)
        return found.error();
    return *found != 0;
}

} // namespace vitrine::rows
