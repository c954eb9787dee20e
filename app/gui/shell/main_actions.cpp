#include "app/gui/shell/main_actions.h"

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"

#include <QAction>
#include <QActionGroup>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <QWidget>

namespace vitrine {

MainActions::MainActions(QUndoStack& undoStack, QWidget* window) : QObject(window), m_window(window) {
    makeFileActions();
    makeEditActions(undoStack);
    makeViewActions();
    makeWorkActions();
    makeHelpActions();
}

QAction* MainActions::make(const QString& text, const QString& iconName, const QKeySequence& shortcut,
                           const QString& tip) {
    auto* action = new QAction(text, this);
    if (!iconName.isEmpty())
        action->setIcon(icon(iconName));
    action->setShortcut(shortcut);
    action->setToolTip(
        shortcut.isEmpty() ? tip : tip + QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText)));
    action->setStatusTip({});
    // Shortcuts work wherever the focus is, also while a menu has never been opened.
    m_window->addAction(action);
    m_all.append(action);
    return action;
}

void MainActions::makeFileActions() {
    openData = make(tr("Open data…"), QStringLiteral("open"), QKeySequence::Open,
                    tr("Choose files and see what they will become before anything is read"));
    exportData = make(tr("Export data…"), {}, {}, tr("Write the data set in front as a file for other programs"));
    openProject = make(tr("Open project…"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_O, tr("Open a project file"));
    newProject = make(tr("New project"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_N,
                      tr("Start an empty project; it is kept until you save it under a name"));
    save = make(tr("Save"), QStringLiteral("save"), QKeySequence::Save,
                tr("Everything is stored at once already; this makes the one file complete"));
    saveAs = make(tr("Save as…"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_S, tr("Save the project under another name"));
    closeProject = make(tr("Close project"), {}, {}, tr("Back to the welcome page"));
    quit = make(tr("Quit"), {}, QKeySequence(Qt::CTRL | Qt::Key_Q), tr("End the program"));
}

void MainActions::makeEditActions(QUndoStack& undoStack) {
    undo = undoStack.createUndoAction(this, tr("Undo"));
    undo->setShortcut(QKeySequence::Undo);
    undo->setIcon(icon(QStringLiteral("undo")));
    undo->setToolTip(tr("Take back the last change of the project"));
    redo = undoStack.createRedoAction(this, tr("Redo"));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    redo->setToolTip(tr("Do again what was taken back"));
    for (QAction* action : {undo, redo}) {
        m_window->addAction(action);
        m_all.append(action);
    }
    selectionBack = make(tr("Selection back"), {}, Qt::ALT | Qt::Key_Left, tr("The selection before this one"));
    selectionForward = make(tr("Selection forward"), {}, Qt::ALT | Qt::Key_Right, tr("The selection after this one"));
    clearSelection = make(tr("Clear selection"), {}, Qt::Key_Escape, tr("Nothing is selected on this page"));
    palette = make(tr("Search or run a command…"), QStringLiteral("search"), Qt::CTRL | Qt::Key_K,
                   tr("Every command, data set, run and report by name"));
    history = make(tr("History…"), QStringLiteral("clock"), {}, tr("What was done to the project, step by step"));
    preferences = make(tr("Preferences…"), QStringLiteral("sliders"), QKeySequence(Qt::CTRL | Qt::Key_Comma),
                       tr("Theme, scale, threads, figures, processes"));
}

void MainActions::makeViewActions() {
    themeSystem = make(tr("As the system"), {}, {}, tr("Light or dark as the desktop is"));
    themeLight = make(tr("Light"), {}, {}, tr("Light theme"));
    themeDark = make(tr("Dark"), {}, {}, tr("Dark theme"));
    auto* group = new QActionGroup(this);
    for (QAction* action : {themeSystem, themeLight, themeDark}) {
        action->setCheckable(true);
        group->addAction(action);
    }
    showProject = make(tr("Project"), {}, Qt::CTRL | Qt::Key_1, tr("Show or hide the project"));
    showInspector = make(tr("Inspector"), {}, Qt::CTRL | Qt::Key_2, tr("Show or hide the inspector"));
    showJobs = make(tr("Jobs"), {}, Qt::CTRL | Qt::Key_J, tr("Show or hide the jobs"));
    for (QAction* action : {showProject, showInspector, showJobs})
        action->setCheckable(true);
    fullScreen = make(tr("Full screen"), {}, Qt::Key_F11, tr("Use the whole screen"));
    fullScreen->setCheckable(true);
    nextArea = make(tr("Next area"), {}, Qt::Key_F6, tr("Keyboard to the next area of the window"));
    previousArea = make(tr("Previous area"), {}, Qt::SHIFT | Qt::Key_F6, tr("Keyboard to the area before"));
}

void MainActions::makeWorkActions() {
    newExperiment = make(tr("New experiment"), QStringLiteral("new"), QKeySequence::New,
                         tr("Set up an experiment on the data set in front"));
    saveExperimentFile = make(tr("Save experiment as file…"), {}, {},
                              tr("A file that “vitrine run” takes, with inputs, parameters and seed"));
    run = make(tr("Run"), QStringLiteral("run"), Qt::CTRL | Qt::Key_Return, tr("Start the experiment in front"));
    cancel = make(tr("Cancel"), QStringLiteral("cancel"), Qt::CTRL | Qt::Key_Period,
                  tr("Stop what is going on in front; what is done so far is kept"));
    cancelAll = make(tr("Cancel all jobs"), {}, {}, tr("Stop everything; what is done so far is kept"));
    allRuns = make(tr("All runs"), QStringLiteral("table"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
                   tr("Every run of the project in one table, with numbers, tags and notes"));
    compare = make(tr("Compare"), QStringLiteral("compare"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
                   tr("Put the runs chosen in the project side by side; without two of them, choose there"));
    verify = make(tr("Verify results…"), QStringLiteral("check"), {},
                  tr("Compute every number of the project again and compare"));
    report = make(tr("Report"), QStringLiteral("report"), Qt::CTRL | Qt::Key_R,
                  tr("A report with everything that the run in front found"));
    emptyReport = make(tr("New empty report"), {}, {}, tr("A report without blocks"));
    closePage = make(tr("Close page"), {}, QKeySequence::Close, tr("Close the page in front"));
    nextPage = make(tr("Next page"), {}, Qt::CTRL | Qt::Key_PageDown, tr("The page to the right"));
    previousPage = make(tr("Previous page"), {}, Qt::CTRL | Qt::Key_PageUp, tr("The page to the left"));
}

void MainActions::makeHelpActions() {
    manual =
        make(tr("Manual"), QStringLiteral("book"), QKeySequence::HelpContents, tr("What the page in front is for"));
    tour = make(tr("Show the tour"), {}, {}, tr("Five hints beside the controls that they are about"));
    shortcuts = make(tr("Keyboard shortcuts"), {}, Qt::CTRL | Qt::Key_Slash, tr("All commands with their keys"));
    systems = make(tr("Installed systems"), {}, {}, tr("What is installed, and why something is not"));
    about = make(tr("About Vitrine"), QStringLiteral("info"), {}, tr("Version and licence"));
}

void MainActions::fillMenus(QMenuBar* bar) {
    const auto menu = [&](const QString& title, const QList<QAction*>& actions) {
        QMenu* made = bar->addMenu(title);
        made->setToolTipsVisible(true);
        for (QAction* action : actions) {
            if (!action) {
                made->addSeparator();
                continue;
            }
            made->addAction(action);
            m_menus[action] = QString(title).remove(QLatin1Char('&'));
        }
        return made;
    };
    QMenu* file = menu(tr("&File"), {newProject, openProject});
    file->addAction(openData); // where people look first; it is listed under Data
    recentMenu = file->addMenu(tr("Open recent"));
    for (QAction* action : {save, saveAs, closeProject, quit}) {
        if (action == save || action == quit)
            file->addSeparator();
        file->addAction(action);
        m_menus[action] = tr("File");
    }
    menu(tr("&Edit"), {undo, redo, history, nullptr, selectionBack, selectionForward, clearSelection, nullptr, palette,
                       preferences});
    QMenu* view = menu(tr("&View"), {showProject, showInspector, showJobs, nullptr});
    QMenu* theme = view->addMenu(tr("Theme"));
    for (QAction* action : {themeSystem, themeLight, themeDark}) {
        theme->addAction(action);
        m_menus[action] = tr("Theme");
    }
    view->addSeparator();
    for (QAction* action : {nextArea, previousArea, fullScreen}) {
        view->addAction(action);
        m_menus[action] = tr("View");
    }
    QMenu* data = menu(tr("&Data"), {openData, exportData});
    sampleMenu = data->addMenu(tr("Open sample"));
    menu(tr("E&xperiment"), {newExperiment, saveExperimentFile});
    menu(tr("&Run"), {run, cancel, nullptr, allRuns, compare, verify, nullptr, cancelAll});
    menu(tr("Re&port"), {report, emptyReport});
    windowMenu = menu(tr("&Window"), {nextPage, previousPage, closePage, nullptr});
    menu(tr("&Help"), {manual, tour, nullptr, shortcuts, systems, about});
}

void MainActions::fillToolBar(QToolBar* bar, QWidget* search) {
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addAction(openData);
    bar->addAction(newExperiment);
    bar->addSeparator();
    bar->addAction(run);
    bar->addAction(cancel);
    bar->addSeparator();
    bar->addAction(compare);
    bar->addAction(report);
    bar->addSeparator();
    bar->addAction(undo);
    for (QAction* action : {openData, newExperiment, run, cancel, compare, report, undo})
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action))) {
            button->setAccessibleName(QString(action->text()).remove(QStringLiteral("…")));
            button->setFixedHeight(metrics::kButtonHeight);
            button->setFocusPolicy(Qt::TabFocus);
        }
    // "Undo" has its name in the tool tip; the bar has room for the icon.
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(undo))) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setProperty("iconOnly", true);
    }
    auto* gap = new QWidget(bar);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(gap);
    bar->addWidget(search);
}

QString MainActions::menuOf(const QAction* action) const {
    return m_menus.value(action);
}

} // namespace vitrine
