#pragma once

#include "app/gui/shell/area_cycle.h"
#include "core/base/log.h"

#include <QMainWindow>

namespace vitrine {

class CommandPalette;
class DocumentArea;
class InspectorPanel;
class JobPanel;
class MainActions;
class NoticeBar;
class Page;
class ProjectPanel;
class SearchBox;
class StatusLine;
class Tour;
class WelcomePage;
class KeptTabs;
class WindowLayout;
class Workbench;

/// The window: constructs and connects. What there is to do stands in Workbench and in the pages.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Projects are opened, everything else goes into the plan of an import.
    void openPaths(const QStringList& paths);
    void openSample(const QString& plugin);
    void appendLog(LogLevel level, const QString& category, const QString& message);
    /// In the strip above the pages, until it is closed.
    void tell(const QString& message);
    /// Hints beside the controls, from the first on.
    void showTour();
    /// The same for somebody who has seen neither them nor a project.
    void offerTour();

    MainActions& mainActions() const { return *m_actions; }
    DocumentArea& documents() const { return *m_documents; }
    Page* currentPage() const;
    Tour* tour() const { return m_tour; } ///< null before it was shown first

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildDocks();
    void buildBars();
    void connectWorkbench();
    void connectFileActions();
    void connectEditActions();
    void connectViewActions();
    void connectWorkActions();
    void connectHelpActions();
    void connectPages();

    void projectChanged();
    void contentsChanged();
    void projectRefused(const QString& path, const QString& reason, bool canOpenReadOnly);
    void openPage(const QString& pageId);
    Page* newPage(const QString& pageId);
    void pageChanged(Page* page);
    void updateActions();
    void updateTitle();
    void fillRecentMenu();
    void fillSampleMenu();
    void fillWindowMenu();
    void openPalette(const QString& text);
    void chooseData();
    void chooseProject();
    void openProject(const QString& path);
    void saveProject();
    void saveProjectAs();
    /// Fewer than two runs are offered with all others on the page.
    void compareRuns(const QList<qint64>& runs);
    void verifyRuns();
    void newExperiment(qint64 dataset);
    qint64 datasetInFront() const;
    void saveExperimentFile();
    void importPaths(const QStringList& paths);
    /// Asks when jobs are running. @return whether to go on
    bool mayLeaveProject();
    void leaveProject();

    Workbench& m_workbench;
    MainActions* m_actions;
    WindowLayout* m_layout;
    KeptTabs* m_tabs = nullptr;
    WelcomePage* m_welcome = nullptr;
    DocumentArea* m_documents = nullptr;
    NoticeBar* m_notice = nullptr;
    ProjectPanel* m_project = nullptr;
    InspectorPanel* m_inspector = nullptr;
    JobPanel* m_jobs = nullptr;
    StatusLine* m_status = nullptr;
    SearchBox* m_search = nullptr;
    CommandPalette* m_palette = nullptr;
    Tour* m_tour = nullptr;
    AreaCycle m_areas;
    QSet<QString> m_seenPages; ///< pages whose record has been in the project
};

} // namespace vitrine
