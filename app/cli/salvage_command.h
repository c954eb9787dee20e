#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine salvage`: copies what is intact of a damaged project and says what is lost. @return the exit code
int salvage(const CommandLine& line, Console& console, const std::stop_token& stop);

} // namespace vitrine::cli
