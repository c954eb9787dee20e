#pragma once

#include "core/jobs/run_context.h"
#include "core/store/project_store.h"

#include <optional>
#include <string>

namespace vitrine {

/// The 3 of "dataset:3"; nothing for anything else.
std::optional<DatasetId> datasetOf(const std::string& reference);

/// What "dataset:3" or "run:7/model" stands for in a project.
/// @errors invalid_argument: neither; not_found; those of the store
Result<RunInput> projectInput(const ProjectStore& store, const std::string& reference);

} // namespace vitrine
