#include "core/jobs/run_command.h"

#include <algorithm>
#include <string_view>

namespace vitrine {
namespace {

bool isPlain(char c) {
    constexpr std::string_view kOthers = "_-./:=,+@%";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
}

std::string optionText(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void putInput(std::string& command, const InputReference& input, bool& needsProject) {
    const bool fromFile = !input.path.empty();
    needsProject = needsProject || !fromFile;
    command += " --input " + shellQuoted(input.inputId + '=' + (fromFile ? input.path : input.reference));
    if (!fromFile || !input.readerOptions.is_object())
        return;
    for (const auto& [key, value] : input.readerOptions.items())
        command += " --input-option " + shellQuoted(input.inputId + '.' + key + '=' + optionText(value));
}

} // namespace

std::string shellQuoted(const std::string& text) {
    if (!text.empty() && std::all_of(text.begin(), text.end(), isPlain))
        return text;
    std::string quoted = "'";
    for (char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

std::string runCommand(const RunRecord& run, const ParameterSchema* schema, const std::string& project) {
    std::string command = "vitrine run " + shellQuoted(run.plugin + '/' + run.experiment);
    bool needsProject = false;
    for (const InputReference& input : run.inputs)
        putInput(command, input, needsProject);
    if (needsProject && !project.empty())
        command += " --project " + shellQuoted(project);
    const ParameterSet defaults = schema ? ParameterSet{}.complete(*schema) : ParameterSet{};
    for (const auto& [id, value] : run.parameters.values()) {
        const ParameterSpec* spec = schema ? schema->find(id) : nullptr;
        if (spec && defaults.value(id) == value)
            continue;
        const std::string text = spec ? parameterText(*spec, value) : optionText(value);
        command += " --set " + shellQuoted(id + '=' + text);
    }
    return command + " --seed " + std::to_string(run.seed);
}

Fingerprint runFingerprint(const RunRecord& run, const ParameterSchema* schema, const std::string& project) {
    Fingerprint fingerprint;
    fingerprint.plugin = run.plugin;
    fingerprint.pluginVersion = run.pluginVersion;
    fingerprint.programVersion = run.programVersion;
    fingerprint.experiment = run.experiment;
    for (const InputReference& input : run.inputs)
        fingerprint.inputHashes.emplace_back(input.inputId, input.contentHash);
    fingerprint.parameters = run.parameters.toJson();
    fingerprint.seed = run.seed;
    fingerprint.command = runCommand(run, schema, project);
    return fingerprint;
}

} // namespace vitrine
