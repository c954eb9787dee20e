#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine export`: a data file, or a data set of a project, written in the format that the ending names.
int exportData(const CommandLine& line, Console& console, const std::stop_token& stop);

} // namespace vitrine::cli
