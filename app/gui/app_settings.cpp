#include "app/gui/app_settings.h"

#include "core/store/linked_data.h"

#include <QDir>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kMostRecent = 12;
constexpr int kMostMegabytes = 1'000'000;

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

// A file that was edited by hand gives no numbers that the window could not live with.
int AppSettings::number(const char* key, int otherwise, int lowest, int highest) const {
    bool good = false;
    const int value = m_settings.value(QLatin1String(key), otherwise).toInt(&good);
    return good ? std::clamp(value, lowest, highest) : otherwise;
}

int AppSettings::scalePercent() const {
    return number("scalePercent", 100, 100, 200);
}

void AppSettings::setScalePercent(int percent) {
    m_settings.setValue(QStringLiteral("scalePercent"), percent);
}

int AppSettings::threads() const {
    return number("runs/threads", 0, 0, 1024);
}

void AppSettings::setThreads(int threads) {
    m_settings.setValue(QStringLiteral("runs/threads"), threads);
}

int AppSettings::runsAtOnce() const {
    return number("runs/atOnce", 2, 1, 8);
}

void AppSettings::setRunsAtOnce(int count) {
    m_settings.setValue(QStringLiteral("runs/atOnce"), count);
}

int AppSettings::linkOverMegabytes() const {
    return number("data/linkOverMB", static_cast<int>(kLinkOverBytes >> 20), 0, kMostMegabytes);
}

void AppSettings::setLinkOverMegabytes(int megabytes) {
    m_settings.setValue(QStringLiteral("data/linkOverMB"), megabytes);
}

FigureSize AppSettings::figureSize() const {
    const FigureSize usual;
    return {static_cast<double>(number("figures/widthMm", static_cast<int>(usual.widthMm), 30, 1000)),
            static_cast<double>(number("figures/heightMm", static_cast<int>(usual.heightMm), 30, 1000))};
}

void AppSettings::setFigureSize(FigureSize size) {
    m_settings.setValue(QStringLiteral("figures/widthMm"), static_cast<int>(size.widthMm));
    m_settings.setValue(QStringLiteral("figures/heightMm"), static_cast<int>(size.heightMm));
}

int AppSettings::figureDpi() const {
    return number("figures/dpi", 300, 72, 1200);
}

void AppSettings::setFigureDpi(int dpi) {
    m_settings.setValue(QStringLiteral("figures/dpi"), dpi);
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

bool AppSettings::tourShown() const {
    return m_settings.value(QStringLiteral("tourShown"), false).toBool();
}

void AppSettings::setTourShown() {
    m_settings.setValue(QStringLiteral("tourShown"), true);
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
