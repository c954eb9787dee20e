#pragma once

#include "widgets/charts/figure_export.h"
#include "widgets/last_folder.h"
#include "widgets/style/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

namespace vitrine {

/// Folder of what the program remembers: $VITRINE_STATE_DIR, else $XDG_STATE_HOME/vitrine, else ~/.local/state/vitrine.
QString stateFolder();

/// Settings of the user, in one file of the state folder. While it lives, file dialogs start where it says.
class AppSettings : public FolderMemory {
public:
    AppSettings();
    ~AppSettings() override;
    AppSettings(const AppSettings&) = delete;
    AppSettings& operator=(const AppSettings&) = delete;

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    /// Size of everything in the window, percent of what the desktop says; taken at the start. @return 100 to 200
    int scalePercent() const;
    void setScalePercent(int percent);

    /// Compute threads of a run; 0: all that there are.
    int threads() const;
    void setThreads(int threads);
    /// Runs that go on side by side. @return 1 to 8
    int runsAtOnce() const;
    void setRunsAtOnce(int count);

    /// Data from files of more bytes are linked, not copied into the project.
    int linkOverMegabytes() const;
    void setLinkOverMegabytes(int megabytes);
    qint64 linkOverBytes() const { return qint64{linkOverMegabytes()} << 20; }

    /// Size and resolution of figures that are saved from the window.
    FigureSize figureSize() const;
    void setFigureSize(FigureSize size);
    int figureDpi() const;
    void setFigureDpi(int dpi);

    /// Every run in a process of its own, not only those of systems from elsewhere.
    bool isolatesAll() const;
    void setIsolatesAll(bool all);

    /// Latest first; files that are gone are left out by the reader, not here.
    QStringList recentProjects() const;
    void addRecentProject(const QString& path);
    void removeRecentProject(const QString& path);

    /// Whether the hints for somebody new have been shown.
    bool tourShown() const;
    void setTourShown();

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    /// Layout of docks for projects that have none of their own yet.
    QByteArray windowState() const;
    void setWindowState(const QByteArray& state);

    QString folder(FolderUse use) const override;
    void setFolder(FolderUse use, const QString& folder) override;

private:
    int number(const char* key, int otherwise, int lowest, int highest) const;

    QSettings m_settings;
};

} // namespace vitrine
