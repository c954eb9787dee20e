#include "core/store/content_rows.h"
#include "core/store/linked_data.h"
#include "core/store/record_json.h"
#include "core/store/store_access.h"

#include <chrono>
#include <filesystem>

namespace vitrine {
namespace {

template <class T>
std::shared_ptr<const void> pointerOf(const std::shared_ptr<const T>& held) {
    return held;
}

/// The pointer as the alternative of Value at `kind`.
template <std::size_t I = 0>
Value valueOf(ValueKind kind, const std::shared_ptr<const void>& pointer) {
    if constexpr (I < std::variant_size_v<Value>) {
        if (static_cast<std::size_t>(kind) != I)
            return valueOf<I + 1>(kind, pointer);
        using Pointer = std::variant_alternative_t<I, Value>;
        return std::static_pointer_cast<typename Pointer::element_type>(pointer);
    } else {
        return Value{};
    }
}

/// Weights are linked: where their files lie is where the data set says, which may have been told since.
Value placedAt(const std::string& sourcePath, Value value) {
    const auto tensors = valueAs<Tensors>(value);
    const std::string folder = std::filesystem::path(sourcePath).parent_path().string();
    if (!tensors || folder.empty() || folder == tensors->folder)
        return value;
    Tensors moved = *tensors;
    moved.folder = folder;
    return makeValue(std::move(moved));
}

} // namespace

template <class T>
Result<T> SqliteProjectStore::readOne(const std::function<Result<std::optional<T>>(Database&)>& body,
                                      const std::string& what, std::int64_t id) const {
    return read<T>([&](Database& database) -> Result<T> {
        auto found = body(database);
        if (!found)
            return found.error();
        if (!*found)
            return makeError(ErrorCode::notFound,
                             "there is no " + what + " " + std::to_string(id) + " in this project");
        return std::move(**found);
    });
}

Result<std::unique_ptr<Database>> SqliteProjectStore::takeReader() const {
    {
        const std::lock_guard idle(m_idle);
        if (!m_readers.empty()) {
            auto reader = std::move(m_readers.back());
            m_readers.pop_back();
            return reader;
        }
    }
    return Database::open(m_path, {.readOnly = true, .create = false, .immutable = m_immutable, .vfs = m_vfs});
}

std::optional<Value> SqliteProjectStore::cached(std::int64_t content) const {
    const std::lock_guard lock(m_cache);
    const auto found = m_values.find(content);
    if (found == m_values.end())
        return std::nullopt;
    const auto held = found->second.held.lock();
    return held ? std::optional(valueOf(found->second.kind, held)) : std::nullopt;
}

void SqliteProjectStore::remember(std::int64_t content, const Value& value) const {
    const std::lock_guard lock(m_cache);
    std::erase_if(m_values, [](const auto& entry) { return entry.second.held.expired(); });
    m_values[content] = {kindOf(value), std::visit([](const auto& held) { return pointerOf(held); }, value)};
}

Result<Value> SqliteProjectStore::contentValue(Database& database, const rows::ContentRef& ref) const {
    if (auto known = cached(ref.content))
        return std::move(*known);
    auto value = readContent(database, ref.content);
    if (!value)
        return makeError(ErrorCode::storage,
                         fileNameOf(m_path) + ": " + ref.name + " is damaged: " + value.error().message,
                         value.error().context);
    if (contentSha256(*value) != ref.hash)
        return makeError(ErrorCode::storage,
                         fileNameOf(m_path) + ": " + ref.name + " is damaged: its bytes do not give its hash");
    if (auto known = cached(ref.content)) // another thread was faster; everybody shares one copy
        return std::move(*known);
    remember(ref.content, *value);
    return value;
}

Result<Value> SqliteProjectStore::datasetValue(DatasetId id, const ReadContext& context) const {
    std::optional<DatasetRecord> linked;
    std::int64_t content = 0;
    auto value = read<Value>([&](Database& database) -> Result<Value> {
        const auto ref = rows::datasetContent(database, id);
        if (!ref)
            return ref.error();
        if (!*ref)
            return makeError(ErrorCode::notFound, "there is no data set " + std::to_string(id) + " in this project");
        const auto isLinked = isLink(database, (*ref)->content);
        if (!isLinked)
            return isLinked.error();
        if (!*isLinked) {
            auto held = contentValue(database, **ref);
            if (!held || kindOf(*held) != ValueKind::tensors)
                return held;
            const auto owner = rows::dataset(database, id);
            return owner && *owner ? placedAt((*owner)->source.path, std::move(*held)) : std::move(*held);
        }
        auto source = rows::dataset(database, id);
        if (!source)
            return source.error();
        linked = std::move(*source);
        content = (*ref)->content;
        return Value{};
    });
    return value && linked ? linkedValue(*linked, content, context) : std::move(value);
}

/// Outside of the database, because it takes long. Whoever comes meanwhile waits and shares what is read.
Result<Value> SqliteProjectStore::linkedValue(const DatasetRecord& record, std::int64_t content,
                                              const ReadContext& context) const {
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    std::unique_lock turn(m_linking, std::defer_lock);
    while (!turn.try_lock_for(kBetweenLooks))
        if (context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, record.source.fileName + ": reading was cancelled");
    if (auto known = cached(content))
        return std::move(*known);
    m_lastLinked.reset(); // two of them may be more than there is room for
    auto value = readLinked(record, context);
    if (!value)
        return value;
    m_lastLinked = *value;
    remember(content, *value);
    return value;
}

Result<Value> SqliteProjectStore::artifactValue(ArtifactId id) const {
    return read<Value>([&](Database& database) -> Result<Value> {
        const auto ref = rows::artifactContent(database, id);
        if (!ref)
            return ref.error();
        if (!*ref)
            return makeError(ErrorCode::notFound, "there is no artifact " + std::to_string(id) + " in this project");
        return contentValue(database, **ref);
    });
}

Result<std::vector<DatasetRecord>> SqliteProjectStore::datasets() const {
    return read<std::vector<DatasetRecord>>([](Database& database) { return rows::datasets(database); });
}

Result<DatasetRecord> SqliteProjectStore::datasetVersion(DatasetId id, const std::string& contentHash) const {
    return readOne<DatasetRecord>([&](Database& database) { return rows::datasetVersion(database, id, contentHash); },
                                  "content of the wanted hash of data set", id);
}

Result<DatasetRecord> SqliteProjectStore::dataset(DatasetId id) const {
    return readOne<DatasetRecord>([&](Database& database) { return rows::dataset(database, id); }, "data set", id);
}

Result<std::vector<ExperimentRecord>> SqliteProjectStore::experiments() const {
    return read<std::vector<ExperimentRecord>>([](Database& database) { return rows::experiments(database); });
}

Result<std::vector<RunRecord>> SqliteProjectStore::runs() const {
    return read<std::vector<RunRecord>>([](Database& database) { return rows::runs(database); });
}

Result<RunRecord> SqliteProjectStore::run(RunId id) const {
    return readOne<RunRecord>([&](Database& database) { return rows::run(database, id); }, "run", id);
}

Result<std::vector<ArtifactRecord>> SqliteProjectStore::artifacts(RunId run) const {
    return read<std::vector<ArtifactRecord>>([&](Database& database) { return rows::artifacts(database, run); });
}

Result<std::vector<LogLine>> SqliteProjectStore::runLog(RunId run) const {
    return read<std::vector<LogLine>>([&](Database& database) { return rows::runLog(database, run); });
}

Result<std::vector<ReportRecord>> SqliteProjectStore::reports() const {
    return read<std::vector<ReportRecord>>([](Database& database) { return rows::reports(database); });
}

Result<std::vector<HistoryEntry>> SqliteProjectStore::history() const {
    return read<std::vector<HistoryEntry>>([](Database& database) { return rows::history(database); });
}

nlohmann::json SqliteProjectStore::state(const std::string& key) const {
    const auto text = read<std::string>([&](Database& database) { return rows::state(database, key); });
    return text ? storedJson(*text) : nlohmann::json();
}

Result<std::vector<std::string>> SqliteProjectStore::damage() const {
    using Notes = std::vector<std::string>;
    return read<Notes>([this](Database& database) -> Result<Notes> {
        Notes notes;
        const auto pages = database.queryText("PRAGMA quick_check(1)");
        if (!pages || *pages != "ok")
            notes.push_back(fileNameOf(m_path) + ": the structure of the file is damaged; save a copy under another "
                                                 "name and import again what is missing");
        const auto contents = rows::allContents(database);
        if (!contents) {
            notes.push_back(contents.error().message);
            return notes;
        }
        for (const rows::ContentRef& ref : *contents) {
            if (const auto link = isLink(database, ref.content); link && *link)
                continue;                                          // there is nothing of it in the file
            const auto value = readContent(database, ref.content); // not from the cache: the file is what is asked for
            if (!value || contentSha256(*value) != ref.hash)
                notes.push_back(fileNameOf(m_path) + ": " + ref.name +
                                " is damaged: " + (value ? "its bytes do not give its hash" : value.error().message));
        }
        return notes;
    });
}

} // namespace vitrine
