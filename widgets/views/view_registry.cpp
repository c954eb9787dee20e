#include "widgets/views/view_registry.h"

#include "core/base/log.h"
#include "core/plugin/plugin_registry.h"
#include "core/values/text.h"
#include "widgets/views/chart_result_view.h"
#include "widgets/views/default_layout.h"
#include "widgets/views/document_view.h"
#include "widgets/views/model_view.h"
#include "widgets/views/scalars_view.h"
#include "widgets/views/table_result_view.h"
#include "widgets/views/view_modules.h"

#include <QDir>
#include <QJsonObject>
#include <QPluginLoader>
#include <QSet>

#include <exception>

namespace vitrine {
namespace {

constexpr std::string_view kLogCategory = "views";

void warn(const QString& file, const std::string& reason) {
    log(LogLevel::warning, kLogCategory,
        toStd(QFileInfo(file).fileName()) + " is left out, its outputs are shown by generic views: " + reason);
}

/// Why the metadata say that the module must not be loaded; empty: it may be.
std::string refusal(const QString& file, const QJsonObject& metadata) {
    if (metadata.isEmpty())
        return "the file is no plugin: it holds no plugin metadata";
    const QString iid = metadata.value(QLatin1String("IID")).toString();
    if (iid != QLatin1String(VITRINE_VIEW_IID))
        return "the module offers the interface \"" + toStd(iid) + "\", this program uses \"" VITRINE_VIEW_IID "\"";
    const QJsonObject info = metadata.value(QLatin1String("MetaData")).toObject();
    if (info.value(QLatin1String("api")).toInt(-1) != PluginInfo::kApi)
        return "plugin.json must say \"api\": " + std::to_string(PluginInfo::kApi);
    const QString id = info.value(QLatin1String("id")).toString();
    if (QFileInfo(file).completeBaseName() != id + QLatin1String("_views"))
        return "plugin.json names the id \"" + toStd(id) + "\", so the file must be " + toStd(id) + "_views.so";
    return {};
}

QFileInfoList moduleFiles(const std::string& folder) {
    return QDir(toQString(folder)).entryInfoList({QStringLiteral("*.so")}, QDir::Files, QDir::Name);
}

/// A module is never unloaded: its views may outlive any moment we could pick. Its exceptions end here.
std::string registerModule(const QString& file, ViewRegistry& registry) {
    auto* loader = new QPluginLoader(file);
    // With lazy binding a missing symbol would end the program at the first call; now it is an error here.
    loader->setLoadHints(QLibrary::ResolveAllSymbolsHint);
    if (std::string reason = refusal(file, loader->metaData()); !reason.empty()) {
        delete loader; // nothing was loaded
        return reason;
    }
    try {
        QObject* root = loader->instance();
        if (!root)
            return toStd(loader->errorString());
        const auto* plugin = qobject_cast<ViewPlugin*>(root);
        if (!plugin)
            return "its root object is no view plugin";
        plugin->registerViews(registry);
        return {};
    } catch (const std::exception& e) {
        return std::string("it could not register its views: ") + e.what();
    } catch (...) {
        return "it could not register its views";
    }
}

template <class View>
ResultView* made(const OutputDescription& output, QWidget* parent) {
    return new View(output, parent);
}

} // namespace

void ViewRegistry::setPageLayout(const std::string& plugin, const std::string& experiment, RunPageLayout layout) {
    m_layouts[{plugin, experiment}] = std::move(layout);
}

void ViewRegistry::setInspector(const std::string& plugin, const std::string& experiment, InspectorFactory factory) {
    m_inspectors[{plugin, experiment}] = std::move(factory);
}

ResultView* ViewRegistry::createView(const std::string& viewId, QWidget* parent) const {
    const auto found = m_views.find(viewId);
    if (found == m_views.end() || !found->second)
        return nullptr;
    try {
        return found->second(parent);
    } catch (const std::exception& e) {
        log(LogLevel::error, kLogCategory, "the view " + viewId + " could not be made: " + e.what());
    }
    return nullptr;
}

ResultView* ViewRegistry::createGenericView(const OutputDescription& output, QWidget* parent) const {
    const bool charted = output.view.is_object() && output.view.contains("chart");
    switch (output.kind) {
    case ValueKind::series:
    case ValueKind::matrix: return made<ChartResultView>(output, parent);
    case ValueKind::table:
    case ValueKind::graphSet:
        return charted ? made<ChartResultView>(output, parent) : made<TableResultView>(output, parent);
    case ValueKind::scalars: return charted ? made<ChartResultView>(output, parent) : made<ScalarsView>(output, parent);
    case ValueKind::document: return made<DocumentView>(output, parent);
    case ValueKind::model: return made<ModelView>(output, parent);
    case ValueKind::files:
    case ValueKind::tensors: break;
    }
    return made<TableResultView>(output, parent);
}

RunPageLayout ViewRegistry::pageLayout(const std::string& plugin, const ExperimentInfo& experiment) const {
    const auto found = m_layouts.find({plugin, experiment.id});
    return found == m_layouts.end() ? defaultPageLayout(experiment) : found->second;
}

SelectionInspector* ViewRegistry::createInspector(const std::string& plugin, const std::string& experiment,
                                                  QWidget* parent) const {
    const auto found = m_inspectors.find({plugin, experiment});
    return found == m_inspectors.end() || !found->second ? nullptr : found->second(parent);
}

std::vector<std::string> ViewRegistry::defaultFolders() {
    std::vector<std::string> folders = PluginRegistry::defaultFolders();
    for (std::string& folder : folders)
        folder = toStd(QDir::cleanPath(toQString(folder) + QStringLiteral("/../views")));
    return folders;
}

void fetchViewModules(const std::vector<std::string>& folders) {
    QSet<QString> names;
    for (const std::string& folder : folders) {
        const QFileInfoList files = moduleFiles(folder);
        for (const QFileInfo& file : files) {
            if (names.contains(file.completeBaseName()))
                continue; // the first folder wins
            QPluginLoader loader(file.absoluteFilePath());
            loader.setLoadHints(QLibrary::ResolveAllSymbolsHint);
            // A failure is told when the module is registered.
            if (refusal(file.absoluteFilePath(), loader.metaData()).empty() && loader.load())
                names.insert(file.completeBaseName());
        }
    }
}

void ViewRegistry::loadModules(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
        const QFileInfoList files = moduleFiles(folder);
        for (const QFileInfo& file : files) {
            const QString name = file.completeBaseName();
            if (m_modules.contains(toStd(name)))
                continue; // the first folder wins
            if (const std::string reason = registerModule(file.absoluteFilePath(), *this); reason.empty())
                m_modules.insert(toStd(name));
            else
                warn(file.absoluteFilePath(), reason);
        }
    }
}

} // namespace vitrine
