#pragma once

#include "core/data/reader.h"
#include "core/plugin/plugin_registry.h"
#include "core/verify/verify_run.h"

#include <map>
#include <string>

namespace vitrine::cli {

/// The run of a folder that `vitrine run --out` wrote: run.json, the files beside it, and its inputs, read again.
/// @param moved  input id -> path of a file that has moved since
/// @errors not_found (no run.json, an input is gone), parse (run.json), invalid_argument (the run was not finished, an
///         input is not what the run was given), those of the readers, cancelled
Result<KeptRun> keptFolder(const std::string& folder, const std::map<std::string, std::string>& moved,
                           const PluginRegistry& registry, const ReadContext& context);

} // namespace vitrine::cli
