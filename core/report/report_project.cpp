#include "core/report/report_project.h"

#include <algorithm>

namespace vitrine {

const ArtifactRecord* RunFacts::artifact(std::string_view outputId) const {
    const auto found = std::find_if(artifacts.begin(), artifacts.end(), [&](const ArtifactRecord& artifact) {
        return artifact.description.id == outputId;
    });
    return found == artifacts.end() ? nullptr : &*found;
}

const OutputDescription* RunFacts::output(std::string_view outputId) const {
    if (const ArtifactRecord* stored = artifact(outputId))
        return &stored->description;
    return experiment ? experiment->output(outputId) : nullptr;
}

const RunFacts* ReportProject::run(RunId id) const {
    auto [entry, isNew] = m_runs.try_emplace(id);
    if (isNew && id > 0) {
        if (auto record = m_store.run(id)) {
            RunFacts facts;
            facts.record = std::move(*record);
            if (auto artifacts = m_store.artifacts(id))
                facts.artifacts = std::move(*artifacts);
            if (m_experiments)
                facts.experiment = m_experiments(facts.record.plugin, facts.record.experiment);
            entry->second = std::move(facts);
        }
    }
    return entry->second ? &*entry->second : nullptr;
}

const DatasetRecord* ReportProject::dataset(const InputReference& input) const {
    const DatasetId id = resolveReference(input.reference).dataset;
    if (id <= 0 || input.contentHash.empty())
        return dataset(id);
    const auto given = m_store.datasetVersion(id, input.contentHash);
    return dataset(given ? given->id : id);
}

const DatasetRecord* ReportProject::dataset(DatasetId id) const {
    auto [entry, isNew] = m_datasets.try_emplace(id);
    if (isNew && id > 0)
        if (auto record = m_store.dataset(id))
            entry->second = std::move(*record);
    return entry->second ? &*entry->second : nullptr;
}

std::optional<Scalar> ReportProject::scalar(RunId runId, const std::string& id) const {
    const RunFacts* facts = run(runId);
    if (!facts)
        return std::nullopt;
    for (const ArtifactRecord& artifact : facts->artifacts) {
        if (artifact.description.kind != ValueKind::scalars)
            continue;
        const auto stored = value(artifact);
        const auto scalars = stored ? valueAs<Scalars>(*stored) : nullptr;
        if (const Scalar* found = scalars ? scalars->find(id) : nullptr)
            return *found;
    }
    return std::nullopt;
}

} // namespace vitrine
