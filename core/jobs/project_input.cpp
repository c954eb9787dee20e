#include "core/jobs/project_input.h"

#include <charconv>
#include <string_view>

namespace vitrine {
namespace {

constexpr std::string_view kDataset = "dataset:";
constexpr std::string_view kRun = "run:";

std::optional<std::int64_t> idOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > 0 ? std::optional(value) : std::nullopt;
}

Result<RunInput> datasetInput(const ProjectStore& store, DatasetId id, const std::string& contentHash) {
    auto record = contentHash.empty() ? store.dataset(id) : store.datasetVersion(id, contentHash);
    if (!record && record.error().code == ErrorCode::notFound)
        record = store.dataset(id); // the caller sees that it is another
    if (!record)
        return record.error();
    const auto value = store.datasetValue(record->id);
    if (!value)
        return value.error();
    return RunInput{*value, record->title, record->contentHash};
}

Result<RunInput> outputInput(const ProjectStore& store, RunId run, std::string_view output) {
    const auto artifacts = store.artifacts(run);
    if (!artifacts)
        return artifacts.error();
    for (const ArtifactRecord& artifact : *artifacts) {
        if (artifact.description.id != output)
            continue;
        const auto value = store.artifactValue(artifact.id);
        if (!value)
            return value.error();
        return RunInput{*value, artifact.description.title + " of run " + std::to_string(run), artifact.contentHash};
    }
    return makeError(ErrorCode::notFound,
                     "run " + std::to_string(run) + " has no output \"" + std::string(output) + '"');
}

} // namespace

ResolvedReference resolveReference(const std::string& reference) {
    const std::string_view text = reference;
    const std::size_t slash = text.find('/');
    ResolvedReference resolved;
    if (text.starts_with(kDataset)) {
        resolved.dataset = idOf(text.substr(kDataset.size())).value_or(0);
    } else if (text.starts_with(kRun) && slash != std::string_view::npos) {
        resolved.run = idOf(text.substr(kRun.size(), slash - kRun.size())).value_or(0);
        resolved.outputId = text.substr(slash + 1);
    }
    return resolved;
}

Result<RunInput> projectInput(const ProjectStore& store, const std::string& reference, const std::string& contentHash) {
    const ResolvedReference resolved = resolveReference(reference);
    if (resolved.dataset > 0)
        return datasetInput(store, resolved.dataset, contentHash);
    if (resolved.run > 0)
        return outputInput(store, resolved.run, resolved.outputId);
    return makeError(ErrorCode::invalidArgument, "\"" + reference + "\" is no data set and no output of this project");
}

} // namespace vitrine
