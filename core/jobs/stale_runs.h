#pragma once

#include "core/store/records.h"

#include <map>
#include <set>
#include <span>
#include <string>

namespace vitrine {

/// Runs whose results are older than their data, each with one sentence that says why: a data set has other content now
/// than the run was given, its file has changed since it was read, or an input comes from a run that is stale.
/// @param changed  data sets whose file has changed since it was read
std::map<RunId, std::string> staleRuns(std::span<const RunRecord> runs, std::span<const DatasetRecord> datasets,
                                       const std::set<DatasetId>& changed);

} // namespace vitrine
