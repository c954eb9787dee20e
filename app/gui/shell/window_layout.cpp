#include "app/gui/shell/window_layout.h"

#include "app/gui/workbench.h"
#include "widgets/style/metrics.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QSignalBlocker>
#include <QToolBar>
#include <QToolButton>

namespace vitrine {

namespace {

constexpr int kProjectWide = 224;
constexpr int kProjectNarrow = 192;
constexpr int kInspectorWide = 304;
constexpr int kInspectorNarrow = 272;
constexpr int kStateVersion = 1;
const std::string kStateKey = "window/layout";

} // namespace

WindowLayout::WindowLayout(Workbench& workbench, QMainWindow* window)
    : QObject(window), m_workbench(workbench), m_window(window) {}

void WindowLayout::setDocks(QDockWidget* project, QDockWidget* inspector, QDockWidget* jobs) {
    m_project = project;
    m_inspector = inspector;
    m_jobs = jobs;
    m_project->setMinimumWidth(kProjectNarrow);
    m_inspector->setMinimumWidth(kInspectorNarrow);
    m_jobs->setMinimumHeight(metrics::kJobsDrawerHeight);
    for (QDockWidget* dock : {project, inspector, jobs})
        dock->hide();
}

void WindowLayout::setToggles(QAction* project, QAction* inspector, QAction* jobs) {
    m_showProject = project;
    m_showInspector = inspector;
    m_showJobs = jobs;
    project->setChecked(true);
    inspector->setChecked(true);
    for (QAction* action : {project, inspector, jobs})
        connect(action, &QAction::toggled, this, &WindowLayout::apply);
    // Only a person triggers; what the window does by itself only toggles.
    connect(jobs, &QAction::triggered, this, [this](bool shown) { m_jobsClosedByHand = !shown; });
}

void WindowLayout::setDocksWanted(bool wanted) {
    m_docksWanted = wanted;
    apply();
}

void WindowLayout::setInspectorUsed(bool used) {
    m_inspectorUsed = used;
    apply();
}

void WindowLayout::openJobs() {
    if (m_window->width() >= kCrampedWidth && !m_jobsClosedByHand)
        m_showJobs->setChecked(true);
}

void WindowLayout::closeJobsByHand() {
    m_jobsClosedByHand = true;
    m_showJobs->setChecked(false);
}

void WindowLayout::apply() {
    const bool docks = m_docksWanted && m_workbench.store();
    for (QAction* action : {m_showProject, m_showInspector})
        action->setEnabled(docks);
    m_project->setVisible(docks && m_showProject->isChecked());
    m_inspector->setVisible(docks && m_inspectorUsed && m_showInspector->isChecked());
    m_jobs->setVisible(m_showJobs->isChecked());
    if (docks && !m_sized) {
        m_sized = true;
        m_isNarrow = m_window->width() < kSmallWidth;
        m_window->resizeDocks(
            {m_project, m_inspector},
            {m_isNarrow ? kProjectNarrow : kProjectWide, m_isNarrow ? kInspectorNarrow : kInspectorWide},
            Qt::Horizontal);
    }
    if (m_showJobs->isChecked() && m_jobs->height() < metrics::kJobsDrawerHeight)
        m_window->resizeDocks({m_jobs}, {metrics::kJobsDrawerHeight}, Qt::Vertical);
}

void WindowLayout::adapt() {
    const int width = m_window->width();
    const bool narrow = width < kSmallWidth;
    if (m_sized && narrow != m_isNarrow) {
        m_isNarrow = narrow;
        m_window->resizeDocks({m_project, m_inspector},
                              {narrow ? kProjectNarrow : kProjectWide, narrow ? kInspectorNarrow : kInspectorWide},
                              Qt::Horizontal);
    }
    if (width < kCrampedWidth && m_showJobs->isChecked())
        m_showJobs->setChecked(false);
    const bool tabbed = width < kInspectorWidth;
    if (tabbed != m_tabbed) {
        m_tabbed = tabbed;
        if (tabbed)
            m_window->tabifyDockWidget(m_project, m_inspector);
        else
            m_window->addDockWidget(Qt::RightDockWidgetArea, m_inspector);
        apply();
    }
    fitToolBar();
}

void WindowLayout::fitToolBar() {
    const auto style = m_window->width() < kCrampedWidth ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    const QList<QAction*> actions = m_toolBar->actions();
    // The first two keep their labels: they are the way in.
    for (qsizetype i = 3; i < actions.size(); ++i)
        if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(actions[i])))
            if (!button->property("iconOnly").toBool())
                button->setToolButtonStyle(style);
}

void WindowLayout::restore() {
    const auto store = m_workbench.store();
    if (!store)
        return;
    m_reading.start([store](std::stop_token) { return store->state(kStateKey); },
                    [this](const nlohmann::json& state) {
                        if (!state.is_string())
                            return;
                        const auto text = state.get<std::string>();
                        m_window->restoreState(
                            QByteArray::fromBase64(QByteArray(text.data(), static_cast<qsizetype>(text.size()))),
                            kStateVersion);
                        m_sized = true;
                        {
                            const QSignalBlocker project(m_showProject);
                            const QSignalBlocker jobs(m_showJobs);
                            m_showProject->setChecked(!m_project->isHidden());
                            m_showJobs->setChecked(!m_jobs->isHidden() && !m_jobsClosedByHand);
                        }
                        apply();
                        adapt();
                    });
}

void WindowLayout::keep() {
    const auto store = m_workbench.store();
    if (!store || store->isReadOnly() || !m_docksWanted)
        return;
    const QByteArray state = m_window->saveState(kStateVersion).toBase64();
    m_workbench.change([text = std::string(state.constData(), static_cast<std::size_t>(state.size()))](
                           ProjectStore& project) { return project.setState(kStateKey, text); },
                       [](Result<void>) {});
}

} // namespace vitrine
