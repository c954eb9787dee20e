// Contents of a data set one after the other: the latest stands in its row, earlier ones in rows of their own.
#include "core/store/record_json.h"
#include "core/store/record_rows.h"
#include "core/store/row_query.h"
#include "core/values/json_text.h"

namespace vitrine::rows {
namespace {

constexpr const char* kContent = "kind, records, molecular, ledger, source, content_hash, content";

Result<void> mustExist(Result<std::optional<DatasetRecord>> found, DatasetId id) {
    if (!found)
        return found.error();
    if (!*found)
        return makeError(ErrorCode::notFound, "there is no data set " + std::to_string(id) + " in this project");
    return {};
}

} // namespace

Result<std::optional<DatasetRecord>> datasetVersion(Database& database, DatasetId id, const std::string& contentHash) {
    auto latest = dataset(database, id);
    if (!latest || (*latest && (*latest)->contentHash == contentHash))
        return latest;
    auto select = database.prepare("SELECT id FROM dataset WHERE hidden = 0 AND content_hash = ? ORDER BY id");
    if (!select)
        return select.error();
    select->bind(contentHash);
    std::vector<DatasetId> candidates;
    for (;;) {
        const auto row = select->step();
        if (!row)
            return row.error();
        if (!*row)
            break;
        candidates.push_back(select->integer(0));
    }
    for (const DatasetId candidate : candidates) {
        auto found = dataset(database, candidate);
        if (!found || (*found && (*found)->versionOf == id))
            return found;
    }
    return std::optional<DatasetRecord>();
}

Result<void> setDatasetSource(Database& database, DatasetId id, const DatasetSource& source) {
    const auto record = dataset(database, id);
    if (auto there = mustExist(record, id); !there)
        return there;
    nlohmann::json json = sourceToJson(source);
    if ((*record)->versionOf != 0)
        json["version_of"] = (*record)->versionOf;
    auto update = database.prepare("UPDATE dataset SET source = ? WHERE id = ?");
    if (!update)
        return update.error();
    return update->bind(jsonText(json)).bind(id).run();
}

Result<bool> isUsedByRun(Database& database, const std::string& contentHash) {
    auto select = database.prepare("SELECT EXISTS (SELECT 1 FROM run WHERE instr(inputs, ?) > 0)");
    if (!select)
        return select.error();
    const auto row = select->bind(contentHash).step();
    if (!row)
        return row.error();
    return *row && select->integer(0) != 0;
}

Result<DatasetId> copyAsVersion(Database& database, DatasetId id) {
    auto insert = database.prepare(std::string("INSERT INTO dataset (title, ") + kContent + ") SELECT title, " +
                                   kContent + " FROM dataset WHERE id = ? AND hidden = 0");
    if (!insert)
        return insert.error();
    if (auto done = insert->bind(id).run(); !done)
        return done.error();
    if (database.changes() == 0)
        return makeError(ErrorCode::notFound, "there is no data set " + std::to_string(id) + " in this project");
    const DatasetId copy = database.lastId();
    auto mark = database.prepare("UPDATE dataset SET source = json_set(source, '$.version_of', ?) WHERE id = ?");
    if (!mark)
        return mark.error();
    if (auto marked = mark->bind(id).bind(copy).run(); !marked)
        return marked.error();
    return copy;
}

Result<void> updateDataset(Database& database, const DatasetRecord& record, std::int64_t content) {
    const auto former = datasetContent(database, record.id);
    if (!former)
        return former.error();
    auto update = database.prepare("UPDATE dataset SET kind = ?, records = ?, molecular = ?, ledger = ?, source = ?, "
                                   "content_hash = ?, content = ? WHERE id = ?");
    if (!update)
        return update.error();
    update->bind(valueKindName(record.kind)).bind(record.records).bind(std::int64_t{record.molecular});
    update->bind(jsonText(record.ledger.toJson())).bind(jsonText(sourceToJson(record.source)));
    if (auto done = update->bind(record.contentHash).bind(content).bind(record.id).run(); !done)
        return done;
    if (!*former)
        return {};
    auto drop = database.prepare("DELETE FROM content WHERE id = ? AND NOT EXISTS (SELECT 1 FROM dataset WHERE "
                                 "dataset.content = content.id) AND NOT EXISTS (SELECT 1 FROM artifact WHERE "
                                 "artifact.content = content.id)");
    if (!drop)
        return drop.error();
    return drop->bind((*former)->content).run();
}

Result<void> exchangeVersion(Database& database, DatasetId id, DatasetId version) {
    const auto earlier = dataset(database, version);
    if (auto there = mustExist(earlier, version); !there)
        return there;
    if ((*earlier)->versionOf != id)
        return makeError(ErrorCode::invalidArgument,
                         "data set " + std::to_string(version) + " is no version of data set " + std::to_string(id));
    // A copy of the latest stands aside while the two change places.
    const auto aside = copyAsVersion(database, id);
    if (!aside)
        return aside.error();
    const auto move = [&](DatasetId from, DatasetId to, bool latest) -> Result<void> {
        auto update = database.prepare(
            std::string("UPDATE dataset SET (") + kContent + ") = (SELECT kind, records, molecular, ledger, " +
            (latest ? "json_remove(source, '$.version_of')" : "source") +
            ", content_hash, content FROM dataset AS other WHERE other.id = ?) WHERE id = ?");
        if (!update)
            return update.error();
        return update->bind(from).bind(to).run();
    };
    if (auto moved = move(version, id, true); !moved)
        return moved;
    if (auto moved = move(*aside, version, false); !moved)
        return moved;
    auto drop = database.prepare("DELETE FROM dataset WHERE id = ?");
    if (!drop)
        return drop.error();
    return drop->bind(*aside).run();
}

} // namespace vitrine::rows
