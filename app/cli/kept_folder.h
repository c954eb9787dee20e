#pragma once

#include "app/cli/kept_json.h"
#include "core/plugin/plugin_registry.h"

#include <string>

namespace vitrine::cli {

/// The run of a folder that `vitrine run --out` wrote: run.json, the files beside it, and its inputs, read again.
/// @errors not_found (no run.json, an input is gone), parse (run.json), invalid_argument (the run was not finished, an
///         input is not what the run was given), those of the readers, cancelled
Result<KeptRun> keptFolder(const std::string& folder, const MovedInputs& moved, const PluginRegistry& registry,
                           const ReadContext& context);

} // namespace vitrine::cli
