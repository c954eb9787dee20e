#include "core/plugin/plugin_info.h"

#include "core/plugin/strict_object.h"

#include <algorithm>

namespace vitrine {
namespace {

using nlohmann::json;

template <class Items>
auto* findById(Items& items, std::string_view id) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.id == id; });
    return found == items.end() ? nullptr : &*found;
}

/// Errors of sub-documents begin with a pointer of their own; this puts them in their place.
Error within(const std::string& pointer, const Error& error) {
    const bool hasPointer = error.message.starts_with('/');
    return makeError(ErrorCode::parse, pointer + (hasPointer ? "" : ": ") + error.message, error.context);
}

InputSpec readInput(StrictObject& owner, std::size_t index) {
    const std::string pointer = owner.at("inputs", index);
    StrictObject object(owner.array("inputs")[index], pointer);
    InputSpec input;
    input.id = object.identifier("id");
    const auto kinds = object.texts("kinds");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto kind = valueKindFromName(kinds[i]);
        if (!kind)
            object.fail("kinds/" + std::to_string(i), '"' + kinds[i] + "\" is no kind of value");
        else if (std::find(input.kinds.begin(), input.kinds.end(), *kind) != input.kinds.end())
            object.fail("kinds/" + std::to_string(i), '"' + kinds[i] + "\" stands here twice");
        else
            input.kinds.push_back(*kind);
    }
    if (input.kinds.empty())
        object.fail("kinds", "an input takes at least one kind of value");
    input.label = object.text("label");
    input.help = object.text("help");
    input.optional = object.flag("optional", false);
    input.modelFormat = object.optionalText("model_format");
    input.readers = object.texts("readers");
    const bool takesModels = std::find(input.kinds.begin(), input.kinds.end(), ValueKind::model) != input.kinds.end();
    if (!input.modelFormat.empty() && !takesModels)
        object.fail("model_format", "only an input that takes models has a model format");
    if (const auto done = object.finish(); !done)
        owner.fail(done.error());
    return input;
}

void readInputs(StrictObject& object, ExperimentInfo& experiment) {
    for (std::size_t i = 0; i < object.array("inputs").size() && !object.failed(); ++i) {
        InputSpec input = readInput(object, i);
        if (experiment.input(input.id))
            object.fail("inputs/" + std::to_string(i) + "/id", "the input \"" + input.id + "\" stands here twice");
        experiment.inputs.push_back(std::move(input));
    }
    experiment.ownProcess = object.flag("own_process", false);
    experiment.primaryInput = object.optionalText("primary_input");
    if (experiment.primaryInput.empty() && experiment.inputs.size() == 1)
        experiment.primaryInput = experiment.inputs.front().id;
    if (!experiment.primaryInput.empty() && !experiment.input(experiment.primaryInput))
        object.fail("primary_input", "there is no input \"" + experiment.primaryInput + '"');
    if (experiment.primaryInput.empty() && !experiment.inputs.empty())
        object.fail("primary_input", "an experiment with several inputs names the one that a data set is put into");
}

void readParameters(StrictObject& object, ExperimentInfo& experiment) {
    auto schema = ParameterSchema::fromJson(object.array("parameters"));
    if (!schema) {
        object.fail(within(object.at("parameters"), schema.error()));
        return;
    }
    experiment.parameters = std::move(*schema);
    const auto& items = experiment.parameters.parameters;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (const std::string& input = items[i].input; !input.empty() && !experiment.input(input))
            object.fail("parameters/" + std::to_string(i) + "/input", "there is no input \"" + input + '"');
}

void readOutputs(StrictObject& object, ExperimentInfo& experiment) {
    const json& items = object.array("outputs");
    const ParameterSet defaults = ParameterSet{}.complete(experiment.parameters);
    for (std::size_t i = 0; i < items.size() && !object.failed(); ++i) {
        const std::string key = "outputs/" + std::to_string(i);
        auto output = OutputDescription::fromJson(items[i]);
        if (!output) {
            object.fail(within(object.at("outputs", i), output.error()));
            return;
        }
        if (!items[i].contains("title") || output->title.empty())
            object.fail(key + "/title", "an output has a title");
        if (experiment.output(output->id))
            object.fail(key + "/id", "the output \"" + output->id + "\" stands here twice");
        if (output->live && output->kind != ValueKind::table && output->kind != ValueKind::series)
            object.fail(key + "/live", "only tables and series grow while a run goes on");
        if (const auto holds = evaluateCondition(output->when, defaults); !holds)
            object.fail(key + "/when", holds.error().message);
        experiment.outputs.push_back(std::move(*output));
    }
    if (experiment.outputs.empty())
        object.fail("outputs", "an experiment has at least one output");
}

/// Only what the preset says is checked: columns that it leaves open are found in the data.
void checkPreset(StrictObject& object, const std::string& key, const ParameterSchema& schema) {
    const ParameterSet preset = ParameterSet::fromJson(object.object(key));
    for (const ParameterProblem& problem : validate(schema, preset))
        if (!problem.isWarning && preset.isSet(problem.parameter))
            object.fail(key + '/' + problem.parameter, problem.message);
}

/// {"inputs": {id: file beside the samples or "run:EXPERIMENT/OUTPUT"}, "set": {...}, "seed": n}
void readSampleRun(StrictObject& object, ExperimentInfo& experiment) {
    experiment.sampleRun = object.object("sample_run");
    if (!object.has("sample_run"))
        return;
    StrictObject sample(experiment.sampleRun, object.at("sample_run"));
    for (const auto& [id, file] : sample.object("inputs").items()) {
        if (!experiment.input(id))
            sample.fail("inputs/" + id, "there is no input \"" + id + '"');
        if (!file.is_string())
            sample.fail("inputs/" + id, "expected the name of a file or run:EXPERIMENT/OUTPUT");
    }
    checkPreset(sample, "set", experiment.parameters);
    sample.integer("seed");
    if (const auto done = sample.finish(); !done)
        object.fail(done.error());
}

ExperimentInfo readExperiment(StrictObject& owner, std::size_t index) {
    StrictObject object(owner.array("experiments")[index], owner.at("experiments", index));
    ExperimentInfo experiment;
    experiment.id = object.identifier("id");
    experiment.title = object.text("title");
    experiment.summary = object.text("summary");
    experiment.citation = object.texts("citation");
    readInputs(object, experiment);
    // Later parts look things up in earlier ones, so a broken one ends the reading.
    for (const auto& read : {readParameters, readOutputs, readSampleRun}) {
        if (object.failed())
            break;
        read(object, experiment);
    }
    experiment.report = object.object("report");
    if (const auto done = object.finish(); !done)
        owner.fail(done.error());
    return experiment;
}

// "sample_file" is the primary input alone, "sample_inputs" names each input.
void readSampleInputs(StrictObject& object, const ExperimentInfo* experiment, PluginCard& card) {
    const std::string file = object.optionalText("sample_file");
    const nlohmann::json& inputs = object.object("sample_inputs");
    if (experiment && !file.empty())
        card.sampleInputs[experiment->primaryInput] = file;
    for (const auto& [id, path] : inputs.items()) {
        if (!path.is_string() || path.get_ref<const std::string&>().empty())
            object.fail("sample_inputs", "\"" + id + "\" is no file of the samples folder");
        else if (experiment && !experiment->input(id))
            object.fail("sample_inputs", "the experiment has no input \"" + id + '"');
        else
            card.sampleInputs[id] = path.get<std::string>();
    }
    const bool needsFiles = !experiment || !experiment->inputs.empty(); // a simulation has none
    if (file.empty() && inputs.empty() ? !card.sampleExperiment.empty() && needsFiles : card.sampleExperiment.empty())
        object.fail("sample_file", "a sample has both a file and an experiment");
    if (!card.sampleInputs.empty() && experiment && !card.sampleInputs.contains(experiment->primaryInput))
        object.fail("sample_inputs", "the primary input \"" + experiment->primaryInput + "\" is missing");
}

PluginCard readCard(StrictObject& owner, const PluginInfo& info) {
    PluginCard card;
    if (!owner.has("card"))
        return card;
    StrictObject object(owner.object("card"), owner.at("card"));
    card.picture = object.optionalText("picture");
    card.sentence = object.text("sentence");
    card.sampleTitle = object.optionalText("sample_title");
    card.sampleExperiment = object.optionalText("sample_experiment");
    card.samplePreset = object.object("sample_preset");
    const ExperimentInfo* experiment = info.experiment(card.sampleExperiment);
    if (!card.sampleExperiment.empty() && !experiment)
        object.fail("sample_experiment", "there is no experiment \"" + card.sampleExperiment + '"');
    readSampleInputs(object, experiment, card);
    if (experiment)
        checkPreset(object, "sample_preset", experiment->parameters);
    if (const auto done = object.finish(); !done)
        owner.fail(done.error());
    return card;
}

void readExperiments(StrictObject& object, PluginInfo& info) {
    for (std::size_t i = 0; i < object.array("experiments").size() && !object.failed(); ++i) {
        ExperimentInfo experiment = readExperiment(object, i);
        if (info.experiment(experiment.id))
            object.fail("experiments/" + std::to_string(i) + "/id",
                        "the experiment \"" + experiment.id + "\" stands here twice");
        info.experiments.push_back(std::move(experiment));
    }
    if (info.experiments.empty())
        object.fail("experiments", "a plugin has at least one experiment");
}

} // namespace

const OutputDescription* ExperimentInfo::output(std::string_view outputId) const {
    return findById(outputs, outputId);
}

const InputSpec* ExperimentInfo::input(std::string_view inputId) const {
    return findById(inputs, inputId);
}

const ExperimentInfo* PluginInfo::experiment(std::string_view experimentId) const {
    return findById(experiments, experimentId);
}

Result<PluginInfo> PluginInfo::fromJson(const json& document) {
    StrictObject object(document, {});
    PluginInfo info;
    const auto api = object.integer("api");
    if (!api)
        object.fail("api", "the number of the plugin interface is missing here");
    else if (*api != kApi)
        object.fail("api", "the plugin was made for interface " + std::to_string(*api) + ", this program has " +
                               std::to_string(kApi));
    info.api = static_cast<int>(api.value_or(0));
    info.id = object.identifier("id");
    info.name = object.text("name");
    info.version = object.text("version");
    info.paramsVersion = static_cast<int>(object.integer("params_version").value_or(1));
    info.summary = object.text("summary");
    info.license = object.text("license");
    readExperiments(object, info);
    if (!object.failed())
        info.card = readCard(object, info);
    if (const auto done = object.finish(); !done)
        return done.error();
    return info;
}

} // namespace vitrine
