#pragma once

#include "core/jobs/run_context.h"
#include "core/store/project_store.h"

#include <optional>
#include <string>

namespace vitrine {

/// What a reference of a run points to: "dataset:3" or "run:7/model"; all zero for anything else, as a path.
struct ResolvedReference {
    DatasetId dataset = 0;
    RunId run = 0;
    std::string outputId;
};
ResolvedReference resolveReference(const std::string& reference);

/// What "dataset:3" or "run:7/model" stands for in a project.
/// @param contentHash  of a data set that was read again, the version with this content is wanted; empty: the latest
/// @errors invalid_argument: neither; not_found; those of the store
Result<RunInput> projectInput(const ProjectStore& store, const std::string& reference,
                              const std::string& contentHash = {});

} // namespace vitrine
