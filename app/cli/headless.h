#pragma once

#include "app/cli/command_line.h"

namespace vitrine::cli {

/// Runs a command other than the window. Makes the application object it needs: none of it touches a display.
/// @return the exit code
int runHeadless(const CommandLine& line, int& argc, char** argv);

} // namespace vitrine::cli
