#pragma once

#include "core/jobs/project_input.h"
#include "core/report/compose_report.h"

#include <map>
#include <optional>
#include <vector>

namespace vitrine {

/// A run with everything a report says about it.
struct RunFacts {
    RunRecord record;
    std::vector<ArtifactRecord> artifacts;
    const ExperimentInfo* experiment = nullptr; ///< null when the plugin is not installed

    const ArtifactRecord* artifact(std::string_view outputId) const;
    /// As stored with the artifact, else as the plugin declares it; null when neither knows it.
    const OutputDescription* output(std::string_view outputId) const;
    /// "pathboost 1.0"
    std::string system() const { return record.plugin + ' ' + record.pluginVersion; }
};

/// The project as one report reads it: each record once.
class ReportProject {
public:
    ReportProject(const ProjectStore& store, const ExperimentLookup& experiments)
        : m_store(store), m_experiments(experiments) {}

    const ProjectStore& store() const { return m_store; }
    /// Null when it is not in the project. Stays valid as long as this object.
    const RunFacts* run(RunId id) const;
    const DatasetRecord* dataset(DatasetId id) const;
    /// The data set of an input with the content that its run was given, which may be an earlier one.
    const DatasetRecord* dataset(const InputReference& input) const;
    Result<Value> value(const ArtifactRecord& artifact) const { return m_store.artifactValue(artifact.id); }
    /// A number of any scalars output of a run.
    std::optional<Scalar> scalar(RunId run, const std::string& id) const;

private:
    const ProjectStore& m_store;
    ExperimentLookup m_experiments;
    mutable std::map<RunId, std::optional<RunFacts>> m_runs;
    mutable std::map<DatasetId, std::optional<DatasetRecord>> m_datasets;
};

} // namespace vitrine
