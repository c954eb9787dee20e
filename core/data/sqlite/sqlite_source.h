#pragma once

#include "core/data/reader.h"
#include "core/data/records/record_dataset.h"

#include <memory>

struct sqlite3;

namespace vitrine {

/// A database of another program, opened to be read and never to be changed, with everything in it taken as hostile:
/// nothing in its schema may act, values and statements are limited, and every step looks whether it is to stop.
class SqliteSource {
public:
    struct Relation {
        std::string name;
        bool view = false;
    };

    /// @errors not_found, io, parse (damaged), unsupported (compressed, encrypted), cancelled
    static Result<SqliteSource> open(const std::string& path, const ReadContext& context);

    /// Tables and views in the order in which they were made, those of SQLite itself left out.
    const std::vector<Relation>& relations() const { return m_relations; }
    /// Rows of a table. @errors parse, out_of_range, cancelled
    Result<std::int64_t> count(const Relation& relation) const;
    enum class Pick {
        first,  ///< as quickly as they can be found
        asRead, ///< those that come first when all are read
        last    ///< only of tables with a rowid
    };
    /// @param limit  -1: all rows
    Result<Records> rows(const Relation& relation, std::int64_t limit, Pick pick) const;

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    Error problem() const;
    Result<void> list();

    std::string m_name;
    std::size_t m_fileBytes = 0;
    std::unique_ptr<ReadContext> m_context; ///< SQLite holds its address
    std::unique_ptr<sqlite3, Close> m_database;
    std::vector<Relation> m_relations;
};

} // namespace vitrine
