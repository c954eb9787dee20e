#pragma once

#include <QHash>
#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;
class QToolBar;
class QUndoStack;
class QWidget;

namespace vitrine {

/// All actions of the window, its menus and its toolbar. Does nothing by itself: the window connects the actions.
class MainActions : public QObject {
    Q_OBJECT
public:
    MainActions(QUndoStack& undo, QWidget* window);

    void fillMenus(QMenuBar* bar);
    void fillToolBar(QToolBar* bar, QWidget* search);
    /// Every action with a name, in the order of the menus; for the command palette and the list of shortcuts.
    QList<QAction*> all() const { return m_all; }
    /// Text of the menu an action stands in: "File".
    QString menuOf(const QAction* action) const;

    QAction* openData;
    QAction* exportData;
    QAction* openProject;
    QAction* newProject;
    QAction* save;
    QAction* saveAs;
    QAction* closeProject;
    QAction* quit;
    QAction* undo;
    QAction* redo;
    QAction* selectionBack;
    QAction* selectionForward;
    QAction* clearSelection;
    QAction* palette;
    QAction* history;
    QAction* preferences;
    QAction* themeSystem;
    QAction* themeLight;
    QAction* themeDark;
    QAction* showProject;
    QAction* showInspector;
    QAction* showJobs;
    QAction* fullScreen;
    QAction* nextArea;
    QAction* previousArea;
    QAction* newExperiment;
    QAction* saveExperimentFile;
    QAction* run;
    QAction* cancel;
    QAction* cancelAll;
    QAction* allRuns;
    QAction* compare;
    QAction* verify;
    QAction* report;
    QAction* emptyReport;
    QAction* closePage;
    QAction* nextPage;
    QAction* previousPage;
    QAction* manual;
    QAction* tour;
    QAction* shortcuts;
    QAction* systems;
    QAction* about;
    QMenu* recentMenu = nullptr;
    QMenu* sampleMenu = nullptr;
    QMenu* windowMenu = nullptr;

private:
    QAction* make(const QString& text, const QString& iconName, const QKeySequence& shortcut, const QString& tip);
    void makeFileActions();
    void makeEditActions(QUndoStack& undo);
    void makeViewActions();
    void makeWorkActions();
    void makeHelpActions();

    QWidget* m_window;
    QList<QAction*> m_all;
    QHash<const QAction*, QString> m_menus;
};

} // namespace vitrine
