#include "app/gui/main_window.h"

#include "app/gui/data/source_watch.h"
#include "app/gui/page_factory.h"
#include "app/gui/pages/open_data_page.h"
#include "app/gui/pages/runs_page.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/shell/callout.h"
#include "app/gui/shell/command_palette.h"
#include "app/gui/shell/document_area.h"
#include "app/gui/shell/inspector_panel.h"
#include "app/gui/shell/kept_tabs.h"
#include "app/gui/shell/main_actions.h"
#include "app/gui/shell/notice_bar.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/shell/project_panel.h"
#include "app/gui/shell/project_rescue.h"
#include "app/gui/shell/sample_opener.h"
#include "app/gui/shell/search_box.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/tour.h"
#include "app/gui/shell/window_layout.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/jobs/job_panel.h"
#include "widgets/selection.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/metrics.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QThread>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace vitrine {

namespace {

constexpr QSize kDefaultSize(1440, 900);
constexpr QSize kMinimumSize(960, 600);

QDockWidget* makeDock(QMainWindow* window, const char* name, const QString& title, QWidget* content, QWidget* titleBar,
                      Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(QLatin1String(name));
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetFloatable |
                      QDockWidget::DockWidgetMovable);
    dock->setWidget(content);
    dock->setTitleBarWidget(titleBar);
    window->addDockWidget(area, dock);
    return dock;
}

bool isProjectFile(const QString& path) {
    return path.endsWith(QStringLiteral(".vitrine"), Qt::CaseInsensitive);
}

} // namespace

MainWindow::MainWindow(Workbench& workbench, QWidget* parent)
    : QMainWindow(parent), m_workbench(workbench), m_actions(new MainActions(workbench.undoStack(), this)),
      m_layout(new WindowLayout(workbench, this)) {
    setAcceptDrops(true);
    setMinimumSize(kMinimumSize);
    setContextMenuPolicy(Qt::NoContextMenu);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    setDockOptions(AnimatedDocks | AllowTabbedDocks);
    buildBars();
    buildCentre();
    buildDocks();
    connectWorkbench();
    connectFileActions();
    connectEditActions();
    connectViewActions();
    connectWorkActions();
    connectHelpActions();
    connectPages();
    const QByteArray geometry = m_workbench.settings().windowGeometry();
    if (geometry.isEmpty() || !restoreGeometry(geometry))
        resize(kDefaultSize.boundedTo(screen()->availableSize()));
    projectChanged();
    m_documents->setFocus(); // else the first field of the window would have it
}

MainWindow::~MainWindow() = default;

Page* MainWindow::currentPage() const {
    return m_documents->current();
}

void MainWindow::buildBars() {
    m_actions->fillMenus(menuBar());
    auto* bar = new QToolBar(tr("Main toolbar"), this);
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setFixedHeight(metrics::kToolBarHeight);
    m_search = new SearchBox(bar);
    m_actions->fillToolBar(bar, m_search);
    addToolBar(bar);
    m_layout->setToolBar(bar);
    m_areas.add(bar);
    m_palette = new CommandPalette(this);
    m_status = new StatusLine(this);
    m_status->setThreads(QThread::idealThreadCount());
    setStatusBar(m_status);
    connect(m_search, &SearchBox::wanted, this, &MainWindow::openPalette);
}

void MainWindow::buildCentre() {
    auto* centre = new QWidget(this);
    m_welcome = new WelcomePage(m_workbench);
    auto* nothing = new EmptyState(
        QStringLiteral("data"), tr("Nothing is open. Choose something in the project, or add data."), tr("Open data…"));
    connect(nothing, &EmptyState::triggered, this, &MainWindow::chooseData);
    auto* whenEmpty = new QStackedWidget;
    whenEmpty->addWidget(m_welcome);
    whenEmpty->addWidget(nothing);
    connect(&m_workbench, &Workbench::projectChanged, whenEmpty,
            [this, whenEmpty] { whenEmpty->setCurrentIndex(m_workbench.store() ? 1 : 0); });
    m_documents = new DocumentArea(whenEmpty);
    m_tabs = new KeptTabs(
        m_workbench, m_documents,
        [this](const QString& pageId, int place) {
            if (place < 0)
                openPage(pageId);
            else if (Page* page = newPage(pageId))
                m_documents->addBehind(page, place);
        },
        this);
    m_notice = new NoticeBar(centre);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_documents, 1);
    setCentralWidget(centre);
}

void MainWindow::buildDocks() {
    m_project = new ProjectPanel(m_workbench);
    m_inspector = new InspectorPanel;
    m_jobs = new JobPanel;
    QDockWidget* project =
        makeDock(this, "project", tr("Project"), m_project, m_project->titleBar(), Qt::LeftDockWidgetArea);
    QDockWidget* inspector =
        makeDock(this, "inspector", tr("Inspector"), m_inspector, m_inspector->titleBar(), Qt::RightDockWidgetArea);
    QDockWidget* jobs = makeDock(this, "jobs", tr("Jobs"), m_jobs, m_jobs->titleBar(), Qt::BottomDockWidgetArea);
    m_layout->setDocks(project, inspector, jobs);
    m_layout->setToggles(m_actions->showProject, m_actions->showInspector, m_actions->showJobs);
    m_areas.add(project);
    m_areas.add(centralWidget());
    m_areas.add(inspector);
    m_areas.add(jobs);
    connect(m_inspector, &InspectorPanel::undockWanted, inspector,
            [inspector] { inspector->setFloating(!inspector->isFloating()); });
}

void MainWindow::connectWorkbench() {
    connect(&m_workbench, &Workbench::projectChanged, this, &MainWindow::projectChanged);
    connect(&m_workbench, &Workbench::projectRenamed, this, &MainWindow::updateTitle);
    connect(&m_workbench, &Workbench::projectRefused, this, &MainWindow::projectRefused);
    connect(&m_workbench, &Workbench::projectDamaged, new ProjectRescue(m_workbench, this), &ProjectRescue::offer);
    connect(&m_workbench, &Workbench::contentsChanged, this, &MainWindow::contentsChanged);
    connect(&m_workbench, &Workbench::saved, this, [this] { m_status->say(tr("Saved.")); });
    connect(&m_workbench, &Workbench::said, m_status, &StatusLine::say);
    connect(&m_workbench, &Workbench::failed, m_notice, &NoticeBar::showProblem);
    connect(&m_workbench, &Workbench::openRequested, this, &MainWindow::openPage);
    connect(&m_workbench, &Workbench::compareRequested, this, &MainWindow::compareRuns);
    connect(&m_workbench, &Workbench::runsRequested, this, [this](const QList<qint64>& runs) {
        openPage(QStringLiteral("runs"));
        if (auto* page = qobject_cast<RunsPage*>(currentPage()))
            page->showOnly(runs);
    });
    connect(&m_workbench, &Workbench::importRequested, this, &MainWindow::importPaths);
    connect(&m_workbench, &Workbench::experimentRequested, this, &MainWindow::newExperiment);
    connect(&m_workbench.jobs(), &JobQueue::jobAdded, m_jobs, &JobPanel::add);
    connect(m_jobs, &JobPanel::openWanted, m_layout, &WindowLayout::openJobs);
    connect(m_jobs, &JobPanel::closeWanted, m_layout, &WindowLayout::closeJobsByHand);
    connect(m_jobs, &JobPanel::runActivated, this, [this](qint64 run) { openPage(QStringLiteral("run:%1").arg(run)); });
    const auto showJobs = [this] {
        m_status->setJobs(m_actions->showJobs->isChecked() ? QString() : m_jobs->summary());
        m_status->updateMemory();
    };
    connect(m_jobs, &JobPanel::summaryChanged, this, showJobs);
    connect(m_actions->showJobs, &QAction::toggled, this, showJobs);
    connect(m_status, &StatusLine::jobsClicked, m_actions->showJobs, &QAction::trigger);
}

void MainWindow::connectPages() {
    connect(qApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) // files may have changed while another program was in front
            m_workbench.sources().lookAgain();
    });
    connect(m_documents, &DocumentArea::currentChanged, this, &MainWindow::pageChanged);
    connect(m_documents, &DocumentArea::pagesChanged, this, &MainWindow::updateActions);
    connect(m_welcome, &WelcomePage::openDataWanted, this, &MainWindow::chooseData);
    connect(m_welcome, &WelcomePage::openProjectWanted, this, &MainWindow::chooseProject);
    connect(m_welcome, &WelcomePage::projectChosen, this, &MainWindow::openProject);
    connect(m_welcome, &WelcomePage::sampleWanted, this, &MainWindow::openSample);
    connect(m_project, &ProjectPanel::openDataWanted, this, &MainWindow::chooseData);
    connect(m_project, &ProjectPanel::newExperimentWanted, m_actions->newExperiment, &QAction::trigger);
    connect(m_project, &ProjectPanel::compareWanted, m_actions->compare, &QAction::trigger);
    connect(m_project, &ProjectPanel::newReportWanted, m_actions->emptyReport, &QAction::trigger);
}

void MainWindow::projectChanged() {
    m_documents->closeAll();
    m_seenPages.clear();
    m_layout->setDocksWanted(m_workbench.store() != nullptr);
    m_layout->restore();
    m_tabs->restore();
    updateTitle();
    updateActions();
    m_status->setPageText({});
    m_status->updateMemory();
}

void MainWindow::contentsChanged() {
    const QList<Page*> pages = m_documents->pages();
    for (Page* page : pages) {
        // A page may be opened before its record has been read; only one that was there can be gone.
        if (isInProject(m_workbench, page->pageId()))
            m_seenPages.insert(page->pageId());
        else if (m_seenPages.remove(page->pageId()))
            m_documents->close(page);
    }
    if (Page* page = currentPage())
        m_project->setCurrentPage(page->pageId());
    updateActions();
    m_status->updateMemory();
}

void MainWindow::projectRefused(const QString& path, const QString& reason, bool canOpenReadOnly) {
    if (!canOpenReadOnly) {
        m_notice->showProblem(reason);
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Open read-only?"), reason, QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* open = box->addButton(tr("Open read-only"), QMessageBox::AcceptRole);
    connect(open, &QPushButton::clicked, this, [this, path] { m_workbench.openProject(path, OpenMode::readOnly); });
    box->open();
}

void MainWindow::openPage(const QString& pageId) {
    if (Page* page = m_documents->page(pageId))
        m_documents->bringToFront(page);
    else if (Page* made = newPage(pageId))
        m_documents->add(made);
}

Page* MainWindow::newPage(const QString& pageId) {
    Page* page = makePage(m_workbench, pageId);
    if (!page)
        return nullptr;
    if (isInProject(m_workbench, pageId))
        m_seenPages.insert(pageId);
    connect(page, &Page::closeWanted, this, [this, page] { m_documents->close(page); });
    connect(page, &Page::actionsChanged, this, &MainWindow::updateActions);
    connect(page, &Page::statusChanged, this, [this, page] {
        if (page == currentPage())
            m_status->setPageText(page->statusText());
    });
    connect(page, &Page::inspectorChanged, this, [this, page] {
        if (page == currentPage())
            m_layout->setInspectorUsed(!page->inspectorParts().isEmpty());
    });
    if (Selection* selection = page->selection())
        connect(selection, &Selection::changed, this, &MainWindow::updateActions);
    return page;
}

void MainWindow::pageChanged(Page* page) {
    m_inspector->setPage(page);
    m_layout->setDocksWanted(m_workbench.store() && !(page && page->hidesDocks()));
    m_layout->setInspectorUsed(page && !page->inspectorParts().isEmpty());
    m_project->setCurrentPage(page ? page->pageId() : QString());
    m_status->setPageText(page ? page->statusText() : QString());
    if (page)
        page->activated();
    updateActions();
}

void MainWindow::appendLog(LogLevel level, const QString& category, const QString& message) {
    m_jobs->appendLog(level, category, message);
}

void MainWindow::openPalette(const QString& text) {
    std::vector<PaletteEntry> entries;
    const QList<QAction*> actions = m_actions->all();
    for (QAction* action : actions) {
        QString name = action->text();
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString menu = m_actions->menuOf(action);
        entries.push_back({name.remove(QLatin1Char('&')), keys.isEmpty() ? menu : menu + QStringLiteral("  ") + keys,
                           action->icon(), action->isEnabled(), [action] { action->trigger(); }});
    }
    const QAbstractItemModel* model = m_project->model();
    for (int section = 0; section < model->rowCount(); ++section)
        for (int row = 0; row < model->rowCount(model->index(section, 0)); ++row) {
            const QModelIndex index = model->index(row, 0, model->index(section, 0));
            const QString page = index.data(ProjectModel::PageRole).toString();
            entries.push_back({index.data().toString(), model->index(section, 0).data().toString(),
                               index.data(Qt::DecorationRole).value<QIcon>(), true, [this, page] { openPage(page); }});
        }
    m_palette->openBelow(m_search, std::move(entries), text);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayLeaveProject()) {
        event->ignore();
        return;
    }
    m_workbench.settings().setWindowGeometry(saveGeometry());
    leaveProject();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_layout->adapt();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    for (const QUrl& url : urls)
        if (url.isLocalFile()) {
            event->acceptProposedAction();
            return;
        }
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    const QList<QUrl> urls = event->mimeData()->urls();
    for (const QUrl& url : urls)
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    openPaths(paths);
}

void MainWindow::tell(const QString& message) {
    m_notice->showProblem(message);
}

void MainWindow::showTour() {
    if (!m_tour) {
        m_tour = new Tour(this, firstSteps(this, *m_actions, *m_welcome, m_search));
        m_areas.add(m_tour->callout());
    }
    m_workbench.settings().setTourShown();
    m_tour->start();
}

void MainWindow::offerTour() {
    const AppSettings& settings = m_workbench.settings();
    if (!settings.tourShown() && settings.recentProjects().isEmpty())
        showTour();
}

void MainWindow::openPaths(const QStringList& paths) {
    QStringList files;
    for (const QString& path : paths) {
        if (isProjectFile(path)) {
            openProject(path);
            return;
        }
        files.append(path);
    }
    if (!files.isEmpty())
        importPaths(files);
}

void MainWindow::importPaths(const QStringList& paths) {
    m_workbench.withProject([this, paths] {
        openPage(QStringLiteral("import"));
        if (auto* page = qobject_cast<OpenDataPage*>(m_documents->page(QStringLiteral("import"))))
            page->addPaths(paths);
    });
}

void MainWindow::openSample(const QString& plugin) {
    if (mayLeaveProject()) {
        leaveProject();
        new SampleOpener(m_workbench, plugin);
    }
}

} // namespace vitrine
