#pragma once

#include "core/data/reader.h"
#include "core/store/records.h"

namespace vitrine {

/// Data sets from larger files are linked: the project keeps where the file is and what was read from it, not the
/// values.
constexpr std::int64_t kLinkOverBytes = std::int64_t{256} << 20;

/// Makes a data set that was just read a linked one where its source is larger than that. Nothing happens to one that
/// could not be read again by the readers of core.
void linkWhereLarge(Dataset& dataset, std::int64_t overBytes);

/// Reads the value of a linked data set from its source.
/// @errors not_found: the file is gone; storage: the file is not what was read; those of the reader
Result<Value> readLinked(const DatasetRecord& record, const ReadContext& context);

} // namespace vitrine
