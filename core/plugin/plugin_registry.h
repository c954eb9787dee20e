#pragma once

#include "core/plugin/interfaces.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace vitrine {

enum class PluginState { rejected, available, loaded, failed };
std::string_view pluginStateName(PluginState state);

struct PluginRecord {
    std::string file; ///< absolute path
    PluginState state = PluginState::available;
    std::string reason; ///< why it was rejected or failed, one sentence
    PluginInfo info;    ///< empty when rejected before it could be read
    std::string crash;  ///< how a run of it took its process down; empty: none did since the program started
};

/// Finds compute modules without loading their code; loads on first use; never unloads. A broken plugin becomes a
/// record with a reason and never stops the program. Thread-safe.
class PluginRegistry : public ExperimentSource {
public:
    PluginRegistry();
    ~PluginRegistry() override;

    /// Reads the metadata of every module in the folder. Two plugins with one id: the first stays, the second is
    /// rejected.
    void scan(const std::string& folder);
    /// Folders "plugins/compute" beside the program, in the install tree, and those in VITRINE_PLUGIN_PATH.
    static std::vector<std::string> defaultFolders();

    /// A copy: no pointer into it outlives it.
    std::vector<PluginRecord> records() const;
    /// Info of an available or loaded plugin, or null. The pointer stays valid as long as the registry.
    const PluginInfo* info(std::string_view pluginId) const;
    /// Whether the module lies beside the program and not in a folder that was named to it.
    bool cameWithProgram(std::string_view pluginId) const;
    /// Marks a system whose run crashed.
    void noteCrash(std::string_view pluginId, const std::string& how);
    std::string crashNote(std::string_view pluginId) const;
    /// Folder with the plugin's samples and pictures ("…/plugins/samples/<id>"); empty when there is none.
    std::string dataFolder(std::string_view pluginId) const;

    /// Loads the module if need be and creates a fresh experiment. @errors not_found, plugin
    Result<std::unique_ptr<Experiment>> create(std::string_view pluginId, std::string_view experimentId) override;
    std::vector<OutputDescription> outputs(std::string_view pluginId, std::string_view experimentId) const override;
    const ParameterSchema* parameters(std::string_view pluginId, std::string_view experimentId) const override;
    std::string version(std::string_view pluginId) const override;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace vitrine
