#pragma once

#include "core/plugin/plugin_registry.h"
#include "core/store/project_store.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::cli {

/// Writes the default report of some runs to .html, .pdf or a folder. Needs a QApplication.
/// @errors not_found, io, cancelled
Result<void> writeRunReport(const ProjectStore& store, const PluginRegistry& plugins, const std::vector<RunId>& runs,
                            bool anonymous, const std::string& file, std::stop_token stop);

} // namespace vitrine::cli
