#include "app/gui/experiment/input_choices.h"

#include "core/jobs/experiment_file.h"
#include "core/jobs/project_input.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"

#include <QCoreApplication>

#include <algorithm>

namespace vitrine {

namespace {

QString say(const char* text) {
    return QCoreApplication::translate("vitrine::inputs", text);
}

bool fits(const InputSpec& input, ValueKind kind) {
    return std::ranges::find(input.kinds, kind) != input.kinds.end();
}

bool fits(const InputSpec& input, const DatasetRecord& dataset) {
    return fits(input, dataset.kind) &&
           (input.readers.empty() || std::ranges::find(input.readers, dataset.source.readerId) != input.readers.end());
}

Result<void> checkFit(const InputSpec& input, const Value& value, const std::string& title) {
    const ValueKind kind = kindOf(value);
    if (!fits(input, kind))
        return makeError(ErrorCode::invalidArgument, input.label + ": “" + title + "” is a " +
                                                         std::string(valueKindName(kind)) + ", which does not fit");
    const auto model = valueAs<Model>(value);
    if (model && !input.modelFormat.empty() && model->format != input.modelFormat)
        return makeError(ErrorCode::invalidArgument, input.label + ": “" + title + "” is a model of the form " +
                                                         model->format + ", needed is " + input.modelFormat);
    return {};
}

} // namespace

InputReference datasetReference(const std::string& inputId, const DatasetRecord& dataset) {
    InputReference reference;
    reference.inputId = inputId;
    reference.reference = "dataset:" + std::to_string(dataset.id);
    reference.title = dataset.title;
    reference.contentHash = dataset.contentHash;
    reference.path = dataset.source.path;
    reference.readerOptions = dataset.source.corrections;
    return reference;
}

std::vector<InputChoice> inputChoices(const ProjectContents& contents, const InputSpec& input) {
    std::vector<InputChoice> choices;
    for (const DatasetRecord& dataset : contents.datasets) {
        if (fits(input, dataset))
            choices.push_back(
                {datasetReference(input.id, dataset), toQString(dataset.title), displayCount(dataset.records)});
    }
    for (const ArtifactBrief& artifact : contents.artifacts) {
        if (!fits(input, artifact.kind))
            continue;
        InputReference reference;
        reference.inputId = input.id;
        reference.reference = "run:" + std::to_string(artifact.run) + "/" + artifact.outputId;
        reference.title = toStd(say("%1 of run %2").arg(toQString(artifact.title)).arg(artifact.run));
        reference.contentHash = artifact.contentHash;
        const RunRecord* run = contents.run(artifact.run);
        const QString shown =
            run ? say("%1, %2").arg(toQString(reference.title), toQString(run->title)) : toQString(reference.title);
        choices.push_back({reference, shown, artifact.partial ? say("partial") : QString()});
    }
    return choices;
}

Result<RunInputs> resolveInputs(const ProjectStore& store, const ExperimentInfo& experiment,
                                const std::vector<InputReference>& references) {
    RunInputs inputs;
    for (const InputSpec& input : experiment.inputs) {
        const auto reference = std::ranges::find(references, input.id, &InputReference::inputId);
        if (reference == references.end()) {
            if (input.optional)
                continue;
            return makeError(ErrorCode::invalidArgument, "Choose what goes into “" + input.label + "”.");
        }
        // The data may have been read again since they were chosen: what is there now counts.
        auto latest = projectInput(store, reference->reference);
        if (!latest)
            return latest.error();
        if (auto checked = checkFit(input, latest->value, reference->title); !checked)
            return checked.error();
        inputs.items[input.id] = RunInput{latest->value, reference->title, latest->contentHash};
    }
    return inputs;
}

bool accepts(const ExperimentInfo& experiment, const DatasetRecord& dataset) {
    const InputSpec* primary = experiment.input(experiment.primaryInput);
    return primary && fits(*primary, dataset);
}

std::string defaultTitle(const PluginInfo& plugin, const ExperimentInfo& experiment, const DatasetRecord* dataset) {
    // The first experiment is what people mean by the name of the system.
    const bool first = !plugin.experiments.empty() && plugin.experiments.front().id == experiment.id;
    const std::string& name = first ? plugin.name : experiment.title;
    return dataset ? toStd(say("%1 on %2").arg(toQString(name), toQString(dataset->title))) : name;
}

namespace {

/// Whether an output was made from molecules like these, or from graphs like these.
bool comesFromDataLike(const ProjectContents& contents, const InputReference& made, const DatasetRecord& dataset) {
    const auto run = std::ranges::find_if(contents.runs, [&](const RunRecord& one) {
        return made.reference.starts_with("run:" + std::to_string(one.id) + '/');
    });
    if (run == contents.runs.end())
        return false;
    return std::ranges::any_of(run->inputs, [&](const InputReference& input) {
        return std::ranges::any_of(contents.datasets, [&](const DatasetRecord& one) {
            return resolveReference(input.reference).dataset == one.id && one.kind == dataset.kind &&
                   one.molecular == dataset.molecular;
        });
    });
}

/// The first choice that is not the data set itself, which is an input already; where there is no other, that one.
std::vector<InputChoice>::const_iterator firstUnlike(const std::vector<InputChoice>& choices,
                                                     const DatasetRecord* dataset) {
    const auto other = std::ranges::find_if(choices, [&](const InputChoice& choice) {
        return !dataset || choice.reference.reference != "dataset:" + std::to_string(dataset->id);
    });
    return other == choices.end() ? choices.begin() : other;
}

} // namespace

ExperimentRecord newExperimentRecord(const ProjectContents& contents, const PluginInfo& plugin,
                                     const ExperimentInfo& experiment, const DatasetRecord* dataset) {
    ExperimentRecord record;
    record.plugin = plugin.id;
    record.experiment = experiment.id;
    record.seed = kDefaultSeed;
    record.title = defaultTitle(plugin, experiment, dataset);
    for (const InputSpec& input : experiment.inputs) {
        if (input.optional)
            continue;
        const auto choices = inputChoices(contents, input);
        auto wanted = std::ranges::find_if(choices, [&](const InputChoice& choice) {
            return !dataset || (input.id == experiment.primaryInput
                                    ? choice.reference.reference == "dataset:" + std::to_string(dataset->id)
                                    : comesFromDataLike(contents, choice.reference, *dataset));
        });
        if (wanted == choices.end() && input.id != experiment.primaryInput)
            wanted = firstUnlike(choices, dataset);
        if (wanted != choices.end())
            record.inputs.push_back(wanted->reference);
    }
    return record;
}

} // namespace vitrine
