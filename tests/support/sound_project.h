#pragma once

#include "core/store/project_store.h"
#include "core/values/value_codec.h"

#include <QtTest>

#include <set>
#include <string>

namespace vitrine::test {

/// What a project holds, after everything in it was read and compared with its hash.
struct ProjectContent {
    std::set<DatasetId> datasets;
    std::set<std::string> outputs; ///< of all runs
    std::size_t runs = 0;
    std::string fault; ///< one sentence; empty: all is sound
};

/// Every data set and artifact can be read and is what its hash says, every run is over, nothing is damaged.
inline ProjectContent readWholeProject(const ProjectStore& store) {
    ProjectContent content;
    const auto runs = store.runs();
    const auto datasets = store.datasets();
    const auto damage = store.damage();
    if (!runs || !datasets || !damage) {
        content.fault = "the catalogue cannot be read";
        return content;
    }
    if (!damage->empty())
        content.fault = damage->front();
    for (const DatasetRecord& dataset : *datasets) {
        const auto value = store.datasetValue(dataset.id);
        if (!value || contentSha256(*value) != dataset.contentHash)
            content.fault = "data set " + dataset.title + " is not what it was";
        content.datasets.insert(dataset.id);
    }
    content.runs = runs->size();
    for (const RunRecord& run : *runs) {
        if (run.state != RunState::interrupted && run.state != RunState::finished)
            content.fault = "a run is " + std::string(runStateName(run.state));
        const auto artifacts = store.artifacts(run.id);
        if (!artifacts) {
            content.fault = artifacts.error().message;
            continue;
        }
        for (const ArtifactRecord& artifact : *artifacts) {
            const auto value = store.artifactValue(artifact.id);
            if (!value || contentSha256(*value) != artifact.contentHash)
                content.fault = "output " + artifact.description.id + " is not what it was";
            content.outputs.insert(artifact.description.id);
        }
    }
    return content;
}

} // namespace vitrine::test
