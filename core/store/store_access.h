#pragma once

#include "core/store/project_file.h"
#include "core/store/sqlite_project_store.h"

#include <exception>

namespace vitrine {

inline Error readOnlyError(const std::string& path) {
    return makeError(ErrorCode::storage, fileNameOf(path) + ": the project is open read-only; save it under another "
                                                            "name to change it");
}

template <class T>
Result<T> SqliteProjectStore::read(const std::function<Result<T>(Database&)>& body) const {
    const std::shared_lock connections(m_connections);
    auto reader = takeReader();
    if (!reader)
        return reader.error();
    try {
        if (const auto begun = (*reader)->execute("BEGIN"); !begun)
            return begun.error();
        Result<T> result = body(**reader);
        // A reader that is not handed back is closed, which ends its transaction as well.
        if (const auto ended = (*reader)->execute("COMMIT"); ended) {
            const std::lock_guard idle(m_idle);
            m_readers.push_back(std::move(reader).value());
        }
        return result;
    } catch (const std::exception& error) {
        return makeError(ErrorCode::storage, fileNameOf(m_path) + ": reading failed", error.what());
    }
}

template <class T>
Result<T> SqliteProjectStore::write(const std::function<Result<T>(Database&)>& body) {
    const std::lock_guard writing(m_writing);
    const std::shared_lock connections(m_connections);
    if (!m_writer)
        return readOnlyError(m_path);
    if (const auto begun = m_writer->execute("BEGIN IMMEDIATE"); !begun)
        return begun.error();
    Result<T> result = makeError(ErrorCode::storage, fileNameOf(m_path) + ": writing failed");
    try {
        result = body(*m_writer);
    } catch (const std::exception& error) {
        result = makeError(ErrorCode::storage, fileNameOf(m_path) + ": writing failed", error.what());
    }
    if (result)
        if (const auto committed = m_writer->execute("COMMIT"); !committed)
            result = committed.error();
    if (!result)
        (void)m_writer->execute("ROLLBACK"); // SQLite may have rolled back by itself already
    return result;
}

} // namespace vitrine
