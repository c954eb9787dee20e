#include "core/isolate/isolating_source.h"

namespace vitrine {

bool IsolatingSource::isolates(std::string_view pluginId, std::string_view experimentId) const {
    const PluginInfo* plugin = m_plugins->info(pluginId);
    const ExperimentInfo* experiment = plugin ? plugin->experiment(experimentId) : nullptr;
    return m_all || (experiment && experiment->ownProcess) || !m_plugins->cameWithProgram(pluginId) ||
           !m_plugins->crashNote(pluginId).empty();
}

Result<std::unique_ptr<Experiment>> IsolatingSource::create(std::string_view pluginId, std::string_view experimentId) {
    auto local = m_plugins->create(pluginId, experimentId);
    if (!local || !isolates(pluginId, experimentId))
        return local;
    IsolationSettings settings = m_settings;
    if (settings.arguments.empty())
        settings.arguments = {kWorkerCommand};
    settings.crashed = [plugins = m_plugins, told = m_settings.crashed](const std::string& plugin,
                                                                        const std::string& how) {
        plugins->noteCrash(plugin, how);
        if (told)
            told(plugin, how);
    };
    return std::unique_ptr<Experiment>(std::make_unique<IsolatedExperiment>(
        std::string(pluginId), std::string(experimentId), std::move(*local), std::move(settings)));
}

} // namespace vitrine
