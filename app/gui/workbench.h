#pragma once

#include "app/gui/app_settings.h"
#include "app/gui/project_contents.h"
#include "core/data/reader.h"
#include "core/isolate/isolating_source.h"
#include "core/jobs/job_queue.h"
#include "core/plugin/plugin_registry.h"
#include "core/report/report_document.h"
#include "widgets/latest_task.h"
#include "widgets/views/view_registry.h"

#include <QThreadPool>
#include <QUndoStack>

#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace vitrine {

class GrowingFiles;
class SourceWatch;

/// The program without its window: open project, plugins, readers, jobs, views, settings, undo. Lives on the main
/// thread. Everything that touches the disk is done on worker threads and answered by signals; nothing here waits.
class Workbench : public QObject {
    Q_OBJECT
public:
    explicit Workbench(QObject* parent = nullptr);
    ~Workbench() override;

    /// Reads the metadata of the plugins in these folders (no code is loaded).
    void scanPlugins(const std::vector<std::string>& folders);
    std::shared_ptr<PluginRegistry> plugins() const { return m_plugins; }
    std::shared_ptr<const ReaderRegistry> readers() const { return m_readers; }
    JobQueue& jobs() { return *m_jobs; }
    /// Where runs get their experiments; says which systems run in a process of their own.
    IsolatingSource& experiments() { return *m_experiments; }
    /// View modules are loaded at the first call.
    ViewRegistry& views();
    AppSettings& settings() { return m_settings; }
    QUndoStack& undoStack() { return m_undo; }
    SourceWatch& sources() { return *m_sources; }
    GrowingFiles& growing() { return *m_growing; }

    /// The open project; null on the welcome page.
    std::shared_ptr<ProjectStore> store() const { return m_store; }
    const ProjectContents& contents() const { return m_contents; }
    bool isReadOnly() const { return m_store && m_store->isReadOnly(); }
    QString projectTitle() const;

    /// Opens in the background and answers with projectChanged or projectRefused. The former project is closed first,
    /// its running jobs are cancelled: ask before.
    void openProject(const QString& path, OpenMode mode = OpenMode::readWrite);
    /// A new project in the state folder, kept there until it is saved under a name.
    void newProject();
    void closeProject();
    void saveProject();
    void saveProjectAs(const QString& path);

    /// Calls `then` with the open project; where there is none, a new untitled one is made first.
    void withProject(std::function<void()> then);

    /// Does something to the project on the writer thread, one after the other, then reads the contents again and calls
    /// `done` here. A failure without `done` reaches failed().
    void change(std::function<Result<void>(ProjectStore&)> work, std::function<void(Result<void>)> done = {});
    /// An undoable change. Both functions may be called again and again.
    void command(const QString& text, std::function<Result<void>(ProjectStore&)> redo,
                 std::function<Result<void>(ProjectStore&)> undo);
    /// Reads the contents again (coalesced); contentsChanged follows.
    void reload();

    /// The running or queued job of a run, or null.
    std::shared_ptr<JobHandle> jobOf(RunId run) const;
    bool hasRunningJobs() const;

    /// A figure, table or any other block at the end of the latest report about its run or data set (the one last shown
    /// comes first); a new report where there is none. The status bar says which.
    void addToReport(const ReportBlock& block);
    /// The default report of a run, stored and opened.
    void reportOfRun(RunId run);
    /// A report that `make` writes (on the writer thread), stored and opened.
    void openNewReport(std::function<Result<ReportDocument>(ProjectStore&)> make);
    void setCurrentReport(ReportId id) { m_currentReport = id; }

    // Requests of pages to the window.
    void requestOpen(const QString& pageId) { Q_EMIT openRequested(pageId); }
    void requestCompare(const QList<qint64>& runs) { Q_EMIT compareRequested(runs); }
    /// Shows these runs among all.
    void requestRuns(const QList<qint64>& runs) { Q_EMIT runsRequested(runs); }
    void requestImport(const QStringList& paths) { Q_EMIT importRequested(paths); }
    void requestExperiment(DatasetId dataset) { Q_EMIT experimentRequested(dataset); }
    void say(const QString& message) { Q_EMIT said(message); }
    void fail(const QString& message) { Q_EMIT failed(message); }

Q_SIGNALS:
    void projectChanged(); ///< another project, or none
    void projectRenamed(); ///< saved under another name
    void projectRefused(const QString& path, const QString& reason, bool canOpenReadOnly);
    void projectDamaged(const QString& path, const QString& reason);
    void contentsChanged(); ///< records of the open project, or what is known of its files
    void saved();
    void historyMoved(); ///< something was undone or redone; the contents follow

    void openRequested(const QString& pageId);
    void compareRequested(const QList<qint64>& runs);
    void runsRequested(const QList<qint64>& runs);
    void importRequested(const QStringList& paths);
    void experimentRequested(qint64 dataset);
    void said(const QString& message);   ///< for the status bar
    void failed(const QString& message); ///< something did not work; one sentence

private:
    void adopt(std::shared_ptr<ProjectStore> store);
    void watch(const std::shared_ptr<JobHandle>& job);
    const ReportRecord* reportFor(const ReportBlock& block) const;
    void addToNewReport(const ReportBlock& block);
    QString newReportTitle(const ReportBlock& block) const;
    void runQueued(std::function<Result<void>()> work, std::function<void(Result<void>)> done);

    AppSettings m_settings;
    std::shared_ptr<PluginRegistry> m_plugins;
    std::shared_ptr<const ReaderRegistry> m_readers;
    std::unique_ptr<ViewRegistry> m_views;
    std::shared_ptr<IsolatingSource> m_experiments;
    std::unique_ptr<JobQueue> m_jobs;
    QUndoStack m_undo;
    SourceWatch* m_sources;
    GrowingFiles* m_growing;
    std::shared_ptr<ProjectStore> m_store;
    ProjectContents m_contents;
    ReportId m_currentReport = 0;
    /// Reports by run, data set and compared runs that were begun by a block and are not among the contents yet. Their
    /// ids belong to the writer thread.
    std::map<std::tuple<RunId, DatasetId, std::string>, std::shared_ptr<const ReportId>> m_begunReports;
    QThreadPool m_writer; ///< one thread: changes happen in the order they were asked for
    LatestTask m_opening;
    LatestTask m_reading;
    bool m_reloadAgain = false;
};

} // namespace vitrine
