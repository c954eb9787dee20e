#pragma once

#include "app/cli/console.h"
#include "core/store/project_store.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vitrine::cli {

/// `vitrine import --relink`: every data set that was read from the same bytes gets the file as its source.
/// @return exit code; a file that no data set was read from fails, after the others
int relinkFiles(const std::vector<std::string>& files, ProjectStore& store, Console& console,
                const std::stop_token& stop);

} // namespace vitrine::cli
