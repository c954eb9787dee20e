#pragma once

#include "core/values/column.h"

#include <string_view>

namespace vitrine {

/// Typed columns of equal length.
struct Table {
    std::vector<Column> columns;

    std::size_t rowCount() const { return columns.empty() ? 0 : columns.front().size(); }
    /// Column by name, or null.
    const Column* find(std::string_view name) const {
        for (const Column& column : columns)
            if (column.name == name)
                return &column;
        return nullptr;
    }
};

} // namespace vitrine
