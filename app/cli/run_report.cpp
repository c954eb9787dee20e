#include "app/cli/run_report.h"

#include "core/report/default_report.h"
#include "core/values/text.h"
#include "widgets/report/report_writer.h"
#include "widgets/views/view_registry.h"

#include <QDate>
#include <QDir>

namespace vitrine::cli {
namespace {

nlohmann::json reportHints(const PluginRegistry& plugins, const RunRecord& run) {
    const PluginInfo* plugin = plugins.info(run.plugin);
    const ExperimentInfo* experiment = plugin ? plugin->experiment(run.experiment) : nullptr;
    return experiment ? experiment->report : nlohmann::json::object();
}

Result<ReportDocument> documentOf(const ProjectStore& store, const PluginRegistry& plugins,
                                  const std::vector<RunId>& runs) {
    ReportDocument document;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto run = store.run(runs[i]);
        if (!run)
            return run.error();
        const nlohmann::json hints = reportHints(plugins, *run);
        if (i == 0) {
            auto first = defaultReport(store, runs[i], hints);
            if (!first)
                return first;
            document = std::move(*first);
        } else if (const auto added = appendRun(document, store, runs[i], hints); !added) {
            return added.error();
        }
    }
    return document;
}

} // namespace

Result<void> writeRunReport(const ProjectStore& store, const PluginRegistry& plugins, const std::vector<RunId>& runs,
                            bool anonymous, const std::string& file, std::stop_token stop) {
    auto document = documentOf(store, plugins, runs);
    if (!document)
        return document.error();
    document->anonymous = anonymous;
    ViewRegistry views;
    views.loadModules(ViewRegistry::defaultFolders());
    ReportWriteOptions options;
    options.date = toStd(QDate::currentDate().toString(Qt::ISODate));
    options.stop = std::move(stop);
    return writeReport(store, *document, views, plugins, toQString(file), options);
}

} // namespace vitrine::cli
