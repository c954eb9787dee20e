#pragma once

#include "core/data/reader.h"
#include "core/jobs/run_executor.h"
#include "core/plugin/plugin_info.h"
#include "plugins/intruder_threshold/compute/budget_experiment.h"
#include "plugins/intruder_threshold/compute/layer_experiments.h"
#include "plugins/intruder_threshold/compute/loss_experiment.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/compute/run_setup.h"
#include "tests/support/memory_sink.h"

#include <fstream>
#include <memory>
#include <stdexcept>

/// Runs on the sample model of the plugin, with what its plugin.json declares.
namespace vitrine::intruder_threshold::runs {

/// @param name  below samples/toy_llama. Throws.
inline Value sampleWeights(const std::string& name) {
    const auto read = ReaderRegistry::withBuiltins().read(
        std::string(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/samples/toy_llama/") + name);
    if (!read)
        throw std::runtime_error(read.error().message);
    return read->value;
}

inline const PluginInfo& plugin() {
    static const PluginInfo info = [] {
        std::ifstream file(VITRINE_SOURCE_DIR "/plugins/intruder_threshold/plugin.json");
        auto read = PluginInfo::fromJson(nlohmann::json::parse(file));
        if (!read)
            throw std::runtime_error(read.error().message);
        return std::move(*read);
    }();
    return info;
}

/// @param folders  sample folder by input   @param parameters  what differs from the defaults
inline RunInputs inputsOf(const char* experiment, const std::map<std::string, std::string>& folders,
                          const nlohmann::json& parameters = nlohmann::json::object()) {
    RunInputs inputs;
    inputs.seed = 5;
    for (const auto& [id, folder] : folders)
        inputs.items[id] = {sampleWeights(folder), folder, ""};
    inputs.parameters = ParameterSet::fromJson(parameters).complete(plugin().experiment(experiment)->parameters);
    return inputs;
}

inline RunOutcome execute(const char* experiment, const RunInputs& inputs, RunSink& sink, int threads = 1,
                          std::stop_token stop = {}) {
    RunSettings settings;
    settings.outputs = plugin().experiment(experiment)->outputs;
    settings.threads = threads;
    settings.stop = std::move(stop);
    const std::string_view id = experiment;
    std::unique_ptr<Experiment> run;
    if (id == kLossCurve)
        run = std::make_unique<LossExperiment>();
    else if (id == kBudget)
        run = std::make_unique<BudgetExperiment>();
    else
        run = std::make_unique<LayerExperiment>();
    return executeRun(*run, inputs, settings, sink);
}

} // namespace vitrine::intruder_threshold::runs
