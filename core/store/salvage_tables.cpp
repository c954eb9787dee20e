#include "core/store/salvage_tables.h"

#include "core/store/project_file.h"

#include <algorithm>
#include <array>
#include <memory>
#include <sqlite3.h>

namespace vitrine {
namespace {

struct CloseDatabase {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
};
struct FinishStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Handle = std::unique_ptr<sqlite3, CloseDatabase>;
using Query = std::unique_ptr<sqlite3_stmt, FinishStatement>;

/// How the rows of a table are found without its indexes.
enum class Walk { byId, byContent, once };
struct Table {
    const char* name;
    const char* columns; ///< the first one is the key
    Walk walk;
    const char* rows; ///< in a sentence: "12 entries of the history"
};

// A row comes after those it refers to.
constexpr std::array kTables{
    Table{"content", "id, kind, header, bytes", Walk::byId, "values"},
    Table{"content_array", "content, position, name, dtype, shape, bytes", Walk::byContent, "arrays"},
    Table{"content_chunk", "id, content, position, part, data", Walk::byId, "pieces of data"},
    Table{"dataset", "id, title, kind, records, molecular, ledger, source, content_hash, content, hidden", Walk::byId,
          "data sets"},
    Table{"experiment", "id, title, plugin, experiment, parameters, inputs, seed, hidden", Walk::byId, "experiments"},
    Table{"run",
          "id, title, plugin, plugin_version, program_version, experiment, parameters, seed, threads, device, inputs, "
          "state, message, created, seconds, peak_bytes, hidden",
          Walk::byId, "runs"},
    Table{"artifact", "id, run, output, description, fingerprint, content_hash, partial, content", Walk::byId,
          "results"},
    Table{"log", "id, run, time, level, text", Walk::byId, "lines of logs"},
    Table{"report", "id, title, document, hidden", Walk::byId, "reports"},
    Table{"state", "key, value", Walk::once, "settings"},
    Table{"history", "id, time, verb, text", Walk::byId, "entries of the history"}};

Error errorOf(sqlite3* handle, const std::string& path) {
    return makeError(ErrorCode::storage, fileNameOf(path) + ": too much of the file is damaged to take anything out",
                     std::string("SQLite: ") + (handle ? sqlite3_errmsg(handle) : "no connection"));
}

Query prepare(sqlite3* handle, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
    return Query(statement);
}

/// Reads as much as SQLite lets through: a file that is shorter than its header says is taken as it is.
Handle openDamaged(const std::string& path) {
    sqlite3* raw = nullptr;
    sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_EXRESCODE, nullptr);
    Handle handle(raw);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_exec(raw, "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;", nullptr, nullptr, nullptr);
    return handle;
}

Handle openTarget(const std::string& path) {
    sqlite3* raw = nullptr;
    sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nullptr);
    Handle handle(raw);
    sqlite3_exec(raw, "PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL;", nullptr, nullptr, nullptr);
    return handle;
}

class RowCopier {
public:
    RowCopier(sqlite3* source, sqlite3* target, const std::stop_token& stop)
        : m_source(source), m_target(target), m_stop(stop) {}

    /// @return whether every row that is there was read
    bool copy(const Table& table);
    bool isStopped() const { return m_stop.stop_requested(); }

private:
    bool copyById(const Table& table);
    bool copyByContent(const Table& table);
    bool copyRest(sqlite3_stmt* select);
    void insert(sqlite3_stmt* row);
    std::int64_t lastId(const Table& table) const;

    sqlite3* m_source;
    sqlite3* m_target;
    const std::stop_token& m_stop;
    Query m_insert;
    std::int64_t m_lastKey = 0;
};

bool RowCopier::copy(const Table& table) {
    const auto columns = std::count(table.columns, table.columns + std::string_view(table.columns).size(), ',') + 1;
    std::string places = "?";
    for (std::ptrdiff_t i = 1; i < columns; ++i)
        places += ", ?";
    m_insert = prepare(m_target, std::string("INSERT OR IGNORE INTO ") + table.name + " (" + table.columns +
                                     ") VALUES (" + places + ")");
    switch (table.walk) {
    case Walk::byId: return copyById(table);
    case Walk::byContent: return copyByContent(table);
    case Walk::once: break;
    }
    const Query all = prepare(m_source, std::string("SELECT ") + table.columns + " FROM " + table.name);
    return all && copyRest(all.get());
}

void RowCopier::insert(sqlite3_stmt* row) {
    sqlite3_reset(m_insert.get());
    for (int column = 0; column < sqlite3_column_count(row); ++column)
        sqlite3_bind_value(m_insert.get(), column + 1, sqlite3_column_value(row, column));
    sqlite3_step(m_insert.get()); // a row that does not fit the table is damaged, too
}

// False when an error ended it.
bool RowCopier::copyRest(sqlite3_stmt* select) {
    int code = SQLITE_ROW;
    while (!isStopped() && (code = sqlite3_step(select)) == SQLITE_ROW) {
        if (sqlite3_column_type(select, 0) == SQLITE_INTEGER)
            m_lastKey = sqlite3_column_int64(select, 0);
        insert(select);
    }
    return code == SQLITE_DONE;
}

std::int64_t RowCopier::lastId(const Table& table) const {
    const Query sequence = prepare(m_source, "SELECT seq FROM sqlite_sequence WHERE name = ?1");
    if (sequence) {
        sqlite3_bind_text(sequence.get(), 1, table.name, -1, SQLITE_STATIC);
        if (sqlite3_step(sequence.get()) == SQLITE_ROW)
            return sqlite3_column_int64(sequence.get(), 0);
    }
    return 0;
}

// Rows in order; behind a hole each number is tried by itself, because its way through the tree may be sound.
bool RowCopier::copyById(const Table& table) {
    constexpr std::int64_t kMostMisses = 20'000;
    const std::string start = std::string("SELECT ") + table.columns + " FROM " + table.name;
    const Query rest = prepare(m_source, start + " WHERE id > ?1 ORDER BY id");
    const Query one = prepare(m_source, start + " WHERE id = ?1");
    if (!rest || !one)
        return false;
    m_lastKey = 0;
    bool whole = true;
    const std::int64_t last = lastId(table);
    std::int64_t misses = 0;
    std::int64_t id = 0;
    while (!isStopped()) {
        sqlite3_reset(rest.get());
        sqlite3_bind_int64(rest.get(), 1, id);
        m_lastKey = id;
        if (copyRest(rest.get()))
            return whole;
        whole = false;
        id = std::max(m_lastKey, id) + 1;
        for (; misses < kMostMisses && (last == 0 || id <= last) && !isStopped(); ++id, ++misses) {
            sqlite3_reset(one.get());
            sqlite3_bind_int64(one.get(), 1, id);
            if (sqlite3_step(one.get()) == SQLITE_ROW) {
                insert(one.get());
                break;
            }
        }
        if (misses >= kMostMisses || (last > 0 && id > last))
            return false;
    }
    return false;
}

bool RowCopier::copyByContent(const Table& table) {
    const Query contents = prepare(m_target, "SELECT id FROM content");
    const Query rows =
        prepare(m_source, std::string("SELECT ") + table.columns + " FROM " + table.name + " WHERE content = ?1");
    if (!contents || !rows)
        return false;
    bool whole = true;
    while (!isStopped() && sqlite3_step(contents.get()) == SQLITE_ROW) {
        sqlite3_reset(rows.get());
        sqlite3_bind_int64(rows.get(), 1, sqlite3_column_int64(contents.get(), 0));
        whole = copyRest(rows.get()) && whole;
    }
    return whole;
}

std::string quoted(sqlite3_stmt* row, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
    return '"' + std::string(text ? text : "?") + '"';
}

/// Records whose value or run is gone are taken out and named.
void dropOrphans(sqlite3* target, std::vector<std::string>& lost) {
    const Query datasets =
        prepare(target, "SELECT title FROM dataset WHERE content NOT IN (SELECT id FROM content) ORDER BY id");
    while (datasets && sqlite3_step(datasets.get()) == SQLITE_ROW)
        lost.push_back("the data set " + quoted(datasets.get(), 0));
    const Query results =
        prepare(target, "SELECT output, run FROM artifact WHERE content NOT IN (SELECT id FROM content) "
                        "OR run NOT IN (SELECT id FROM run) ORDER BY run, id");
    while (results && sqlite3_step(results.get()) == SQLITE_ROW)
        lost.push_back("the result " + quoted(results.get(), 0) + " of run " +
                       std::to_string(sqlite3_column_int64(results.get(), 1)));
    sqlite3_exec(
        target,
        "DELETE FROM dataset WHERE content NOT IN (SELECT id FROM content);"
        "DELETE FROM artifact WHERE content NOT IN (SELECT id FROM content) OR run NOT IN (SELECT id FROM run);"
        "DELETE FROM log WHERE run NOT IN (SELECT id FROM run);",
        nullptr, nullptr, nullptr);
}

} // namespace

Result<std::vector<std::string>> copyIntactRows(const std::string& damaged, const std::string& empty,
                                                const std::stop_token& stop, const std::function<void(double)>& done) {
    const Handle source = openDamaged(damaged);
    const Handle target = openTarget(empty);
    const Query catalogue = prepare(source.get(), "SELECT COUNT(*) FROM sqlite_schema");
    if (!catalogue || sqlite3_step(catalogue.get()) != SQLITE_ROW || sqlite3_column_int64(catalogue.get(), 0) == 0)
        return errorOf(source.get(), damaged);
    std::vector<std::string> lost;
    RowCopier copier(source.get(), target.get(), stop);
    if (sqlite3_exec(target.get(), "BEGIN", nullptr, nullptr, nullptr) != SQLITE_OK)
        return errorOf(target.get(), empty);
    for (std::size_t i = 0; i < kTables.size(); ++i) {
        if (!copier.copy(kTables[i]) && !stop.stop_requested())
            lost.push_back(std::string("some ") + kTables[i].rows + " cannot be read");
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "cancelled");
        if (done)
            done(static_cast<double>(i + 1) / static_cast<double>(kTables.size()));
    }
    dropOrphans(target.get(), lost);
    if (sqlite3_exec(target.get(), "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
        return errorOf(target.get(), empty);
    return lost;
}

} // namespace vitrine
