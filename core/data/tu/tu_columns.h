#pragma once

#include "core/data/ledger.h"
#include "core/data/reader.h"
#include "core/values/table.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The text of one file of numbers, one record a line, values separated by commas.
struct TuText {
    std::string name; ///< of the file, begins every message
    std::string_view text;
};

/// Whole numbers, column by column. Blank lines at the end do not count.
/// @param noun  what stands in a line, "a node label"
/// @param width numbers of a line; 0: as many as in the first
/// @errors parse: another number of values, no whole number; cancelled
Result<std::vector<Column::Integers>> readTuIntegers(const TuText& file, std::string_view noun, std::size_t width,
                                                     const ReadContext& context);

/// Columns of numbers named `name`, or `name`_1 and so on where there are several. "nan" is a missing value.
/// @errors parse: another number of values in a line, no number; cancelled
Result<std::vector<Column>> readTuNumbers(const TuText& file, const std::string& name, Ledger& ledger,
                                          const ReadContext& context);

} // namespace vitrine
