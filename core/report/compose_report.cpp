#include "core/report/compose_report.h"

#include "core/report/report_composer.h"

namespace vitrine {

ExperimentLookup experimentLookup(const PluginRegistry& plugins) {
    return [&plugins](const std::string& plugin, const std::string& experiment) {
        const PluginInfo* info = plugins.info(plugin);
        return info ? info->experiment(experiment) : nullptr;
    };
}

Result<ComposedReport> composeReport(const ProjectStore& store, const ReportDocument& document,
                                     const ComposeOptions& options) {
    return ReportComposer(store, document, options).compose();
}

} // namespace vitrine
