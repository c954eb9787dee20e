#pragma once

#include "core/data/numpy/npy_header.h"
#include "core/data/reader.h"

namespace vitrine {

/// The array as a value: one dimension as a table of one column, two as a matrix of reals.
/// @param bytes  the whole array with its header   @param name  begins every message
/// @errors parse (fewer values than the header claims), out_of_range, cancelled
Result<Value> npyValue(std::string_view bytes, const NpyHeader& header, const std::string& name,
                       const ReadContext& context, Ledger& ledger);

/// First and last rows, at most the first 100 columns. Only these are read.
void showNpy(std::string_view bytes, const NpyHeader& header, ImportPreview& preview);

/// Refuses an array of which not all values are there. @errors parse
Result<void> checkNpyBytes(std::string_view bytes, const NpyHeader& header, const std::string& name);

} // namespace vitrine
