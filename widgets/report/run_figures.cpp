#include "widgets/report/run_figures.h"

#include "core/compare/compare_figure.h"
#include "core/jobs/project_input.h"
#include "core/report/block_axes.h"
#include "core/report/report_project.h"
#include "widgets/data/dataset_figure.h"

#include <mutex>

namespace vitrine {
namespace {

void readInput(const ProjectStore& store, const InputReference& input, RunData& data) {
    if (auto given = projectInput(store, input.reference, input.contentHash))
        data.inputs[input.inputId] = std::move(given->value);
}

std::optional<FigureSpec> figureOfDataset(const ProjectStore& store, const ReportBlock& block) {
    const auto record = store.dataset(block.dataset);
    const auto value = record ? store.datasetValue(block.dataset) : Result<Value>(record.error());
    return value ? datasetFigure(*record, *value, block) : std::nullopt;
}

std::optional<FigureSpec> genericFigure(const RunData& data, const std::string& outputId) {
    const auto description = data.descriptions.find(outputId);
    const auto value = data.outputs.find(outputId);
    if (description == data.descriptions.end() || value == data.outputs.end())
        return std::nullopt;
    auto figure = makeFigure(description->second, value->second);
    if (figure)
        figure->fingerprint = data.fingerprints.at(outputId);
    return figure;
}

} // namespace

Result<std::shared_ptr<const RunData>> readRunData(const ProjectStore& store, RunId run) {
    auto record = store.run(run);
    if (!record)
        return record.error();
    auto data = std::make_shared<RunData>();
    data->run = std::move(*record);
    const auto artifacts = store.artifacts(run);
    if (!artifacts)
        return artifacts.error();
    for (const ArtifactRecord& artifact : *artifacts) {
        auto value = store.artifactValue(artifact.id);
        if (!value)
            continue; // damaged: the figures that need it are missing, the others are there
        data->descriptions[artifact.description.id] = artifact.description;
        data->fingerprints[artifact.description.id] = artifact.fingerprint;
        data->outputs[artifact.description.id] = std::move(*value);
    }
    for (const InputReference& input : data->run.inputs)
        readInput(store, input, *data);
    return std::shared_ptr<const RunData>(std::move(data));
}

FigureProvider figureProvider(const ProjectStore& store, const ViewRegistry& views) {
    // Shared by copies of the provider, which may be used on several threads.
    struct Latest {
        std::mutex mutex; // protects data
        std::shared_ptr<const RunData> data;
    };
    const auto latest = std::make_shared<Latest>();
    const auto dataOf = [&store, latest](const RunRecord& run) {
        const std::lock_guard lock(latest->mutex);
        const RunRecord* known = latest->data ? &latest->data->run : nullptr;
        const bool grows = run.state == RunState::running || run.state == RunState::queued;
        if (!known || known->id != run.id || known->state != run.state || grows) {
            auto data = readRunData(store, run.id);
            latest->data = data ? std::move(*data) : nullptr;
        }
        return latest->data;
    };
    const auto make = [&store, &views, dataOf](const RunRecord& run,
                                               const ReportBlock& block) -> std::optional<FigureSpec> {
        if (block.dataset > 0)
            return figureOfDataset(store, block);
        if (block.figureId == kOverlayFigureId)
            return overlayFigureOf(store, block);
        const std::shared_ptr<const RunData> data = dataOf(run);
        if (!data)
            return std::nullopt;
        if (const auto* factory = block.figureId.empty() ? nullptr : views.figure(block.figureId))
            if (auto figure = (*factory)(*data, block.options))
                return figure;
        return genericFigure(*data, block.outputId);
    };
    return [make](const RunRecord& run, const ReportBlock& block) {
        std::optional<FigureSpec> figure = make(run, block);
        if (figure)
            applyChanges(*figure, axesOf(block));
        return figure;
    };
}

} // namespace vitrine
