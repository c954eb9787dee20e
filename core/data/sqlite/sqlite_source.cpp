#include "core/data/sqlite/sqlite_source.h"

#include "core/base/available_memory.h"
#include "core/data/graph/utf8_text.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/records/record_table.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <sqlite3.h>

namespace vitrine {
namespace {

constexpr int kStepsBetweenLooks = 10'000;
constexpr std::int64_t kRowsPerReport = 4096;
constexpr std::size_t kMaxRelations = 10'000;
constexpr double kFreeBytes = 256e6;
constexpr double kBytesPerCell = 40;

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// The name of a table inside of a statement.
std::string quoted(const std::string& name) {
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

/// The path as a URI. Nothing is written beside the file, not even a lock.
std::string uriOf(const std::string& path) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    constexpr std::string_view kPlain = "/._-";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || kPlain.find(c) != std::string_view::npos) {
            uri += c;
            continue;
        }
        uri += '%';
        uri += kHex[byte >> 4U];
        uri += kHex[byte & 15U];
    }
    return uri + "?mode=ro&immutable=1";
}

int isToStop(void* context) {
    return static_cast<const ReadContext*>(context)->stop.stop_requested() ? 1 : 0;
}

void restrict(sqlite3* database) {
    for (const auto& [what, on] :
         {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1}, std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
          std::pair{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, std::pair{SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}})
        sqlite3_db_config(database, what, on, nullptr);
    constexpr int kMaxValue = 1 << 28;
    for (const auto& [what, limit] :
         {std::pair{SQLITE_LIMIT_LENGTH, kMaxValue}, std::pair{SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
          std::pair{SQLITE_LIMIT_COLUMN, 2000}, std::pair{SQLITE_LIMIT_EXPR_DEPTH, 100},
          std::pair{SQLITE_LIMIT_COMPOUND_SELECT, 50}, std::pair{SQLITE_LIMIT_VDBE_OP, 250'000},
          std::pair{SQLITE_LIMIT_FUNCTION_ARG, 20}, std::pair{SQLITE_LIMIT_ATTACHED, 0},
          std::pair{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}, std::pair{SQLITE_LIMIT_WORKER_THREADS, 0}})
        sqlite3_limit(database, what, limit);
}

/// A column name as SQLite gives it; the same name twice is told apart.
std::vector<std::string> columnNames(sqlite3_stmt* statement) {
    std::vector<std::string> names;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const char* given = sqlite3_column_name(statement, i);
        const std::string name = validUtf8(given ? given : "");
        std::string unique = name;
        for (int n = 2; std::find(names.begin(), names.end(), unique) != names.end(); ++n)
            unique = name + '_' + std::to_string(n);
        names.push_back(std::move(unique));
    }
    return names;
}

/// One cell; blobs become their length.
AttributeValue cellOf(sqlite3_stmt* statement, int column, bool& blob) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return static_cast<std::int64_t>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
        const unsigned char* text = sqlite3_column_text(statement, column);
        const int bytes = sqlite3_column_bytes(statement, column);
        return validUtf8(text ? std::string_view(reinterpret_cast<const char*>(text), static_cast<std::size_t>(bytes))
                              : std::string_view());
    }
    case SQLITE_BLOB: blob = true; return std::int64_t{sqlite3_column_bytes(statement, column)};
    default: return {};
    }
}

double bytesOf(const AttributeValue& value) {
    const std::string* text = std::get_if<std::string>(&value);
    return kBytesPerCell + (text ? static_cast<double>(text->size()) : 0.0);
}

} // namespace

void SqliteSource::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Error SqliteSource::problem() const {
    const int code = sqlite3_errcode(m_database.get());
    const std::string detail = sqlite3_errmsg(m_database.get());
    switch (code) {
    case SQLITE_INTERRUPT: return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
    case SQLITE_NOTADB:
        return makeError(ErrorCode::parse, m_name + ": no SQLite database behind its first bytes, or an encrypted one",
                         detail);
    case SQLITE_CORRUPT: return makeError(ErrorCode::parse, m_name + ": the database is damaged or cut off", detail);
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG: return makeError(ErrorCode::outOfRange, m_name + ": takes more memory than there is", detail);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: return makeError(ErrorCode::io, m_name + ": the database cannot be read", detail);
    default: return makeError(ErrorCode::parse, m_name + ": the database refuses to be read: " + inQuotes(detail, 120));
    }
}

Result<SqliteSource> SqliteSource::open(const std::string& path, const ReadContext& context) {
    SqliteSource source;
    source.m_name = inputName(path);
    source.m_context = std::make_unique<ReadContext>(context);
    const auto head = readFileHead(path);
    if (!head)
        return head.error();
    if (nameWithoutCompression(source.m_name) != source.m_name)
        return makeError(ErrorCode::unsupported, source.m_name + ": a compressed database, unpack it first");
    source.m_fileBytes = static_cast<std::size_t>(head->size);
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(uriOf(path).c_str(), &opened,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    source.m_database.reset(opened);
    if (code != SQLITE_OK)
        return opened ? source.problem() : makeError(ErrorCode::io, source.m_name + ": the database cannot be read");
    restrict(opened);
    sqlite3_progress_handler(opened, kStepsBetweenLooks, isToStop, source.m_context.get());
    sqlite3_exec(opened, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON", nullptr, nullptr,
                 nullptr);
    if (auto good = source.list(); !good)
        return good.error();
    return source;
}

Result<void> SqliteSource::list() {
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v2(m_database.get(),
                                        "SELECT name, type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view') "
                                        "AND name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY rowid",
                                        -1, &made, nullptr);
    const Statement statement(made);
    if (code != SQLITE_OK)
        return problem();
    int step = SQLITE_DONE;
    while ((step = sqlite3_step(made)) == SQLITE_ROW) {
        const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(made, 0));
        if (m_relations.size() == kMaxRelations)
            return makeError(ErrorCode::outOfRange,
                             m_name + ": more than " + grouped(kMaxRelations) + " tables, at most these are looked at");
        if (name)
            m_relations.push_back({name, sqlite3_column_int(made, 1) != 0});
    }
    if (step != SQLITE_DONE)
        return problem();
    if (m_relations.empty())
        return makeError(ErrorCode::unsupported, m_name + ": there is no table in the database");
    return {};
}

Result<std::int64_t> SqliteSource::count(const Relation& relation) const {
    sqlite3_stmt* made = nullptr;
    const std::string text = "SELECT count(*) FROM " + quoted(relation.name);
    const int code = sqlite3_prepare_v2(m_database.get(), text.c_str(), -1, &made, nullptr);
    const Statement statement(made);
    if (code != SQLITE_OK || sqlite3_step(made) != SQLITE_ROW)
        return problem();
    return static_cast<std::int64_t>(sqlite3_column_int64(made, 0));
}

Result<Records> SqliteSource::rows(const Relation& relation, std::int64_t limit, Pick pick) const {
    const double bytes = 2.0 * static_cast<double>(m_fileBytes);
    if (limit < 0 && bytes > kFreeBytes)
        if (auto fits = checkFits(m_name, static_cast<std::int64_t>(m_fileBytes), "byte", bytes); !fits)
            return fits.error();
    sqlite3_stmt* made = nullptr;
    const std::string text = "SELECT * FROM " + quoted(relation.name) +
                             (pick == Pick::last ? " ORDER BY rowid DESC" : "") +
                             (limit >= 0 && pick != Pick::asRead ? " LIMIT " + std::to_string(limit) : std::string());
    const int code = sqlite3_prepare_v2(m_database.get(), text.c_str(), -1, &made, nullptr);
    const Statement statement(made);
    if (code != SQLITE_OK)
        return problem();
    const std::vector<std::string> names = columnNames(made);
    RecordTable table(m_name, m_fileBytes);
    double held = 0.0;
    double checked = 0.0;
    std::int64_t row = 0;
    int step = SQLITE_DONE;
    while (row != limit && (step = sqlite3_step(made)) == SQLITE_ROW) {
        table.beginRecord(++row);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto column = table.column(names[i], i);
            if (!column)
                return column.error();
            bool blob = false;
            AttributeValue value = cellOf(made, static_cast<int>(i), blob);
            held += bytesOf(value);
            if (blob)
                table.ledger().note(LedgerAction::coerced, names[i], "Binary data, its length in bytes kept", row);
            if (auto good = table.set(*column, std::move(value)); !good)
                return good.error();
        }
        // A view can have more rows than any file explains.
        if (held - checked > kFreeBytes) {
            if (auto fits = checkFits(m_name, row, "row", held - checked); !fits)
                return fits.error();
            checked = held;
        }
        if (row % kRowsPerReport == 0) {
            if (m_context->keep)
                m_context->keep->seen = row;
            if (m_context->stop.stop_requested() && m_context->keep)
                break;
            if (m_context->stop.stop_requested())
                return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
            m_context->progress(std::min(0.6, held / (4.0 * static_cast<double>(m_fileBytes) + 1.0)), "Reading rows");
        }
    }
    // SQLite itself may have been stopped between two rows.
    if (row == limit)
        step = SQLITE_DONE;
    const bool isCut = step != SQLITE_DONE && m_context->keep && m_context->stop.stop_requested() &&
                       (step == SQLITE_ROW || sqlite3_errcode(m_database.get()) == SQLITE_INTERRUPT);
    if (step != SQLITE_DONE && (!isCut || row == 0))
        return problem();
    if (isCut)
        m_context->keep->complete = row;
    Records records;
    records.table = table.take();
    table.ledger().recordsRead = row;
    records.ledger = std::move(table.ledger());
    records.lines = table.takeLines();
    return records;
}

} // namespace vitrine
