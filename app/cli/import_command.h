#pragma once

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "core/data/ledger.h"

#include <stop_token>

namespace vitrine::cli {

/// `vitrine import`: reads files into a project and prints what was read, changed and dropped.
int importFiles(const CommandLine& line, Console& console, std::stop_token stop);

/// What an import changed, one line for each entry.
void tellLedger(const Ledger& ledger, Console& console);

} // namespace vitrine::cli
