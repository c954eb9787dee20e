#include "app/gui/app_settings.h"

#include <QDir>

namespace vitrine {

namespace {

constexpr int kMostRecent = 12;

QString folderKey(FolderUse use) {
    return use == FolderUse::open ? QStringLiteral("folder/open") : QStringLiteral("folder/save");
}

} // namespace

QString stateFolder() {
    const QString own = qEnvironmentVariable("VITRINE_STATE_DIR");
    if (!own.isEmpty())
        return own;
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    return (state.isEmpty() ? QDir::homePath() + QStringLiteral("/.local/state") : state) + QStringLiteral("/vitrine");
}

AppSettings::AppSettings() : m_settings(stateFolder() + QStringLiteral("/settings.ini"), QSettings::IniFormat) {
    setFolderMemory(this);
}

AppSettings::~AppSettings() {
    if (folderMemory() == this)
        setFolderMemory(nullptr);
}

ThemeChoice AppSettings::theme() const {
    return themeChoiceFromName(m_settings.value(QStringLiteral("theme")).toString());
}

void AppSettings::setTheme(ThemeChoice theme) {
    m_settings.setValue(QStringLiteral("theme"), themeChoiceName(theme));
}

bool AppSettings::isolatesAll() const {
    return m_settings.value(QStringLiteral("runs/isolateAll"), false).toBool();
}

void AppSettings::setIsolatesAll(bool all) {
    m_settings.setValue(QStringLiteral("runs/isolateAll"), all);
}

QStringList AppSettings::recentProjects() const {
    return m_settings.value(QStringLiteral("recent")).toStringList();
}

void AppSettings::addRecentProject(const QString& path) {
    QStringList list = recentProjects();
    list.removeAll(path);
    list.prepend(path);
    m_settings.setValue(QStringLiteral("recent"), QStringList(list.mid(0, kMostRecent)));
}

void AppSettings::removeRecentProject(const QString& path) {
    QStringList list = recentProjects();
    list.removeAll(path);
    m_settings.setValue(QStringLiteral("recent"), list);
}

QByteArray AppSettings::windowGeometry() const {
    return m_settings.value(QStringLiteral("window/geometry")).toByteArray();
}

void AppSettings::setWindowGeometry(const QByteArray& geometry) {
    m_settings.setValue(QStringLiteral("window/geometry"), geometry);
}

QByteArray AppSettings::windowState() const {
    return m_settings.value(QStringLiteral("window/state")).toByteArray();
}

void AppSettings::setWindowState(const QByteArray& state) {
    m_settings.setValue(QStringLiteral("window/state"), state);
}

QString AppSettings::folder(FolderUse use) const {
    return m_settings.value(folderKey(use)).toString();
}

void AppSettings::setFolder(FolderUse use, const QString& folder) {
    m_settings.setValue(folderKey(use), folder);
}

} // namespace vitrine
