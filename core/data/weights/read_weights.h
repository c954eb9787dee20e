#pragma once

#include "core/data/ledger.h"
#include "core/data/reader.h"
#include "core/data/weights/weight_files.h"

namespace vitrine {

/// Headers of all files, checked. With `hashed` the files get their hashes, which reads all of them.
/// @errors parse, io, not_found (a shard is missing), out_of_range, cancelled
Result<Tensors> readWeights(const WeightFiles& files, bool hashed, const ReadContext& context, Ledger& ledger);

/// The hash of a source in several files, from hashes that are known already: as sourceSha256 makes it.
std::string sourceSha256Of(const std::vector<std::pair<std::string, std::string>>& hashByName);

} // namespace vitrine
