#pragma once

#include "core/data/csv/csv_options.h"
#include "core/data/sdf/sdf_records.h"

#include <span>

namespace vitrine {

/// One property over the records that are kept; a record without it has line 0.
struct SdfCell {
    std::string_view text;
    std::int64_t line = 0;
};

/// The column of a property, typed as a column of a CSV file is.
/// @param lines  of the file, where the records begin
Column sdfColumn(const std::string& name, std::span<const SdfCell> cells, std::span<const std::int64_t> lines,
                 const CsvOptions& options, Ledger& ledger);

} // namespace vitrine
