#include "core/plugin/plugin_registry.h"

#include "core/values/text.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPluginLoader>

#include <dlfcn.h>

#include <algorithm>
#include <exception>

namespace vitrine {
namespace {

struct Entry {
    PluginRecord record;
    std::unique_ptr<QPluginLoader>
        loader;         // never unloaded: experiments and values may outlive any moment we could pick
    std::mutex loading; // protects `loader` and `plugin`; held for long, so nobody who only reads records takes it
    ComputePlugin* plugin = nullptr;

    bool usable() const { return record.state == PluginState::available || record.state == PluginState::loaded; }
};

void reject(PluginRecord& record, const std::string& reason) {
    record.state = PluginState::rejected;
    record.reason = reason;
}

/// Fills the record from the metadata that stand in the file; no code of the module runs.
void readMetadata(PluginRecord& record, const QString& file, const QJsonObject& metadata) {
    if (metadata.isEmpty())
        return reject(record, "the file is no plugin: it holds no plugin metadata");
    const std::string iid = toStd(metadata.value(QLatin1String("IID")).toString());
    if (iid != VITRINE_COMPUTE_IID)
        return reject(record, "the module offers the interface \"" + iid + "\", this program uses \"" +
                                  VITRINE_COMPUTE_IID "\"");
    const QJsonDocument inner(metadata.value(QLatin1String("MetaData")).toObject());
    const auto json = nlohmann::json::parse(inner.toJson(QJsonDocument::Compact).toStdString(), nullptr, false);
    auto info = PluginInfo::fromJson(json);
    if (!info)
        return reject(record, "plugin.json " + info.error().message);
    const std::string fileName = toStd(QFileInfo(file).completeBaseName());
    if (fileName != info->id)
        return reject(record, "plugin.json names the id \"" + info->id + "\", so the file must be " + info->id + ".so");
    record.info = std::move(*info);
}

/// The root object of a module, loading it if need be. An exception of its constructor must not pass.
Result<ComputePlugin*> loadRoot(QPluginLoader& loader) {
    try {
        QObject* root = loader.instance();
        if (!root)
            return makeError(ErrorCode::plugin, toStd(loader.errorString()));
        if (auto* plugin = qobject_cast<ComputePlugin*>(root))
            return plugin;
        return makeError(ErrorCode::plugin, "its root object is no compute plugin");
    } catch (const std::exception& e) {
        return makeError(ErrorCode::plugin, std::string("its root object could not be made: ") + e.what());
    } catch (...) {
        return makeError(ErrorCode::plugin, "its root object could not be made");
    }
}

/// Folder of the library this code stands in: plugins lie at a fixed place beside it, in the build tree and when
/// installed, whatever program uses them.
QString libraryFolder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&pluginStateName), &info) == 0 || !info.dli_fname)
        return {};
    return QFileInfo(QFile::decodeName(info.dli_fname)).canonicalPath();
}

} // namespace

std::string_view pluginStateName(PluginState state) {
    switch (state) {
    case PluginState::rejected: return "rejected";
    case PluginState::available: return "available";
    case PluginState::loaded: return "loaded";
    case PluginState::failed: return "failed";
    }
    return "failed";
}

struct PluginRegistry::State {
    mutable std::mutex mutex; // protects the list and every record; held briefly
    std::vector<std::unique_ptr<Entry>> entries;

    Entry* find(std::string_view id) const {
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
            return entry->record.state != PluginState::rejected && entry->record.info.id == id;
        });
        return found == entries.end() ? nullptr : found->get();
    }
    const ExperimentInfo* experiment(std::string_view pluginId, std::string_view experimentId) const {
        const std::scoped_lock lock(mutex);
        const Entry* entry = find(pluginId);
        return entry ? entry->record.info.experiment(experimentId) : nullptr;
    }
    std::string installedIds() const {
        std::string ids;
        for (const auto& entry : entries)
            if (entry->usable())
                ids += (ids.empty() ? "" : ", ") + entry->record.info.id;
        return ids.empty() ? "none" : ids;
    }
    /// @errors plugin
    Result<ComputePlugin*> load(Entry& entry);
};

Result<ComputePlugin*> PluginRegistry::State::load(Entry& entry) {
    const std::scoped_lock loading(entry.loading);
    if (entry.plugin)
        return entry.plugin;
    const auto failed = [&](const std::string& reason) {
        return makeError(ErrorCode::plugin,
                         "the plugin \"" + entry.record.info.id + "\" could not be loaded: " + reason);
    };
    {
        const std::scoped_lock lock(mutex);
        if (entry.record.state == PluginState::failed)
            return failed(entry.record.reason);
    }
    const auto root = loadRoot(*entry.loader);
    const std::scoped_lock lock(mutex);
    entry.record.state = root ? PluginState::loaded : PluginState::failed;
    if (!root) {
        entry.record.reason = root.error().message;
        return failed(entry.record.reason);
    }
    entry.plugin = *root;
    return entry.plugin;
}

PluginRegistry::PluginRegistry() : m_state(std::make_unique<State>()) {}
PluginRegistry::~PluginRegistry() = default;

void PluginRegistry::scan(const std::string& folder) {
    const QDir dir(toQString(folder));
    for (const QFileInfo& file : dir.entryInfoList({QStringLiteral("*.so")}, QDir::Files, QDir::Name)) {
        auto entry = std::make_unique<Entry>();
        entry->record.file = toStd(file.absoluteFilePath());
        entry->loader = std::make_unique<QPluginLoader>(file.absoluteFilePath());
        // With lazy binding a missing symbol would end the program at the first call; now it is an error here.
        entry->loader->setLoadHints(QLibrary::ResolveAllSymbolsHint);
        readMetadata(entry->record, file.fileName(), entry->loader->metaData());
        const std::scoped_lock lock(m_state->mutex);
        const auto same = std::find_if(m_state->entries.begin(), m_state->entries.end(),
                                       [&](const auto& other) { return other->record.file == entry->record.file; });
        if (same != m_state->entries.end())
            continue;
        if (const Entry* other = m_state->find(entry->record.info.id); other && entry->usable())
            reject(entry->record, "the id \"" + entry->record.info.id + "\" is already taken by " + other->record.file);
        m_state->entries.push_back(std::move(entry));
    }
}

std::vector<std::string> PluginRegistry::defaultFolders() {
    std::vector<std::string> folders;
    const auto add = [&](const QString& path) {
        const std::string folder = toStd(QDir::cleanPath(path));
        if (QDir(path).exists() && std::find(folders.begin(), folders.end(), folder) == folders.end())
            folders.push_back(folder);
    };
    // The user's own folders come first, so that a plugin under work wins over the installed one.
    const QString own = qEnvironmentVariable("VITRINE_PLUGIN_PATH");
    for (const QString& path : own.split(QDir::listSeparator(), Qt::SkipEmptyParts))
        add(path);
    const QString library = libraryFolder();
    if (!library.isEmpty()) {
        add(library + QStringLiteral("/plugins/compute"));         // installed: …/lib/vitrine/libvitrine_core.so
        add(library + QStringLiteral("/vitrine/plugins/compute")); // build tree: …/lib/libvitrine_core.so
    }
    return folders;
}

std::vector<PluginRecord> PluginRegistry::records() const {
    const std::scoped_lock lock(m_state->mutex);
    std::vector<PluginRecord> out;
    for (const auto& entry : m_state->entries)
        out.push_back(entry->record);
    return out;
}

const PluginInfo* PluginRegistry::info(std::string_view pluginId) const {
    const std::scoped_lock lock(m_state->mutex);
    const Entry* entry = m_state->find(pluginId);
    return entry && entry->usable() ? &entry->record.info : nullptr;
}

bool PluginRegistry::cameWithProgram(std::string_view pluginId) const {
    const std::scoped_lock lock(m_state->mutex);
    const Entry* entry = m_state->find(pluginId);
    return entry &&
           QFileInfo(toQString(entry->record.file)).canonicalFilePath().startsWith(libraryFolder() + QLatin1Char('/'));
}

void PluginRegistry::noteCrash(std::string_view pluginId, const std::string& how) {
    const std::scoped_lock lock(m_state->mutex);
    if (Entry* entry = m_state->find(pluginId))
        entry->record.crash = how;
}

std::string PluginRegistry::crashNote(std::string_view pluginId) const {
    const std::scoped_lock lock(m_state->mutex);
    const Entry* entry = m_state->find(pluginId);
    return entry ? entry->record.crash : std::string();
}

std::string PluginRegistry::dataFolder(std::string_view pluginId) const {
    const std::scoped_lock lock(m_state->mutex);
    const Entry* entry = m_state->find(pluginId);
    if (!entry)
        return {};
    const QDir beside = QFileInfo(toQString(entry->record.file)).dir();
    const QString folder = QDir::cleanPath(beside.filePath(QStringLiteral("../samples/") + toQString(pluginId)));
    return QDir(folder).exists() ? toStd(folder) : std::string();
}

Result<std::unique_ptr<Experiment>> PluginRegistry::create(std::string_view pluginId, std::string_view experimentId) {
    const std::string name = std::string(pluginId) + '/' + std::string(experimentId);
    Entry* entry = nullptr;
    {
        const std::scoped_lock lock(m_state->mutex);
        entry = m_state->find(pluginId);
        if (!entry)
            return makeError(ErrorCode::notFound, "there is no plugin \"" + std::string(pluginId) +
                                                      "\"; installed are: " + m_state->installedIds());
        if (!entry->record.info.experiment(experimentId))
            return makeError(ErrorCode::notFound, "there is no experiment " + name);
    }
    const auto plugin = m_state->load(*entry);
    if (!plugin)
        return plugin.error();
    try {
        if (auto experiment = (*plugin)->create(experimentId))
            return experiment;
        return makeError(ErrorCode::plugin, "the plugin declares the experiment " + name + " but does not make it");
    } catch (const std::exception& e) {
        return makeError(ErrorCode::plugin, "the experiment " + name + " could not be made: " + e.what());
    } catch (...) {
        return makeError(ErrorCode::plugin, "the experiment " + name + " could not be made");
    }
}

std::vector<OutputDescription> PluginRegistry::outputs(std::string_view pluginId, std::string_view experimentId) const {
    const ExperimentInfo* experiment = m_state->experiment(pluginId, experimentId);
    return experiment ? experiment->outputs : std::vector<OutputDescription>{};
}

const ParameterSchema* PluginRegistry::parameters(std::string_view pluginId, std::string_view experimentId) const {
    const ExperimentInfo* experiment = m_state->experiment(pluginId, experimentId);
    return experiment ? &experiment->parameters : nullptr;
}

std::string PluginRegistry::version(std::string_view pluginId) const {
    const PluginInfo* found = info(pluginId);
    return found ? found->version : std::string();
}

} // namespace vitrine
