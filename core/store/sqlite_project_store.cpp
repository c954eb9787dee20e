#include "core/store/sqlite_project_store.h"

#include "core/base/log.h"
#include "core/store/project_file.h"
#include "core/store/store_access.h"
#include "core/values/text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {
namespace {

constexpr const char* kWriterSettings = "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;";
constexpr const char* kNoWal = "Write-ahead logging is not possible in this folder; changes are as safe, but reading "
                               "and writing wait for each other.";
constexpr const char* kNoLocks = "Opened from a folder that cannot be written; changes made elsewhere meanwhile are "
                                 "not seen.";

/// Whether the tables answer at all; finds a file whose catalogue is damaged.
Result<void> probe(Database& database) {
    for (const char* table : {"content", "content_array", "content_chunk", "dataset", "experiment", "run", "artifact",
                              "log", "report", "state", "history"}) {
        const auto statement = database.prepare("SELECT * FROM " + std::string(table));
        if (!statement)
            return statement.error();
    }
    return {};
}

/// A project that was last used with a log, now in a place where logs are impossible: the log's index is kept in memory
/// for once, and the plain journal is taken. Nothing happens where a log works.
Result<void> leaveLog(Database& database) {
    if (database.queryInteger("SELECT COUNT(*) FROM sqlite_schema"))
        return {};
    if (auto alone = database.queryText("PRAGMA locking_mode = EXCLUSIVE"); !alone)
        return alone.error();
    if (auto mode = database.queryText("PRAGMA journal_mode = DELETE"); !mode)
        return mode.error();
    if (auto shared = database.queryText("PRAGMA locking_mode = NORMAL"); !shared)
        return shared.error();
    const auto answers = database.queryInteger("SELECT COUNT(*) FROM sqlite_schema");
    return answers ? Result<void>() : Result<void>(answers.error());
}

bool isInUntitledFolder(const std::string& path) {
    return path.substr(0, path.find_last_of('/')) == untitledFolder();
}

} // namespace

Result<std::shared_ptr<ProjectStore>> SqliteProjectStore::createAt(const std::string& path, const Options& options) {
    const std::string absolute = absolutePath(path);
    auto lock = ProjectLock::acquire(absolute);
    if (!lock)
        return lock.error();
    if (fileExists(absolute))
        return makeError(ErrorCode::storage, fileNameOf(absolute) + ": exists already; choose another name", absolute);
    removeJournals(absolute);
    {
        // The catalogue is written with the plain journal, so that the file is complete before its log begins.
        auto database =
            Database::open(absolute, {.readOnly = false, .create = true, .immutable = false, .vfs = options.vfs});
        Result<void> made = database ? Result<void>() : Result<void>(database.error());
        if (made)
            made = (*database)->execute("PRAGMA synchronous = FULL; PRAGMA auto_vacuum = INCREMENTAL;");
        if (made)
            made = migrate(**database, kApplicationId, kVersion);
        if (!made) {
            unlink(absolute.c_str());
            removeJournals(absolute);
            return made.error();
        }
    }
    syncFolderOf(absolute);
    std::shared_ptr<SqliteProjectStore> store(new SqliteProjectStore(absolute, options));
    store->m_lock = std::move(lock).value();
    if (const auto opened = store->openForWriting(); !opened)
        return opened.error();
    return std::shared_ptr<ProjectStore>(std::move(store));
}

Result<std::shared_ptr<ProjectStore>> SqliteProjectStore::openAt(const std::string& path, const Options& options) {
    const std::string absolute = absolutePath(path);
    std::shared_ptr<SqliteProjectStore> store(new SqliteProjectStore(absolute, options));
    if (const auto fits = checkProjectHeader(absolute, kApplicationId, kVersion); !fits)
        return fits.error();
    if (options.mode == OpenMode::readWrite) {
        auto lock = ProjectLock::acquire(absolute);
        if (!lock)
            return lock.error();
        store->m_lock = std::move(lock).value();
    }
    const auto opened = options.mode == OpenMode::readWrite ? store->openForWriting() : store->openForReading();
    if (!opened)
        return opened.error();
    return std::shared_ptr<ProjectStore>(std::move(store));
}

Result<void> SqliteProjectStore::openForWriting() {
    auto database = Database::open(m_path, {.readOnly = false, .create = false, .immutable = false, .vfs = m_vfs});
    if (!database)
        return database.error();
    if ((*database)->isWriteProtected())
        return makeError(ErrorCode::storage,
                         fileNameOf(m_path) + ": the file is write-protected; it can be opened read-only", m_path);
    if (auto left = leaveLog(**database); !left)
        return left;
    if (auto set = (*database)->execute(kWriterSettings); !set)
        return set;
    if (auto done = migrate(**database, kApplicationId, kVersion); !done)
        return done;
    if (auto sound = probe(**database); !sound)
        return sound;
    if (auto started = startJournal(**database); !started)
        return started;
    m_writer = std::move(database).value();
    const auto tidied = write<void>([](Database& db) -> Result<void> {
        if (auto marked = rows::interruptRuns(db); !marked)
            return marked;
        const auto purged = rows::purge(db);
        return purged ? Result<void>() : Result<void>(purged.error());
    });
    // What can be read of a damaged project is worth more than a tidy one.
    if (!tidied)
        log(LogLevel::warning, "store", tidied.error().message + " (while tidying up after the last session)");
    return {};
}

Result<void> SqliteProjectStore::startJournal(Database& database) {
    const auto mode = database.queryText("PRAGMA journal_mode = WAL");
    m_journalNote.clear();
    if (mode && *mode == "wal")
        return {};
    m_journalNote = kNoWal;
    const auto fallback = database.queryText("PRAGMA journal_mode = DELETE");
    return fallback ? Result<void>() : Result<void>(fallback.error());
}

Result<void> SqliteProjectStore::openForReading() {
    Database::Options plain{.readOnly = true, .create = false, .immutable = false, .vfs = m_vfs};
    auto database = Database::open(m_path, plain);
    Result<void> sound = database ? probe(**database) : Result<void>(database.error());
    if (!sound) {
        // A log needs an index file beside it; where none can be made the file is taken as it is.
        plain.immutable = true;
        auto fixed = Database::open(m_path, plain);
        if (!fixed || !probe(**fixed))
            return sound;
        database = std::move(fixed);
        m_immutable = true;
        m_journalNote = kNoLocks;
    }
    const auto version = (*database)->queryInteger("PRAGMA user_version");
    if (version && *version < kVersion)
        return makeError(ErrorCode::storage,
                         fileNameOf(m_path) + ": was written by an older Vitrine; open it for writing once", m_path);
    m_readers.push_back(std::move(database).value());
    return {};
}

SqliteProjectStore::~SqliteProjectStore() {
    if (!m_writer)
        return;
    const auto purged = write<std::int64_t>([](Database& db) { return rows::purge(db); });
    if (purged && *purged > 0)
        (void)m_writer->execute("PRAGMA incremental_vacuum");
    const auto something = rows::holdsSomething(*m_writer);
    const bool disposable = isUntitled() && something && !*something;
    closeConnections();
    if (disposable) {
        unlink(m_path.c_str());
        removeJournals(m_path);
    }
}

void SqliteProjectStore::closeConnections() {
    const std::lock_guard idle(m_idle);
    m_readers.clear();
    m_writer.reset();
}

std::string SqliteProjectStore::path() const {
    const std::shared_lock lock(m_connections);
    return m_path;
}

std::string SqliteProjectStore::journalNote() const {
    const std::shared_lock lock(m_connections);
    return m_journalNote;
}

bool SqliteProjectStore::isUntitled() const {
    return isInUntitledFolder(path());
}

Result<void> SqliteProjectStore::save() {
    const std::lock_guard writing(m_writing);
    if (isReadOnly())
        return readOnlyError(m_path);
    if (!m_journalNote.empty())
        return {}; // without a log the file is complete after every command
    return m_writer->execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

Result<void> SqliteProjectStore::writeCopy(const std::string& copyPath) {
    const auto source = takeReader();
    if (!source)
        return source.error();
    auto copy = Database::open(copyPath, {.readOnly = false, .create = true, .immutable = false, .vfs = m_vfs});
    if (!copy)
        return copy.error();
    if (auto set = (*copy)->execute("PRAGMA synchronous = FULL"); !set)
        return set;
    if (auto done = (*source)->backupTo(**copy); !done)
        return done;
    // The copy of a project with a log would need one of its own before it is in its place.
    const auto mode = (*copy)->queryText("PRAGMA journal_mode = DELETE");
    return mode ? Result<void>() : Result<void>(mode.error());
}

Result<void> SqliteProjectStore::saveAs(const std::string& path) {
    const std::string target = absolutePath(path);
    if (target == this->path() && !isReadOnly())
        return save();
    // Writers wait here until the copy is complete and in use; readers only while it changes places.
    const std::lock_guard writing(m_writing);
    auto lock = ProjectLock::acquire(target);
    if (!lock)
        return lock.error();
    const std::string copyPath = target + ".part";
    unlink(copyPath.c_str());
    removeJournals(copyPath);
    Result<void> done = writeCopy(copyPath);
    if (done) {
        const std::lock_guard connections(m_connections);
        done = moveTo(target, copyPath);
        if (done)
            m_lock = std::move(lock).value();
    }
    if (!done) {
        unlink(copyPath.c_str());
        removeJournals(copyPath);
    }
    return done;
}

/// Puts the copy in its place and goes on there. The old file is left as it is, complete; an untitled one goes away.
Result<void> SqliteProjectStore::moveTo(const std::string& path, const std::string& copyPath) {
    const std::string former = m_path;
    removeJournals(path); // the log of a file that is replaced must not be replayed into the new one
    if (std::rename(copyPath.c_str(), path.c_str()) != 0)
        return makeError(ErrorCode::io, fileNameOf(path) + ": cannot be written (" + std::strerror(errno) + ")", path);
    syncFolderOf(path);
    auto database = Database::open(path, {.readOnly = false, .create = false, .immutable = false, .vfs = m_vfs});
    Result<void> opened = database ? (*database)->execute(kWriterSettings) : Result<void>(database.error());
    std::string journalNote = m_journalNote;
    if (opened)
        opened = startJournal(**database);
    if (!opened) {
        m_journalNote = std::move(journalNote);
        return opened; // we go on with the old file
    }
    closeConnections();
    m_path = path;
    m_readOnly = false;
    m_immutable = false;
    m_writer = std::move(database).value();
    if (isInUntitledFolder(former)) {
        unlink(former.c_str());
        removeJournals(former);
    }
    return {};
}

} // namespace vitrine
