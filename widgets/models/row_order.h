#pragma once

#include "core/values/table.h"

#include <QtGlobal>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// Sorts row numbers by a column, stable. Missing cells come last both ways, NaN just before them.
void sortRows(std::vector<std::uint32_t>& rows, const Column& column, bool descending);

/// Rows of a table after filter and sort. `filter` must have been parsed without error before. Empty when stopped.
std::vector<std::uint32_t> arrangeRows(const std::shared_ptr<const Table>& table, const std::string& filter,
                                       int sortColumn, bool descending, const std::stop_token& stop);

} // namespace vitrine
