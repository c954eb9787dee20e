#include "core/store/record_json.h"
#include "core/store/record_rows.h"
#include "core/store/row_query.h"
#include "core/values/json_text.h"

namespace vitrine::rows {
namespace {

constexpr int kMostHistory = 10'000;

/// Id and content of the artifact that the output has so far; zeros when there is none.
Result<std::pair<std::int64_t, std::int64_t>> findArtifact(Database& database, RunId run, const std::string& output) {
    auto select = database.prepare("SELECT id, content FROM artifact WHERE run = ? AND output = ?");
    if (!select)
        return select.error();
    const auto row = select->bind(run).bind(output).step();
    if (!row)
        return row.error();
    return *row ? std::pair(select->integer(0), select->integer(1)) : std::pair<std::int64_t, std::int64_t>(0, 0);
}

Result<bool> exists(Database& database, const char* sql, std::int64_t id) {
    auto select = database.prepare(sql);
    if (!select)
        return select.error();
    return select->bind(id).step();
}

Result<void> deleteContent(Database& database, std::int64_t content) {
    auto remove = database.prepare("DELETE FROM content WHERE id = ?");
    if (!remove)
        return remove.error();
    return remove->bind(content).run();
}

ArtifactRecord readArtifact(const Statement& row) {
    ArtifactRecord record;
    record.id = row.integer(0);
    record.run = row.integer(1);
    const std::string output = row.text(2);
    if (auto description = OutputDescription::fromJson(storedJson(row.text(3))))
        record.description = std::move(description).value();
    record.description.id = output; // a damaged description still leaves an artifact that can be found
    record.fingerprint = Fingerprint::fromJson(storedJson(row.text(4)));
    record.contentHash = row.text(5);
    record.partial = row.integer(6) != 0;
    return record;
}

Result<std::optional<ContentRef>> findContent(Database& database, const char* sql, std::int64_t id) {
    auto select = database.prepare(sql);
    if (!select)
        return select.error();
    const auto row = select->bind(id).step();
    if (!row)
        return row.error();
    if (!*row)
        return std::optional<ContentRef>();
    return std::optional(ContentRef{select->integer(0), select->text(1), select->text(2)});
}

constexpr const char* kDatasetContent =
    "SELECT content, content_hash, 'the data set \"' || title || '\"' FROM dataset WHERE hidden = 0";
constexpr const char* kArtifactContent =
    "SELECT artifact.content, content_hash, 'the output \"' || output || '\" of run ' || run FROM artifact WHERE 1";

} // namespace

Result<std::int64_t> putArtifact(Database& database, const ArtifactRecord& record, std::int64_t content) {
    const auto known = exists(database, "SELECT 1 FROM run WHERE id = ?", record.run);
    if (!known)
        return known.error();
    if (!*known)
        return makeError(ErrorCode::notFound, "there is no run " + std::to_string(record.run) + " in this project");
    const auto former = findArtifact(database, record.run, record.description.id);
    if (!former)
        return former.error();
    const auto [formerId, formerContent] = *former;
    auto put = database.prepare(formerId == 0
                                    ? "INSERT INTO artifact (description, fingerprint, content_hash, partial, content, "
                                      "run, output) VALUES (?, ?, ?, ?, ?, ?, ?)"
                                    : "UPDATE artifact SET description = ?, fingerprint = ?, content_hash = ?, "
                                      "partial = ?, content = ? WHERE run = ? AND output = ?");
    if (!put)
        return put.error();
    put->bind(jsonText(record.description.toJson())).bind(jsonText(record.fingerprint.toJson()));
    put->bind(record.contentHash).bind(std::int64_t{record.partial}).bind(content);
    if (const auto done = put->bind(record.run).bind(record.description.id).run(); !done)
        return done.error();
    if (formerId == 0)
        return database.lastId();
    if (const auto done = deleteContent(database, formerContent); !done)
        return done.error();
    return formerId;
}

Result<std::vector<ArtifactRecord>> artifacts(Database& database, RunId run) {
    // The number is the program's own, so it may stand in the text; the row-by-row fallback binds the id.
    return collectRows<ArtifactRecord>(database, "artifact",
                                       "SELECT id, run, output, description, fingerprint, content_hash, partial "
                                       "FROM artifact WHERE run = " +
                                           std::to_string(run),
                                       readArtifact);
}

Result<std::optional<ContentRef>> datasetContent(Database& database, DatasetId id) {
    static const std::string kSql = std::string(kDatasetContent) + " AND id = ?";
    return findContent(database, kSql.c_str(), id);
}

Result<std::optional<ContentRef>> artifactContent(Database& database, ArtifactId id) {
    static const std::string kSql = std::string(kArtifactContent) + " AND id = ?";
    return findContent(database, kSql.c_str(), id);
}

Result<std::vector<ContentRef>> allContents(Database& database) {
    const auto read = [](const Statement& row) { return ContentRef{row.integer(0), row.text(1), row.text(2)}; };
    auto all = collectRows<ContentRef>(database, "dataset", kDatasetContent, read);
    if (!all)
        return all;
    auto artifacts = collectRows<ContentRef>(database, "artifact", kArtifactContent, read);
    if (!artifacts)
        return artifacts;
    all->insert(all->end(), artifacts->begin(), artifacts->end());
    return all;
}

Result<void> appendLog(Database& database, RunId run, const std::vector<LogLine>& lines) {
    auto insert = database.prepare("INSERT INTO log (run, time, level, text) VALUES (?, ?, ?, ?)");
    if (!insert)
        return insert.error();
    for (const LogLine& line : lines)
        if (auto done = insert->bind(run).bind(line.time).bind(line.level).bind(line.text).run(); !done)
            return done;
    return {};
}

Result<std::vector<LogLine>> runLog(Database& database, RunId run) {
    auto select = database.prepare("SELECT time, level, text FROM log WHERE run = ? ORDER BY id");
    if (!select)
        return select.error();
    return collect<LogLine>(select->bind(run), [](const Statement& row) {
        return LogLine{row.text(0), row.text(1), row.text(2)};
    });
}

Result<void> appendHistory(Database& database, const HistoryEntry& entry) {
    auto insert = database.prepare("INSERT INTO history (time, verb, text) VALUES (?, ?, ?)");
    if (!insert)
        return insert.error();
    insert->bind(entry.time.empty() ? utcNow() : entry.time).bind(entry.verb);
    if (auto done = insert->bind(entry.text).run(); !done)
        return done;
    auto trim = database.prepare("DELETE FROM history WHERE id <= ?");
    if (!trim)
        return trim.error();
    return trim->bind(database.lastId() - kMostHistory).run();
}

Result<std::vector<HistoryEntry>> history(Database& database) {
    return collectRows<HistoryEntry>(database, "history", "SELECT time, verb, text FROM history WHERE 1",
                                     [](const Statement& row) {
                                         return HistoryEntry{row.text(0), row.text(1), row.text(2)};
                                     });
}

Result<void> setState(Database& database, const std::string& key, const std::string& value) {
    auto put = database.prepare("INSERT INTO state (key, value) VALUES (?, ?) "
                                "ON CONFLICT (key) DO UPDATE SET value = excluded.value");
    if (!put)
        return put.error();
    return put->bind(key).bind(value).run();
}

Result<std::string> state(Database& database, const std::string& key) {
    auto select = database.prepare("SELECT value FROM state WHERE key = ?");
    if (!select)
        return select.error();
    const auto row = select->bind(key).step();
    if (!row)
        return row.error();
    return *row ? select->text(0) : std::string("null");
}

} // namespace vitrine::rows
