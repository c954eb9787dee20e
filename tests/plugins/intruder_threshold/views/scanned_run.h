#pragma once

#include "core/data/reader.h"
#include "core/jobs/run_executor.h"
#include "core/plugin/plugin_info.h"
#include "plugins/intruder_threshold/compute/layer_experiments.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "tests/support/memory_sink.h"
#include "widgets/views/result_view.h"

#include <fstream>
#include <memory>
#include <stdexcept>

namespace vitrine::intruder_threshold::runs {

inline Value sampleWeights(const std::string& folder) {
    const auto read = ReaderRegistry::withBuiltins().read(
        std::string(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/") + folder);
    if (!read)
        throw std::runtime_error(read.error().message);
    return read->value;
}

/// A finished run on the sample model as a page hands it to its views. @param adapter  empty: the base alone
inline std::shared_ptr<RunData> finishedRun(const std::string& adapter, nlohmann::json parameters) {
    std::ifstream file(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/plugin.json");
    const auto info = PluginInfo::fromJson(nlohmann::json::parse(file));
    if (!info)
        throw std::runtime_error(info.error().message);
    const char* id = adapter.empty() ? kAudit : kAdapter;
    const ExperimentInfo& described = *info->experiment(id);
    RunInputs inputs;
    inputs.seed = 5;
    inputs.items[kBaseInput] = {sampleWeights("base"), "base", ""};
    if (!adapter.empty())
        inputs.items[kAdapterInput] = {sampleWeights("adapters/" + adapter), adapter, ""};
    inputs.parameters = ParameterSet::fromJson(parameters).complete(described.parameters);
    RunSettings settings;
    settings.outputs = described.outputs;
    LayerExperiment experiment;
    vitrine::test::MemorySink sink;
    if (const RunOutcome outcome = executeRun(experiment, inputs, settings, sink); outcome.state != RunState::finished)
        throw std::runtime_error("the run failed: " + outcome.message);
    auto data = std::make_shared<RunData>();
    data->run.id = 1;
    data->run.plugin = kPluginId;
    data->run.experiment = id;
    data->run.state = RunState::finished;
    data->run.parameters = inputs.parameters;
    data->outputs = sink.artifacts;
    for (const auto& [input, item] : inputs.items)
        data->inputs.emplace(input, item.value);
    for (const OutputDescription& output : described.outputs)
        if (sink.artifacts.contains(output.id)) {
            data->descriptions[output.id] = output;
            data->fingerprints[output.id] = {};
        }
    return data;
}

} // namespace vitrine::intruder_threshold::runs
