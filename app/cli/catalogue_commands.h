#pragma once

#include "app/cli/console.h"
#include "core/plugin/plugin_registry.h"

namespace vitrine::cli {

/// `vitrine plugins`: every module that was found, with state and reason.
/// Whether a system has a sample. @errors invalid_argument naming the samples there are
Result<void> findSample(const PluginRegistry& registry, const std::string& plugin);

int showPlugins(const PluginRegistry& registry, Console& console);
/// `vitrine list`: the experiments of all available plugins.
int listExperiments(const PluginRegistry& registry, Console& console);
/// `vitrine describe PLUGIN/EXPERIMENT`: inputs, parameters and outputs.
int describeExperiment(const PluginRegistry& registry, const std::string& name, Console& console);

/// An experiment by "PLUGIN/EXPERIMENT". @errors invalid_argument with what there is
struct FoundExperiment {
    const PluginInfo* plugin = nullptr;
    const ExperimentInfo* experiment = nullptr;
};
Result<FoundExperiment> findExperiment(const PluginRegistry& registry, const std::string& name);

} // namespace vitrine::cli
