#pragma once

#include "core/values/table.h"

#include <optional>

namespace vitrine {

/// A table with the rows of a later part below its own, as reading both at once would give it. Nothing where that would
/// give other columns or types than the first part has: then all has to be read again. Whole numbers and reals go
/// together as reals.
std::optional<Table> withLaterRows(const Table& first, const Table& later);

} // namespace vitrine
