#pragma once

#include "core/params/parameter.h"
#include "core/store/records.h"

#include <string>

namespace vitrine {

/// Text for a POSIX shell; quoted only where it has to be.
std::string shellQuoted(const std::string& text);

/// The command line that makes a run again: "vitrine run pathboost/train --input graphs=esol.csv --seed 7". Parameters
/// that stand at their default are left out when the schema is known. Threads are left out, they change no result.
/// @param project  file that references such as run:7/model are found in; used only when an input has no file.
std::string runCommand(const RunRecord& run, const ParameterSchema* schema, const std::string& project = {});

/// What every artifact of the run carries.
Fingerprint runFingerprint(const RunRecord& run, const ParameterSchema* schema, const std::string& project = {});

} // namespace vitrine
