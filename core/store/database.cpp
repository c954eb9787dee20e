#include "core/store/database.h"

#include <sqlite3.h>
#include <utility>

namespace vitrine {
namespace {

constexpr int kBusyTimeoutMs = 10'000;

std::string fileNameOf(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string reasonOf(int code, sqlite3* handle) {
    switch (code & 0xFF) {
    case SQLITE_FULL: return "the disk is full; free some space and try again";
    case SQLITE_IOERR: return "the disk refused to read or write";
    case SQLITE_CORRUPT: return "a part of the file is damaged";
    case SQLITE_NOTADB: return "this is no Vitrine project";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program keeps the file locked; close it and try again";
    case SQLITE_READONLY: return "the file is write-protected; it can be opened read-only";
    case SQLITE_CANTOPEN: return "the file or its journal cannot be opened";
    case SQLITE_NOMEM: return "there is not enough memory";
    case SQLITE_TOOBIG: return "a value is larger than a project can hold";
    default: return std::string("the project cannot be read or written: ") + (handle ? sqlite3_errmsg(handle) : "?");
    }
}

/// file: URI of a path, for the options that only an URI can carry.
std::string uriOf(const std::string& path, const char* query) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string uri = "file:";
    for (unsigned char c : path) {
        if (c == '%' || c == '?' || c == '#' || c < 0x21 || c > 0x7E) {
            uri += '%';
            uri += kDigits[c >> 4];
            uri += kDigits[c & 15];
        } else {
            uri += static_cast<char>(c);
        }
    }
    return uri + query;
}

} // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& path, const Options& options) {
    int flags = SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE;
    flags |= options.readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (options.create)
        flags |= SQLITE_OPEN_CREATE;
    if (options.immutable)
        flags |= SQLITE_OPEN_URI;
    const std::string name = options.immutable ? uriOf(path, "?immutable=1") : path;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &handle, flags, options.vfs.empty() ? nullptr : options.vfs.c_str());
    std::unique_ptr<Database> database(new Database(fileNameOf(path), handle));
    if (code != SQLITE_OK)
        return database->error(code);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    sqlite3_busy_timeout(handle, kBusyTimeoutMs);
    if (auto set = database->execute("PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"); !set)
        return set.error();
    return database;
}

Database::~Database() {
    sqlite3_close_v2(m_handle);
}

Error Database::error(int code) const {
    return makeError(ErrorCode::storage, m_fileName + ": " + reasonOf(code, m_handle),
                     "SQLite " + std::to_string(code) + ": " + (m_handle ? sqlite3_errmsg(m_handle) : "no connection"));
}

Result<void> Database::execute(const std::string& sql) {
    const int code = sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return error(code);
    return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(m_handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    if (code != SQLITE_OK)
        return error(code);
    return Statement(*this, statement);
}

Result<std::int64_t> Database::queryInteger(std::string_view sql) {
    auto statement = prepare(sql);
    if (!statement)
        return statement.error();
    const auto row = statement->step();
    if (!row)
        return row.error();
    return *row ? statement->integer(0) : 0;
}

Result<std::string> Database::queryText(std::string_view sql) {
    auto statement = prepare(sql);
    if (!statement)
        return statement.error();
    const auto row = statement->step();
    if (!row)
        return row.error();
    return *row ? statement->text(0) : std::string();
}

std::int64_t Database::lastId() const {
    return sqlite3_last_insert_rowid(m_handle);
}

std::int64_t Database::changes() const {
    return sqlite3_changes64(m_handle);
}

bool Database::isWriteProtected() const {
    return sqlite3_db_readonly(m_handle, "main") == 1;
}

Result<void> Database::backupTo(Database& target) {
    sqlite3_backup* backup = sqlite3_backup_init(target.m_handle, "main", m_handle, "main");
    if (!backup)
        return target.error(sqlite3_extended_errcode(target.m_handle));
    sqlite3_backup_step(backup, -1);
    const int code = sqlite3_backup_finish(backup);
    if (code != SQLITE_OK)
        return target.error(code);
    return {};
}

Statement::Statement(Statement&& other) noexcept
    : m_database(other.m_database), m_statement(std::exchange(other.m_statement, nullptr)), m_next(other.m_next),
      m_bindCode(other.m_bindCode) {}

Statement::~Statement() {
    sqlite3_finalize(m_statement);
}

void Statement::note(int code) {
    if (m_bindCode == SQLITE_OK)
        m_bindCode = code;
}

Statement& Statement::bind(std::int64_t value) {
    note(sqlite3_bind_int64(m_statement, m_next++, value));
    return *this;
}

Statement& Statement::bind(double value) {
    note(sqlite3_bind_double(m_statement, m_next++, value));
    return *this;
}

Statement& Statement::bind(std::string_view text) {
    note(sqlite3_bind_text64(m_statement, m_next++, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                             SQLITE_UTF8));
    return *this;
}

Statement& Statement::bindBlob(const void* data, std::size_t bytes) {
    note(sqlite3_bind_blob64(m_statement, m_next++, bytes > 0 ? data : "", bytes, SQLITE_STATIC));
    return *this;
}

Result<bool> Statement::step() {
    if (m_bindCode != SQLITE_OK)
        return m_database->error(std::exchange(m_bindCode, SQLITE_OK));
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return m_database->error(code);
}

Result<void> Statement::run() {
    const Result<bool> row = step();
    reset();
    if (!row)
        return row.error();
    return {};
}

void Statement::reset() {
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
    m_next = 1;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(m_statement, column);
}

std::string Statement::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string();
}

std::string_view Statement::blob(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)))
                 : std::string_view();
}

} // namespace vitrine
