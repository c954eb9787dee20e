#pragma once

#include "core/values/column.h"

#include <string>
#include <vector>

namespace vitrine::pathboost {

inline Column described(Column column, const std::string& description, const std::string& unit = {}) {
    column.description = description;
    column.unit = unit;
    return column;
}

/// NaN cells become missing cells.
Column realColumn(const std::string& name, std::vector<double> cells, const std::string& description = {},
                  const std::string& unit = {});

} // namespace vitrine::pathboost
