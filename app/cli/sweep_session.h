#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "core/plugin/plugin_registry.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine run`: one run, or with `--sweep ID=a,b,c` or the sweep of an experiment file every combination as a run of
/// its own, one after the other, in the project and in a folder of its own below --out. Each gives the bytes that the
/// same run gives alone. Goes on after a run that failed.
/// @return the exit code: that of the first run that did not finish
int runExperiment(const CommandLine& line, PluginRegistry& registry, Console& console, const std::stop_token& stop);

} // namespace vitrine::cli
