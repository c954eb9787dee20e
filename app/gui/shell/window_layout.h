#pragma once

#include "widgets/latest_task.h"

#include <QObject>

class QAction;
class QDockWidget;
class QMainWindow;
class QToolBar;
class QToolButton;

namespace vitrine {

class Workbench;

/// Which docks are shown, how wide, and what gives way when the window gets small. Remembers the layout per project.
class WindowLayout : public QObject {
    Q_OBJECT
public:
    static constexpr int kSmallWidth = 1400;     ///< below: the narrow docks
    static constexpr int kCrampedWidth = 1280;   ///< below: no jobs drawer, toolbar without labels
    static constexpr int kInspectorWidth = 1160; ///< below: the inspector is a tab of the project dock

    WindowLayout(Workbench& workbench, QMainWindow* window);

    void setDocks(QDockWidget* project, QDockWidget* inspector, QDockWidget* jobs);
    void setToggles(QAction* project, QAction* inspector, QAction* jobs);
    void setToolBar(QToolBar* bar) { m_toolBar = bar; }
    /// Hides project dock and inspector for pages that want the room, and while no project is open.
    void setDocksWanted(bool wanted);
    void setInspectorUsed(bool used);
    /// The window has a new size.
    void adapt();
    /// For a job that takes long; not once a person has closed the drawer.
    void openJobs();
    void closeJobsByHand();

    void restore(); ///< layout of the open project, read in the background
    void keep();    ///< writes it

private:
    void apply();
    void fitToolBar();

    Workbench& m_workbench;
    QMainWindow* m_window;
    QToolBar* m_toolBar = nullptr;
    QDockWidget* m_project = nullptr;
    QDockWidget* m_inspector = nullptr;
    QDockWidget* m_jobs = nullptr;
    QAction* m_showProject = nullptr;
    QAction* m_showInspector = nullptr;
    QAction* m_showJobs = nullptr;
    bool m_docksWanted = false;
    bool m_inspectorUsed = false;
    bool m_isNarrow = false;
    bool m_sized = false;
    bool m_tabbed = false;
    bool m_jobsClosedByHand = false;
    LatestTask m_reading;
};

} // namespace vitrine
