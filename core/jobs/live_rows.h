#pragma once

#include "core/base/result.h"
#include "core/values/value.h"

#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace vitrine {

/// Rows of one live output as they come: appending costs the rows alone, a snapshot joins what came since the last one.
/// Thread-safe.
class LiveRows {
public:
    /// Table: the same columns as before. Series: lines are continued by id, new lines may come.
    /// @errors invalid_argument
    Result<void> append(const Value& rows);
    /// Everything so far; empty before the first rows. The same snapshot until new rows come.
    std::optional<Value> snapshot() const;
    std::int64_t rowCount() const;

private:
    struct Column {
        std::string name;
        ColumnType type = ColumnType::real;
        bool operator==(const Column&) const = default;
    };
    Result<void> admit(const Value& rows);

    mutable std::mutex m_mutex; // protects the members below; held while joining, so writers keep to m_pendingMutex
    mutable std::optional<Value> m_joined;

    mutable std::mutex m_pendingMutex; // protects the members below; held briefly
    mutable std::vector<Value> m_pending;
    std::optional<ValueKind> m_kind;
    std::vector<Column> m_columns;
    std::map<std::string, bool> m_bands; // by line: whether it has a band
    std::int64_t m_rows = 0;
};

} // namespace vitrine
