#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace vitrine {

class Database;

/// A prepared statement. Texts and blobs that are read stay valid until the next step.
class Statement {
public:
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    // Parameters are numbered from 1 in the order of the calls.
    Statement& bind(std::int64_t value);
    Statement& bind(double value);
    Statement& bind(std::string_view text);
    /// The bytes are not copied; they must live until the statement is stepped.
    Statement& bindBlob(const void* data, std::size_t bytes);

    /// True while there is a row. @errors storage
    Result<bool> step();
    /// Steps a statement that gives no rows, and readies it for the next round of binding.
    Result<void> run();
    void reset();

    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    std::string_view blob(int column) const;

private:
    friend class Database;
    Statement(Database& database, sqlite3_stmt* statement) : m_database(&database), m_statement(statement) {}
    void note(int code);

    Database* m_database;
    sqlite3_stmt* m_statement;
    int m_next = 1;
    int m_bindCode = 0;
};

/// One SQLite connection. Used by one thread at a time. Files from outside are hostile: triggers, views and functions
/// with side effects in a stored schema are off.
class Database {
public:
    struct Options {
        bool readOnly = false;
        bool create = false;
        bool immutable = false; ///< read-only folder: no journal, no locks
        std::string vfs;        ///< name of SQLite's file layer; empty: the default one
    };
    static Result<std::unique_ptr<Database>> open(const std::string& path, const Options& options);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// One or several statements without parameters.
    Result<void> execute(const std::string& sql);
    Result<Statement> prepare(std::string_view sql);
    /// First cell of the first row.
    Result<std::int64_t> queryInteger(std::string_view sql);
    Result<std::string> queryText(std::string_view sql);

    std::int64_t lastId() const;
    std::int64_t changes() const;
    bool isWriteProtected() const;

    /// Copies everything into another connection.
    Result<void> backupTo(Database& target);

    /// The last failure in one sentence that begins with the file's name.
    Error error(int code) const;

private:
    Database(std::string fileName, sqlite3* handle) : m_fileName(std::move(fileName)), m_handle(handle) {}

    std::string m_fileName;
    sqlite3* m_handle;
};

} // namespace vitrine
