#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "core/plugin/plugin_registry.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine report`: a report of runs of a project. Needs a QApplication.
int reportRuns(const CommandLine& line, const PluginRegistry& registry, Console& console, std::stop_token stop);

} // namespace vitrine::cli
