#include "core/compare/compared_run.h"

#include "core/compare/paired_errors.h"

namespace vitrine {

namespace {

bool isCompared(const OutputDescription& output) {
    return output.kind == ValueKind::scalars || output.kind == ValueKind::series ||
           (output.kind == ValueKind::table && errorColumns(output));
}

} // namespace

Result<ComparedRun> readComparedRun(const ProjectStore& store, RunId run, const std::stop_token& stop) {
    auto record = store.run(run);
    if (!record)
        return record.error();
    auto artifacts = store.artifacts(run);
    if (!artifacts)
        return artifacts.error();
    ComparedRun compared;
    compared.record = std::move(*record);
    for (ArtifactRecord& artifact : *artifacts) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "the comparison was cancelled");
        if (!isCompared(artifact.description))
            continue;
        auto value = store.artifactValue(artifact.id);
        if (!value)
            continue;
        const std::string id = artifact.description.id;
        compared.outputs.emplace(id, std::move(*value));
        compared.descriptions.emplace(id, std::move(artifact.description));
        compared.fingerprints.emplace(id, std::move(artifact.fingerprint));
    }
    return compared;
}

std::string runName(const RunRecord& run) {
    return "run " + std::to_string(run.id);
}

} // namespace vitrine
