#pragma once

#include "core/values/table.h"

#include <QtGlobal>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

class FilterColumns;

/// Sorts row numbers by a column, stable. Missing cells come last both ways, NaN just before them.
void sortRows(std::vector<std::uint32_t>& rows, const Column& column, bool descending);

/// Rows of a table after filter and sort. `filter` must have been parsed without error before. `names` are the columns
/// that it may name, with as many rows as the table; null: those of the table. Empty when stopped.
std::vector<std::uint32_t> arrangeRows(const std::shared_ptr<const Table>& table,
                                       std::shared_ptr<const FilterColumns> names, const std::string& filter,
                                       int sortColumn, bool descending, const std::stop_token& stop);

} // namespace vitrine
