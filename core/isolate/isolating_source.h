#pragma once

#include "core/isolate/isolated_experiment.h"
#include "core/plugin/plugin_registry.h"

#include <atomic>
#include <memory>

namespace vitrine {

/// The experiments of the installed systems. Those of systems that did not come with the program, and those that have
/// crashed, run in a process of their own, and so do experiments that ask for it; with isolateAll all of them do.
class IsolatingSource : public ExperimentSource {
public:
    explicit IsolatingSource(std::shared_ptr<PluginRegistry> plugins, IsolationSettings settings = {})
        : m_plugins(std::move(plugins)), m_settings(std::move(settings)) {}

    void setIsolateAll(bool all) { m_all = all; }
    bool isolates(std::string_view pluginId, std::string_view experimentId) const;

    Result<std::unique_ptr<Experiment>> create(std::string_view pluginId, std::string_view experimentId) override;
    std::vector<OutputDescription> outputs(std::string_view pluginId, std::string_view experimentId) const override {
        return m_plugins->outputs(pluginId, experimentId);
    }
    const ParameterSchema* parameters(std::string_view pluginId, std::string_view experimentId) const override {
        return m_plugins->parameters(pluginId, experimentId);
    }
    std::string version(std::string_view pluginId) const override { return m_plugins->version(pluginId); }

private:
    const std::shared_ptr<PluginRegistry> m_plugins;
    const IsolationSettings m_settings;
    std::atomic<bool> m_all = false;
};

/// Arguments that make the program a worker process.
inline constexpr const char* kWorkerCommand = "worker";

} // namespace vitrine
