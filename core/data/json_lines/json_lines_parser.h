#pragma once

#include "core/data/records/record_dataset.h"

#include <string_view>

namespace vitrine {

/// The records of a text, one in each line.
/// @param dropBad    lines that are no record are left out, with a ledger line; else the first of them ends reading
/// @param firstLine  number of the first line of the text
/// @param rows       only so many records from the start, those that are left out among them
/// @errors parse, cancelled, out_of_range
Result<Records> parseJsonLines(std::string_view text, bool dropBad, std::int64_t firstLine, const std::string& name,
                               const ReadContext& context, std::optional<std::int64_t> rows = {});

} // namespace vitrine
