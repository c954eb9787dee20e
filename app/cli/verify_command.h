#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "core/plugin/plugin_registry.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine verify`: computes the results of a project or of a folder again and says of every output whether its
/// numbers are the same. @return the exit code: kExitDifferent when one is not
int verify(const CommandLine& line, PluginRegistry& registry, Console& console, std::stop_token stop);

} // namespace vitrine::cli
