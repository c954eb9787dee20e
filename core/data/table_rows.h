#pragma once

#include "core/data/ledger.h"
#include "core/values/table.h"

#include <vector>

namespace vitrine {

/// The given rows of a table, in the given order.
Table selectRows(const Table& table, const std::vector<std::size_t>& rows);

/// Renames a column "row" of the file, since that name means the position in the file.
void freeRowName(Table& table, Ledger& ledger);

} // namespace vitrine
