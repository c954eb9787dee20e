#pragma once

#include "tests/plugins/intruder_threshold/toy_runs.h"
#include "widgets/views/result_view.h"

namespace vitrine::intruder_threshold::runs {

/// A finished run on the sample model as a page hands it to its views. @param folders  sample folder by input
inline std::shared_ptr<RunData> finishedRun(const char* experiment, const std::map<std::string, std::string>& folders,
                                            const nlohmann::json& parameters = nlohmann::json::object()) {
    const RunInputs inputs = inputsOf(experiment, folders, parameters);
    vitrine::test::MemorySink sink;
    if (const RunOutcome outcome = execute(experiment, inputs, sink); outcome.state != RunState::finished)
        throw std::runtime_error("the run failed: " + outcome.message);
    auto data = std::make_shared<RunData>();
    data->run.id = 1;
    data->run.plugin = kPluginId;
    data->run.experiment = experiment;
    data->run.state = RunState::finished;
    data->run.parameters = inputs.parameters;
    data->outputs = sink.artifacts;
    for (const auto& [input, item] : inputs.items)
        data->inputs.emplace(input, item.value);
    for (const OutputDescription& output : plugin().experiment(experiment)->outputs)
        if (sink.artifacts.contains(output.id)) {
            data->descriptions[output.id] = output;
            data->fingerprints[output.id] = {};
        }
    return data;
}

/// @param adapter  empty: the base alone
inline std::shared_ptr<RunData> scannedRun(const std::string& adapter, const nlohmann::json& parameters) {
    if (adapter.empty())
        return finishedRun(kAudit, {{kBaseInput, "base"}}, parameters);
    return finishedRun(kAdapter, {{kBaseInput, "base"}, {kAdapterInput, "adapters/" + adapter}}, parameters);
}

} // namespace vitrine::intruder_threshold::runs
