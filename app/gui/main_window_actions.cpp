#include "app/gui/experiment/experiment_session.h"
#include "app/gui/main_window.h"
#include "app/gui/pages/compare_page.h"
#include "app/gui/pages/experiment_page.h"
#include "app/gui/pages/run_page.h"
#include "app/gui/pages/runs_page.h"
#include "app/gui/pages/verify_page.h"
#include "app/gui/run/run_data_source.h"
#include "app/gui/shell/document_area.h"
#include "app/gui/shell/history_dialog.h"
#include "app/gui/shell/info_dialogs.h"
#include "app/gui/shell/kept_tabs.h"
#include "app/gui/shell/main_actions.h"
#include "app/gui/shell/manual_dialog.h"
#include "app/gui/shell/notice_bar.h"
#include "app/gui/shell/preferences_dialog.h"
#include "app/gui/shell/project_edits.h"
#include "app/gui/shell/project_panel.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/shell/window_layout.h"
#include "app/gui/workbench.h"
#include "core/jobs/experiment_file.h"
#include "core/values/text.h"
#include "widgets/last_folder.h"
#include "widgets/selection.h"
#include "widgets/style/theme.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

// The part of MainWindow that connects the actions.

#include <algorithm>

namespace vitrine {

namespace {

const auto kProjectFilter = QStringLiteral("Vitrine project (*.vitrine)");

QString withoutShortcut(const QString& tip) {
    return tip.section(QStringLiteral(" ("), 0, 0);
}

/// Tool tip of an action that cannot be used: the reason instead of what it does.
void setUsable(QAction* action, bool usable, const QString& reason) {
    if (!action->property("tip").isValid())
        action->setProperty("tip", action->toolTip());
    action->setEnabled(usable);
    const QString tip = action->property("tip").toString();
    action->setToolTip(usable || reason.isEmpty() ? tip : withoutShortcut(tip) + QLatin1Char('\n') + reason);
}

} // namespace

void MainWindow::connectFileActions() {
    connect(m_actions->openData, &QAction::triggered, this, &MainWindow::chooseData);
    connect(m_actions->exportData, &QAction::triggered, this, [this] {
        if (Page* page = currentPage())
            page->exportData();
    });
    connect(m_actions->openProject, &QAction::triggered, this, &MainWindow::chooseProject);
    connect(m_actions->newProject, &QAction::triggered, this, [this] {
        if (!mayLeaveProject())
            return;
        leaveProject();
        m_workbench.newProject();
    });
    connect(m_actions->save, &QAction::triggered, this, &MainWindow::saveProject);
    connect(m_actions->saveAs, &QAction::triggered, this, &MainWindow::saveProjectAs);
    connect(m_actions->closeProject, &QAction::triggered, this, [this] {
        if (!mayLeaveProject())
            return;
        leaveProject();
        m_workbench.closeProject();
    });
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(m_actions->sampleMenu, &QMenu::aboutToShow, this, &MainWindow::fillSampleMenu);
    connect(m_actions->windowMenu, &QMenu::aboutToShow, this, &MainWindow::fillWindowMenu);
}

void MainWindow::connectEditActions() {
    const auto selection = [this]() -> Selection* { return currentPage() ? currentPage()->selection() : nullptr; };
    connect(m_actions->selectionBack, &QAction::triggered, this, [selection] {
        if (Selection* current = selection())
            current->back();
    });
    connect(m_actions->selectionForward, &QAction::triggered, this, [selection] {
        if (Selection* current = selection())
            current->forward();
    });
    connect(m_actions->clearSelection, &QAction::triggered, this, [selection] {
        if (Selection* current = selection())
            current->clear();
    });
    connect(m_actions->palette, &QAction::triggered, this, [this] { openPalette({}); });
    connect(m_actions->history, &QAction::triggered, this, [this] {
        // It stays open beside the window; there is one.
        auto* history = findChild<HistoryDialog*>();
        if (!history)
            history = new HistoryDialog(m_workbench, this);
        history->show();
        history->raise();
    });
    connect(m_actions->preferences, &QAction::triggered, this, [this] {
        auto* dialog = new PreferencesDialog(m_workbench, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &PreferencesDialog::themeChosen, this, [this](ThemeChoice theme) {
            const QList<QAction*> actions{m_actions->themeSystem, m_actions->themeLight, m_actions->themeDark};
            actions.at(static_cast<int>(theme))->trigger();
        });
        dialog->open();
    });
}

void MainWindow::connectViewActions() {
    const auto choose = [this](QAction* action, ThemeChoice theme) {
        action->setChecked(m_workbench.settings().theme() == theme);
        connect(action, &QAction::triggered, this, [this, theme] {
            m_workbench.settings().setTheme(theme);
            vitrine::applyTheme(*qobject_cast<QApplication*>(QApplication::instance()), theme);
        });
    };
    choose(m_actions->themeSystem, ThemeChoice::system);
    choose(m_actions->themeLight, ThemeChoice::light);
    choose(m_actions->themeDark, ThemeChoice::dark);
    connect(m_actions->fullScreen, &QAction::toggled, this, [this](bool on) {
        setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    connect(m_actions->nextArea, &QAction::triggered, this, [this] { m_areas.step(1); });
    connect(m_actions->previousArea, &QAction::triggered, this, [this] { m_areas.step(-1); });
}

void MainWindow::connectWorkActions() {
    connect(m_actions->newExperiment, &QAction::triggered, this, [this] { newExperiment(datasetInFront()); });
    connect(m_actions->saveExperimentFile, &QAction::triggered, this, &MainWindow::saveExperimentFile);
    connect(m_actions->run, &QAction::triggered, this, [this] {
        if (Page* page = currentPage())
            page->run();
    });
    connect(m_actions->cancel, &QAction::triggered, this, [this] {
        if (Page* page = currentPage())
            page->cancel();
    });
    connect(m_actions->cancelAll, &QAction::triggered, this, [this] {
        for (const auto& job : m_workbench.jobs().jobs())
            job->cancel();
    });
    connect(m_actions->allRuns, &QAction::triggered, this, [this] { openPage(QStringLiteral("runs")); });
    connect(m_actions->compare, &QAction::triggered, this, [this] { compareRuns(m_project->chosenRuns()); });
    connect(m_actions->verify, &QAction::triggered, this, [this] { verifyRuns(); });
    connect(m_actions->report, &QAction::triggered, this, [this] {
        if (Page* page = currentPage())
            page->report();
    });
    connect(m_actions->emptyReport, &QAction::triggered, this, [this] { createReport(m_workbench); });
    connect(m_actions->closePage, &QAction::triggered, this, [this] {
        if (Page* page = currentPage())
            m_documents->close(page);
    });
    connect(m_actions->nextPage, &QAction::triggered, this, [this] { m_documents->step(1); });
    connect(m_actions->previousPage, &QAction::triggered, this, [this] { m_documents->step(-1); });
}

void MainWindow::connectHelpActions() {
    const auto open = [this](QDialog* dialog) {
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    };
    connect(m_actions->manual, &QAction::triggered, this, [this] {
        // It stays open beside the window; there is one.
        auto* manual = findChild<ManualDialog*>();
        if (!manual)
            manual = new ManualDialog(this);
        manual->showFor(currentPage() ? currentPage()->pageId() : QString());
        manual->show();
        manual->raise();
    });
    connect(m_actions->tour, &QAction::triggered, this, &MainWindow::showTour);
    connect(m_actions->shortcuts, &QAction::triggered, this,
            [this, open] { open(new ShortcutsDialog(*m_actions, this)); });
    connect(m_actions->systems, &QAction::triggered, this,
            [this, open] { open(new SystemsDialog(*m_workbench.plugins(), this)); });
    connect(m_actions->about, &QAction::triggered, this, [this] { showAbout(this); });
}

namespace {

/// Whether a system has an experiment that needs no data, such as a simulation.
bool worksWithoutData(const Workbench& workbench) {
    return std::ranges::any_of(workbench.plugins()->records(), [](const PluginRecord& plugin) {
        return plugin.state != PluginState::rejected &&
               std::ranges::any_of(plugin.info.experiments,
                                   [](const ExperimentInfo& one) { return one.inputs.empty(); });
    });
}

} // namespace

void MainWindow::updateActions() {
    Page* page = currentPage();
    const bool open = m_workbench.store() != nullptr;
    const bool writable = open && !m_workbench.isReadOnly();
    const QString noProject = open ? tr("The project is open read-only.") : tr("No project is open.");
    setUsable(m_actions->save, writable, noProject);
    setUsable(m_actions->saveAs, open, noProject);
    setUsable(m_actions->closeProject, open, noProject);
    setUsable(m_actions->emptyReport, writable, noProject);
    setUsable(m_actions->exportData, page && page->canExport(), tr("No data set that can be written is in front."));
    // A data set in front whose record has not been read yet is what will be meant.
    const bool comesWithData = page && page->pageId().startsWith(QStringLiteral("dataset:"));
    setUsable(m_actions->newExperiment,
              writable && (datasetInFront() != 0 || (!comesWithData && worksWithoutData(m_workbench))),
              writable ? tr("Open a data set first.") : noProject);
    setUsable(m_actions->saveExperimentFile, qobject_cast<ExperimentPage*>(page) != nullptr,
              tr("No experiment is in front."));
    const QString noPage = tr("There is nothing to run in front.");
    setUsable(m_actions->run, page && page->canRun(), page && !page->runHint().isEmpty() ? page->runHint() : noPage);
    setUsable(m_actions->cancel, page && page->canCancel(), tr("Nothing is going on in front."));
    setUsable(m_actions->cancelAll, m_workbench.hasRunningJobs(), tr("Nothing is going on."));
    setUsable(m_actions->allRuns, open, noProject);
    setUsable(m_actions->compare, open, noProject);
    setUsable(m_actions->verify, open, noProject);
    setUsable(m_actions->history, open, noProject);
    setUsable(m_actions->report, page && page->canReport(), tr("No finished run is in front."));
    for (QAction* action : {m_actions->closePage, m_actions->nextPage, m_actions->previousPage})
        setUsable(action, page != nullptr, tr("No page is open."));
    Selection* selection = page ? page->selection() : nullptr;
    setUsable(m_actions->selectionBack, selection && selection->canGoBack(), tr("There is none before."));
    setUsable(m_actions->selectionForward, selection && selection->canGoForward(), tr("There is none after."));
    setUsable(m_actions->clearSelection, selection && !selection->keys(selection->currentKind()).isEmpty(),
              tr("Nothing is selected."));
}

void MainWindow::updateTitle() {
    const QString title = m_workbench.projectTitle();
    const auto store = m_workbench.store();
    setWindowTitle(store ? title : tr("Vitrine"));
    QString state;
    if (store && store->isReadOnly())
        state = tr("Read-only");
    else if (store)
        state = store->isUntitled() ? tr("Kept until saved") : tr("Saved");
    if (store && !store->journalNote().empty())
        state += QStringLiteral(", ") + toQString(store->journalNote());
    m_status->setProject(title, state);
    if (store)
        setWindowFilePath(toQString(store->path()));
}

void MainWindow::fillRecentMenu() {
    m_actions->recentMenu->clear();
    const QStringList recent = m_workbench.settings().recentProjects();
    for (const QString& path : recent)
        m_actions->recentMenu->addAction(QFileInfo(path).fileName(), this, [this, path] { openProject(path); })
            ->setToolTip(path);
    if (recent.isEmpty())
        m_actions->recentMenu->addAction(tr("No project yet"))->setEnabled(false);
}

void MainWindow::fillSampleMenu() {
    m_actions->sampleMenu->clear();
    for (const PluginRecord& plugin : m_workbench.plugins()->records()) {
        if (plugin.info.card.sampleExperiment.empty() || plugin.state == PluginState::rejected)
            continue;
        const QString id = toQString(plugin.info.id);
        const QString text = tr("%1: %2").arg(toQString(plugin.info.name), toQString(plugin.info.card.sampleTitle));
        m_actions->sampleMenu->addAction(text, this, [this, id] { openSample(id); });
    }
}

void MainWindow::fillWindowMenu() {
    const QList<QAction*> actions = m_actions->windowMenu->actions();
    for (QAction* action : actions)
        if (action->property("isPage").toBool())
            delete action;
    const QList<Page*> pages = m_documents->pages();
    for (Page* page : pages) {
        QString title = page->title();
        QAction* action = m_actions->windowMenu->addAction(title.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                                                           [this, page] { m_documents->bringToFront(page); });
        action->setProperty("isPage", true);
        action->setCheckable(true);
        action->setChecked(page == currentPage());
    }
}

void MainWindow::chooseData() {
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open data"), startFolder(FolderUse::open));
    if (paths.isEmpty())
        return;
    rememberFolder(FolderUse::open, paths.first());
    openPaths(paths);
}

void MainWindow::chooseProject() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open project"), startFolder(FolderUse::open), kProjectFilter);
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::open, path);
    openProject(path);
}

void MainWindow::openProject(const QString& path) {
    const auto store = m_workbench.store();
    if (store && QFileInfo(toQString(store->path())) == QFileInfo(path))
        return;
    if (!mayLeaveProject())
        return;
    leaveProject();
    m_workbench.openProject(path);
}

void MainWindow::saveProject() {
    const auto store = m_workbench.store();
    if (store && store->isUntitled())
        saveProjectAs();
    else if (store)
        m_workbench.saveProject();
}

void MainWindow::saveProjectAs() {
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save project"), startPath(FolderUse::save, QStringLiteral("Project.vitrine")), kProjectFilter);
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".vitrine");
    rememberFolder(FolderUse::save, path);
    m_workbench.saveProjectAs(path);
}

qint64 MainWindow::datasetInFront() const {
    const Page* page = currentPage();
    const QString id = page ? page->pageId() : QString();
    const auto& datasets = m_workbench.contents().datasets;
    // A page may be in front before its record has been read; until then there is nothing to experiment on.
    if (id.startsWith(QStringLiteral("dataset:"))) {
        const qint64 number = id.section(QLatin1Char(':'), 1).toLongLong();
        return m_workbench.contents().dataset(number) ? number : 0;
    }
    return datasets.empty() ? 0 : datasets.back().id;
}

void MainWindow::newExperiment(qint64 dataset) {
    if (const DatasetRecord* record = m_workbench.contents().dataset(dataset))
        createExperiment(m_workbench, record);
    else if (dataset == 0)
        createExperiment(m_workbench, nullptr);
}

void MainWindow::saveExperimentFile() {
    const auto* page = qobject_cast<ExperimentPage*>(currentPage());
    if (!page)
        return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Save experiment as file"),
                                                      startPath(FolderUse::save, QStringLiteral("experiment.json")),
                                                      tr("Experiment file (*.json)"));
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::save, path);
    ExperimentRecord record = page->session()->record();
    // The command line has no project unless it is given one: name the file a data set came from.
    for (InputReference& input : record.inputs)
        if (!input.path.empty())
            input.reference = input.path;
    const auto written = writeExperimentFile(record, toStd(path));
    if (written)
        m_workbench.say(tr("Saved %1.").arg(QFileInfo(path).fileName()));
    else
        m_workbench.fail(toQString(written.error().message));
}

void MainWindow::compareRuns(const QList<qint64>& chosen) {
    std::vector<RunId> runs(chosen.begin(), chosen.end());
    if (const auto* page = qobject_cast<RunsPage*>(currentPage())) {
        const QList<qint64> there = page->chosenRuns();
        runs.assign(there.begin(), there.end());
    }
    const QString front = currentPage() ? currentPage()->pageId() : QString();
    if (runs.empty() && front.startsWith(QStringLiteral("run:")))
        runs.push_back(front.section(QLatin1Char(':'), 1).toLongLong());
    openPage(QStringLiteral("compare"));
    auto* page = qobject_cast<ComparePage*>(m_documents->page(QStringLiteral("compare")));
    // The page that stands keeps its runs when nothing else is chosen.
    if (page && (runs.size() > 1 || page->runs().size() < 2))
        page->setRuns(runs);
}

void MainWindow::verifyRuns() {
    std::vector<RunId> runs;
    if (const auto* page = qobject_cast<RunsPage*>(currentPage())) {
        const QList<qint64> chosen = page->chosenRuns();
        runs.assign(chosen.begin(), chosen.end());
    }
    openPage(QStringLiteral("verify"));
    if (auto* page = qobject_cast<VerifyPage*>(m_documents->page(QStringLiteral("verify"))))
        page->setRuns(runs);
}

bool MainWindow::mayLeaveProject() {
    if (!m_workbench.hasRunningJobs())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Work is going on"),
                    tr("Jobs are still running. Leaving the project cancels them; what they have done so far is kept."),
                    QMessageBox::NoButton, this);
    QPushButton* leave = box.addButton(tr("Cancel jobs and leave"), QMessageBox::AcceptRole);
    box.addButton(tr("Stay"), QMessageBox::RejectRole);
    box.exec();
    return box.clickedButton() == leave;
}

void MainWindow::leaveProject() {
    m_layout->keep();
    m_tabs->keep();
    m_documents->closeAll();
}

} // namespace vitrine
