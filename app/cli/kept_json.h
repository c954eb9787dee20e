#pragma once

#include "core/data/reader.h"
#include "core/verify/verify_run.h"

#include <map>
#include <string>

namespace vitrine::cli {

/// Input id -> path of a file that has moved since.
using MovedInputs = std::map<std::string, std::string>;

/// A file of results, whole. @errors not_found, io
Result<std::string> keptText(const std::string& path);
/// The text of a member; empty when there is none.
std::string textOf(const nlohmann::json& object, const char* key);
/// The list of a member; empty when there is none.
const nlohmann::json& listOf(const nlohmann::json& object, const char* key);

/// What run.json and provenance.json say of a run, without inputs and outputs. @param where  names the file in messages
/// @errors parse; invalid_argument: the run was not finished
Result<KeptRun> keptRecord(const nlohmann::json& run, const std::string& where);

/// An input that was a file, read again.
/// @errors not_found: the file is gone; invalid_argument: it is not what the run was given; those of the readers
Result<RunInput> keptInput(const nlohmann::json& input, const MovedInputs& moved, const ReadContext& context);

} // namespace vitrine::cli
