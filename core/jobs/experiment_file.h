#pragma once

#include "core/base/result.h"
#include "core/store/records.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine {

/// Seed of a run for which nobody chose one, in the window and on the command line.
inline constexpr std::uint64_t kDefaultSeed = 1;

/// Whether an input is named as a thing of a project and not as a file.
bool isProjectReference(std::string_view text);

/// A saved experiment as a file of its own, which the window writes and the command line runs:
///
///   {"vitrine_experiment": 1, "title": "Solubility", "experiment": "plugin/experiment",
///    "inputs": {"graphs": "esol.csv",
///               "table": {"path": "t.csv", "options": {"separator": ";"}}},
///    "parameters": {"bins": 20}, "sweep": {"trim": "0, 0.1"}, "seed": 7,
///    "seeds": "1, 2, 3"}
///
/// "sweep" holds parameters with several values, a run for each combination (sweepTexts in core/params/sweep.h).
/// Paths are relative to the file; "run:7/model" and "dataset:3" name things of a project. Parameters that stand at
/// their default may be left out, the seed where it is kDefaultSeed.
nlohmann::json experimentToJson(const ExperimentRecord& experiment);
/// @errors parse with the JSON pointer of the offending field
Result<ExperimentRecord> experimentFromJson(const nlohmann::json& object);

/// Writes the file; paths beneath its folder become relative. @errors io
Result<void> writeExperimentFile(const ExperimentRecord& experiment, const std::string& path);
/// Reads the file; relative paths are resolved against its folder. At most 16 MiB. @errors io, parse
Result<ExperimentRecord> readExperimentFile(const std::string& path);

} // namespace vitrine
