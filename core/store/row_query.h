#pragma once

#include "core/base/log.h"
#include "core/store/database.h"

#include <algorithm>
#include <vector>

namespace vitrine {

/// All rows of a prepared statement. @errors storage
template <class T, class Read>
Result<std::vector<T>> collect(Statement& statement, Read read) {
    std::vector<T> out;
    for (;;) {
        const Result<bool> row = statement.step();
        if (!row)
            return row.error();
        if (!*row)
            return out;
        out.push_back(read(statement));
    }
}

/// Rows of a table in the order of their ids. Where a page of the table is damaged, every id is asked for by itself and
/// what can be read is returned; a person sees an incomplete list rather than none. `select` ends in its WHERE clause.
template <class T, class Read>
Result<std::vector<T>> collectRows(Database& database, const std::string& table, const std::string& select, Read read) {
    {
        auto all = database.prepare(select + " ORDER BY id");
        if (!all)
            return all.error();
        auto rows = collect<T>(*all, read);
        if (rows)
            return rows;
        log(LogLevel::warning, "store", rows.error().message + "; reading the table " + table + " row by row");
    }
    constexpr std::int64_t kMostIds = 100'000;
    const auto highest = database.queryInteger("SELECT seq FROM sqlite_sequence WHERE name = '" + table + "'");
    const std::int64_t last = highest ? std::min(*highest, kMostIds) : kMostIds / 10;
    auto one = database.prepare(select + " AND id = ?");
    if (!one)
        return one.error();
    std::vector<T> out;
    for (std::int64_t id = 1; id <= last; ++id) {
        const Result<bool> row = one->bind(id).step();
        if (row && *row)
            out.push_back(read(*one));
        one->reset();
    }
    return out;
}

} // namespace vitrine
