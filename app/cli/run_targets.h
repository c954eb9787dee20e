#pragma once

#include "app/cli/command_line.h"
#include "core/base/result.h"
#include "core/store/records.h"

#include <string>
#include <vector>

namespace vitrine::cli {

/// A project that is opened, or made when it does not exist: its folder is there, and a new file can be made in it.
/// @errors invalid_argument
Result<void> checkProjectPath(const std::string& project);

/// Where a report goes, and that it replaces nothing but an earlier report. `option` names it in messages.
/// @errors invalid_argument
Result<void> checkReportPath(const std::string& option, const std::string& report);

/// That a run can write wherever it was told to, and that no two of these places, and no input, are the same or lie in
/// a folder that is replaced. Nothing is changed. @errors invalid_argument
Result<void> checkRunTargets(const CommandLine& line, const std::vector<InputReference>& inputs);

} // namespace vitrine::cli
