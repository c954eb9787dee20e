#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine import`: reads files into a project and prints what was read, changed and dropped.
int importFiles(const CommandLine& line, Console& console, std::stop_token stop);

} // namespace vitrine::cli
