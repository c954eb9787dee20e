#include "app/cli/catalogue_commands.h"

#include "app/cli/command_line.h"
#include "core/jobs/experiment_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitrine::cli {
namespace {

using nlohmann::ordered_json;

std::vector<const PluginInfo*> availablePlugins(const PluginRegistry& registry) {
    std::vector<const PluginInfo*> found;
    for (const PluginRecord& record : registry.records())
        if (const PluginInfo* info = registry.info(record.info.id); info && record.state != PluginState::rejected)
            found.push_back(info);
    return found;
}

std::string kindsText(const InputSpec& input) {
    std::string text;
    for (ValueKind kind : input.kinds)
        text += (text.empty() ? "" : " or ") + std::string(valueKindName(kind));
    return text;
}

std::string rangeText(const ParameterSpec& spec) {
    std::string text;
    for (const ChoiceOption& option : spec.options)
        text += (text.empty() ? "" : " | ") + option.value;
    if (!text.empty())
        return text;
    if (spec.minimum)
        text += fmt::format("{}{:g}", spec.minimumOpen ? "> " : "≥ ", *spec.minimum);
    if (spec.maximum)
        text += fmt::format("{}{}{:g}", text.empty() ? "" : ", ", spec.maximumOpen ? "< " : "≤ ", *spec.maximum);
    return text;
}

ordered_json parameterJson(const ParameterSpec& spec) {
    ordered_json object{{"id", spec.id},
                        {"type", parameterTypeName(spec.type)},
                        {"default", spec.defaultValue},
                        {"optional", spec.optional},
                        {"label", spec.label},
                        {"help", spec.help}};
    for (const auto& [key, text] : {std::pair("symbol", spec.symbol),
                                    {"unit", spec.unit},
                                    {"group", spec.group},
                                    {"input", spec.input},
                                    {"visible_if", spec.visibleIf},
                                    {"enabled_if", spec.enabledIf},
                                    {"deprecated", spec.deprecated}})
        if (!text.empty())
            object[key] = text;
    if (spec.minimum)
        object["min"] = *spec.minimum;
    if (spec.maximum)
        object["max"] = *spec.maximum;
    if (spec.minimumOpen)
        object["min_open"] = true;
    if (spec.maximumOpen)
        object["max_open"] = true;
    object["sweepable"] = spec.sweepable;
    for (const ChoiceOption& option : spec.options)
        object["options"].push_back({{"value", option.value}, {"label", option.label}, {"help", option.help}});
    return object;
}

ordered_json experimentJson(const FoundExperiment& found) {
    const ExperimentInfo& info = *found.experiment;
    ordered_json object{{"experiment", found.plugin->id + '/' + info.id},
                        {"title", info.title},
                        {"summary", info.summary},
                        {"plugin_version", found.plugin->version},
                        {"inputs", ordered_json::array()},
                        {"parameters", ordered_json::array()},
                        {"default_seed", kDefaultSeed},
                        {"outputs", ordered_json::array()},
                        {"citation", info.citation}};
    for (const InputSpec& input : info.inputs) {
        ordered_json kinds = ordered_json::array();
        for (ValueKind kind : input.kinds)
            kinds.push_back(valueKindName(kind));
        object["inputs"].push_back({{"id", input.id},
                                    {"kinds", kinds},
                                    {"optional", input.optional},
                                    {"label", input.label},
                                    {"help", input.help}});
    }
    for (const ParameterSpec& spec : info.parameters.parameters)
        object["parameters"].push_back(parameterJson(spec));
    for (const OutputDescription& output : info.outputs)
        object["outputs"].push_back(ordered_json(output.toJson()));
    return object;
}

void describeParameter(const ParameterSpec& spec, Console& console) {
    const std::string range = rangeText(spec);
    const std::string value = parameterText(spec, spec.defaultValue);
    console.text(fmt::format("  {:<22} {}{}{}", spec.id, parameterTypeName(spec.type),
                             value.empty() ? std::string() : ", default " + value,
                             range.empty() ? std::string() : ", " + range));
    const std::string symbol = spec.symbol.empty() ? std::string() : " (" + spec.symbol + ')';
    const std::string unit = spec.unit.empty() ? std::string() : " Unit: " + spec.unit + '.';
    console.text("      " + spec.label + symbol + ": " + spec.help + unit);
    if (!spec.sweepable)
        console.text("      Cannot be swept");
    if (!spec.visibleIf.empty())
        console.text("      Only with " + spec.visibleIf);
}

void describeAsText(const FoundExperiment& found, Console& console) {
    const ExperimentInfo& info = *found.experiment;
    console.text(found.plugin->id + '/' + info.id + "  " + info.title + " (" + found.plugin->name + ' ' +
                 found.plugin->version + ')');
    console.text(info.summary);
    console.text("\nInputs (--input ID=PATH)");
    for (const InputSpec& input : info.inputs)
        console.text(fmt::format("  {:<22} {}{}\n      {}: {}", input.id, kindsText(input),
                                 input.optional ? ", optional" : "", input.label, input.help));
    console.text("\nParameters (--set ID=VALUE; several values, a run for each: --sweep ID=VALUES)");
    for (const ParameterSpec& spec : info.parameters.parameters)
        if (spec.level != ParameterLevel::hidden)
            describeParameter(spec, console);
    console.text(fmt::format("\nSeed (--seed N), default {}", kDefaultSeed));
    console.text("\nOutputs");
    for (const OutputDescription& output : info.outputs)
        console.text(fmt::format("  {:<22} {}{}\n      {}: {}", output.id, valueKindName(output.kind),
                                 output.when.empty() ? std::string() : ", when " + output.when, output.title,
                                 output.help.empty() ? output.definition : output.help));
    for (const std::string& citation : info.citation)
        console.text("\n" + citation);
}

} // namespace

Result<FoundExperiment> findExperiment(const PluginRegistry& registry, const std::string& name) {
    const std::size_t slash = name.find('/');
    const PluginInfo* plugin = registry.info(name.substr(0, slash));
    const ExperimentInfo* experiment =
        plugin && slash != std::string::npos ? plugin->experiment(name.substr(slash + 1)) : nullptr;
    if (experiment)
        return FoundExperiment{plugin, experiment};
    std::string known;
    for (const PluginInfo* other : availablePlugins(registry))
        for (const ExperimentInfo& info : other->experiments)
            known += (known.empty() ? "" : ", ") + other->id + '/' + info.id;
    for (const PluginRecord& record : registry.records())
        if (record.state == PluginState::rejected && record.info.id == name.substr(0, slash))
            return makeError(ErrorCode::invalidArgument,
                             "the plugin \"" + record.info.id + "\" was rejected: " + record.reason);
    return makeError(ErrorCode::invalidArgument, "there is no experiment \"" + name +
                                                     "\"; there are: " + (known.empty() ? std::string("none") : known));
}

Result<void> findSample(const PluginRegistry& registry, const std::string& plugin) {
    std::string known;
    for (const PluginInfo* info : availablePlugins(registry)) {
        if (info->card.sampleExperiment.empty())
            continue;
        if (info->id == plugin)
            return {};
        known += (known.empty() ? "" : ", ") + info->id;
    }
    return makeError(ErrorCode::invalidArgument, "--sample " + plugin + ": there is no such sample; there are: " +
                                                     (known.empty() ? std::string("none") : known));
}

int showPlugins(const PluginRegistry& registry, Console& console) {
    for (const PluginRecord& record : registry.records()) {
        console.object({{"id", record.info.id},
                        {"name", record.info.name},
                        {"version", record.info.version},
                        {"state", pluginStateName(record.state)},
                        {"reason", record.reason},
                        {"file", record.file}});
        const std::string name =
            record.info.id.empty() ? record.file.substr(record.file.rfind('/') + 1) : record.info.id;
        console.text(fmt::format("{:<22} {:<9} {:<10} {}", name, record.info.version, pluginStateName(record.state),
                                 record.reason.empty() ? record.info.summary : record.reason));
    }
    return kExitFinished;
}

int listExperiments(const PluginRegistry& registry, Console& console) {
    for (const PluginInfo* plugin : availablePlugins(registry)) {
        for (const ExperimentInfo& experiment : plugin->experiments) {
            const std::string name = plugin->id + '/' + experiment.id;
            console.object({{"experiment", name}, {"title", experiment.title}, {"summary", experiment.summary}});
            console.text(fmt::format("{:<32} {}", name, experiment.summary));
        }
    }
    return kExitFinished;
}

int describeExperiment(const PluginRegistry& registry, const std::string& name, Console& console) {
    const auto found = findExperiment(registry, name);
    if (!found) {
        console.error(found.error());
        return kExitUsage;
    }
    if (console.isJson())
        console.object(experimentJson(*found));
    else
        describeAsText(*found, console);
    return kExitFinished;
}

} // namespace vitrine::cli
