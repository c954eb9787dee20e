#include "app/gui/experiment/preset_store.h"

#include "app/gui/app_settings.h"
#include "core/values/text.h"

#include <algorithm>

namespace vitrine {

PresetStore::PresetStore(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

PresetStore::~PresetStore() {
    m_pool.waitForDone();
}

void PresetStore::setExperiment(const std::string& plugin, const std::string& experiment) {
    // Ids have letters, digits and _ only.
    const std::string path =
        plugin.empty() ? std::string() : toStd(stateFolder()) + "/presets/" + plugin + '/' + experiment + ".json";
    if (path == m_path)
        return;
    m_path = path;
    m_presets.clear();
    m_problem.clear();
    Q_EMIT changed();
    reload();
}

void PresetStore::reload() {
    queue(
        [](const std::string& path) -> Result<PresetChange> {
            auto presets = readPresetFile(path);
            if (!presets)
                return presets.error();
            return PresetChange{std::move(*presets), {}};
        },
        {});
}

const Preset* PresetStore::find(const std::string& name) const {
    const auto found = std::ranges::find(m_presets, name, &Preset::name);
    return found == m_presets.end() ? nullptr : &*found;
}

void PresetStore::save(const Preset& preset) {
    queue([preset](const std::string& path) { return savePreset(path, preset); },
          tr("Saved the preset “%1”.").arg(toQString(preset.name)));
}

void PresetStore::remove(const std::string& name) {
    queue([name](const std::string& path) { return removePreset(path, name); },
          tr("Deleted the preset “%1”.").arg(toQString(name)));
}

void PresetStore::queue(Work work, const QString& done) {
    if (m_path.empty())
        return;
    // The destructor waits for the pool, so `this` outlives the work.
    m_pool.start([this, work = std::move(work), path = m_path, done] {
        auto change = std::make_shared<Result<PresetChange>>(work(path));
        QMetaObject::invokeMethod(
            this, [this, path, change, done] { take(path, std::move(*change), done); }, Qt::QueuedConnection);
    });
}

void PresetStore::take(const std::string& path, Result<PresetChange> change, const QString& done) {
    if (!change && !done.isEmpty())
        Q_EMIT failed(toQString(change.error().message));
    else if (change && !change->setAside.empty())
        Q_EMIT failed(tr("%1 The presets from before could not be read; they are kept as %2.")
                          .arg(done, toQString(change->setAside)));
    else if (change && !done.isEmpty())
        Q_EMIT said(done);
    if (path != m_path)
        return;
    m_problem = change || !done.isEmpty() ? QString() : toQString(change.error().message);
    if (change)
        m_presets = std::move(change->presets);
    else if (done.isEmpty())
        m_presets.clear();
    Q_EMIT changed();
}

} // namespace vitrine
