#pragma once

#include "core/data/reader.h"
#include "core/jobs/run_context.h"
#include "core/plugin/plugin_info.h"
#include "core/store/project_store.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace vitrine::cli {

/// "ID=VALUE" taken apart. @errors invalid_argument naming the option
Result<std::pair<std::string, std::string>> splitAssignment(const std::string& option, const std::string& text);

/// Options of a reader as typed: JSON where it is JSON, else text. @errors invalid_argument
Result<nlohmann::json> readerOptions(const std::string& option, const std::vector<std::string>& assignments);

/// One input of a run, read and checked.
struct ResolvedInput {
    RunInput input;
    InputReference reference;
    std::optional<Dataset> dataset; ///< when it was read from a file
};

/// A problem of a run as an error: of a parameter, or of the data when it names no parameter or an input that was
/// given. Data are named by their file; "line 3 of the table", its third row, becomes the line of the file.
/// @return code invalid_argument (parameter) or parse (data)
Error errorOf(const ParameterProblem& problem, const std::vector<ResolvedInput>& inputs);

/// Reads what an experiment takes.
struct InputRequest {
    const ExperimentInfo* experiment = nullptr;
    std::vector<InputReference> wanted;  ///< inputId, path or reference, readerOptions
    const ProjectStore* store = nullptr; ///< may be null
};

/// Several files with one graph each, given for one input, become one reference to their folder. What cannot be joined
/// stays as it is.
void joinGraphFiles(std::vector<InputReference>& inputs);

/// All inputs in the order of their declaration, of a kind that the experiment takes.
/// @errors invalid_argument (unknown, missing or of another kind), not_found, those of the readers, cancelled
Result<std::vector<ResolvedInput>> resolveInputs(const InputRequest& request, const ReadContext& context);

} // namespace vitrine::cli
