#pragma once

#include "core/data/reader.h"
#include "core/jobs/run_executor.h"
#include "core/plugin/plugin_info.h"
#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/compute/train_experiment.h"
#include "tests/support/memory_sink.h"
#include "widgets/views/result_view.h"

#include <fstream>
#include <memory>
#include <stdexcept>

namespace vitrine::pathboost::runs {

inline PluginInfo pluginInfo() {
    std::ifstream file(VITRINE_SOURCE_DIR "/plugins/pathboost/plugin.json");
    auto info = PluginInfo::fromJson(nlohmann::json::parse(file));
    if (!info)
        throw std::runtime_error(info.error().message);
    return *info;
}

inline std::shared_ptr<const GraphSet> readGraphs(const std::string& file) {
    const auto read = ReaderRegistry::withBuiltins().read(VITRINE_TEST_DATA "/graphs/" + file);
    if (!read)
        throw std::runtime_error(read.error().message);
    return valueAs<GraphSet>(read->value);
}

/// A finished run as a page hands it to its views.
inline std::shared_ptr<RunData> finishedRun(Experiment& experiment, const char* id,
                                            const std::shared_ptr<const GraphSet>& graphs, nlohmann::json parameters) {
    const PluginInfo info = pluginInfo();
    const ExperimentInfo& described = *info.experiment(id);
    RunInputs inputs;
    inputs.seed = 5;
    inputs.items[kGraphsInput] = {graphs, "graphs", ""};
    inputs.parameters = ParameterSet::fromJson(parameters).complete(described.parameters);
    RunSettings settings;
    settings.outputs = described.outputs;
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
    data->inputs[kGraphsInput] = graphs;
    for (const OutputDescription& output : described.outputs)
        if (sink.artifacts.contains(output.id)) {
            data->descriptions[output.id] = output;
            data->fingerprints[output.id] = {};
        }
    return data;
}

inline std::shared_ptr<RunData> trainedRun(const std::shared_ptr<const GraphSet>& graphs, nlohmann::json parameters) {
    TrainExperiment train;
    return finishedRun(train, kTrain, graphs, std::move(parameters));
}

/// ESOL with the unit that the file does not name.
inline std::shared_ptr<const GraphSet> esolGraphs() {
    auto graphs = std::make_shared<GraphSet>(*readGraphs("esol_graphs.json"));
    for (Column& column : graphs->graphs.columns)
        if (column.name == graphs->targetColumn)
            column.unit = "log mol/L";
    return graphs;
}

inline std::shared_ptr<RunData> esolRunOf(Experiment& experiment, const char* id, nlohmann::json parameters) {
    return finishedRun(experiment, id, esolGraphs(), std::move(parameters));
}

inline std::shared_ptr<RunData> esolRun(int iterations = 20, const char* baselines = "none") {
    return trainedRun(esolGraphs(), {{"n_iter", iterations}, {"baselines", baselines}});
}

} // namespace vitrine::pathboost::runs
