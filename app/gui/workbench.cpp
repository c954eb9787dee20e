#include "app/gui/workbench.h"

#include "app/gui/data/growing_files.h"
#include "app/gui/data/source_watch.h"
#include "app/gui/undo_command.h"
#include "core/store/salvage.h"
#include "core/values/text.h"
#include "widgets/views/view_modules.h"

#include <QDir>
#include <QFileInfo>

#include <optional>

namespace vitrine {

Workbench::Workbench(QObject* parent)
    : QObject(parent), m_plugins(std::make_shared<PluginRegistry>()),
      m_readers(std::make_shared<const ReaderRegistry>(ReaderRegistry::withBuiltins())),
      m_experiments(std::make_shared<IsolatingSource>(m_plugins)), m_jobs(std::make_unique<JobQueue>(m_experiments)),
      m_sources(new SourceWatch(*this)), m_growing(new GrowingFiles(*this)) {
    m_experiments->setIsolateAll(m_settings.isolatesAll());
    m_jobs->setMaxRunning(m_settings.runsAtOnce());
    m_writer.setMaxThreadCount(1);
    connect(m_jobs.get(), &JobQueue::jobAdded, this, &Workbench::watch);
    connect(m_sources, &SourceWatch::checked, this, [this] {
        m_contents.setSources(m_sources->checks());
        Q_EMIT contentsChanged();
    });
    connect(&m_undo, &QUndoStack::indexChanged, this, [this] {
        if (m_undo.canRedo()) // undone: what was begun may be gone
            m_begunReports.clear();
    });
}

Workbench::~Workbench() {
    m_growing->stopAll();
    m_sources->clear();
    m_jobs.reset(); // cancels, and writes the closing records while the store is still open
    m_writer.waitForDone();
}

void Workbench::scanPlugins(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders)
        m_plugins->scan(folder);
}

ViewRegistry& Workbench::views() {
    if (!m_views) {
        m_views = std::make_unique<ViewRegistry>();
        m_views->loadModules(ViewRegistry::defaultFolders());
    }
    return *m_views;
}

QString Workbench::projectTitle() const {
    if (!m_store)
        return tr("No project open");
    return m_store->isUntitled() ? tr("Untitled project") : QFileInfo(toQString(m_store->path())).fileName();
}

void Workbench::openProject(const QString& path, OpenMode mode) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_opening.start([absolute, mode](std::stop_token) { return ProjectStore::open(toStd(absolute), mode); },
                    [this, absolute, mode](Result<std::shared_ptr<ProjectStore>> opened) {
                        if (opened) {
                            adopt(std::move(*opened));
                            return;
                        }
                        if (isDamage(opened.error())) {
                            Q_EMIT projectDamaged(absolute, toQString(opened.error().message));
                            return;
                        }
                        const bool lockedElsewhere =
                            mode == OpenMode::readWrite && opened.error().code == ErrorCode::storage;
                        Q_EMIT projectRefused(absolute, toQString(opened.error().message), lockedElsewhere);
                    });
}

void Workbench::newProject() {
    m_opening.start([](std::stop_token) { return ProjectStore::createUntitled(); },
                    [this](Result<std::shared_ptr<ProjectStore>> created) {
                        if (created)
                            adopt(std::move(*created));
                        else
                            fail(toQString(created.error().message));
                    });
}

void Workbench::closeProject() {
    adopt(nullptr);
}

void Workbench::adopt(std::shared_ptr<ProjectStore> store) {
    for (const std::shared_ptr<JobHandle>& job : m_jobs->jobs())
        if (job->runId() != 0)
            job->cancel();
    m_reading.cancel();
    m_growing->stopAll();
    m_sources->clear();
    m_undo.clear();
    m_currentReport = 0;
    m_begunReports.clear();
    m_contents = {};
    // The last reference purges and checkpoints the old file: not on this thread.
    m_writer.start([old = std::exchange(m_store, std::move(store))]() mutable { old.reset(); });
    if (m_store && !m_store->isUntitled())
        m_settings.addRecentProject(toQString(m_store->path()));
    Q_EMIT projectChanged();
    if (m_store && !m_views) { // whoever has a project will look at runs; the first one must not wait for the disk
        auto* fetching = new LatestTask(this);
        fetching->start([](std::stop_token) { fetchViewModules(ViewRegistry::defaultFolders()); },
                        [this, fetching] {
                            views();
                            fetching->deleteLater();
                        });
    }
    if (m_store)
        reload();
    else
        Q_EMIT contentsChanged();
}

void Workbench::saveProject() {
    change([](ProjectStore& store) { return store.save(); },
           [this](Result<void> result) {
               if (!result)
                   fail(toQString(result.error().message));
               else
                   Q_EMIT saved();
           });
}

void Workbench::saveProjectAs(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    change([absolute](ProjectStore& store) { return store.saveAs(toStd(absolute)); },
           [this, absolute](Result<void> result) {
               if (!result) {
                   fail(toQString(result.error().message));
                   return;
               }
               m_settings.addRecentProject(absolute);
               Q_EMIT projectRenamed();
               Q_EMIT saved();
           });
}

void Workbench::withProject(std::function<void()> then) {
    if (m_store) {
        then();
        return;
    }
    auto* once = new QObject(this);
    connect(this, &Workbench::projectChanged, once, [this, once, then = std::move(then)] {
        once->deleteLater();
        if (m_store)
            then();
    });
    newProject();
}

void Workbench::runQueued(std::function<Result<void>()> work, std::function<void(Result<void>)> done) {
    // The destructor waits for this pool, so `this` outlives the work.
    m_writer.start([this, work = std::move(work), done = std::move(done)]() mutable {
        auto result = std::make_shared<Result<void>>(work());
        QMetaObject::invokeMethod(
            this, [done = std::move(done), result] { done(*result); }, Qt::QueuedConnection);
    });
}

void Workbench::change(std::function<Result<void>(ProjectStore&)> work, std::function<void(Result<void>)> done) {
    if (!m_store)
        return;
    runQueued([work = std::move(work), store = m_store] { return work(*store); },
              [this, done = std::move(done), store = std::weak_ptr(m_store)](Result<void> result) {
                  if (store.lock() == m_store)
                      reload();
                  if (done)
                      done(result);
                  else if (!result)
                      fail(toQString(result.error().message));
              });
}

void Workbench::command(const QString& text, std::function<Result<void>(ProjectStore&)> redo,
                        std::function<Result<void>(ProjectStore&)> undo) {
    if (m_store)
        m_undo.push(new UndoCommand(*this, text, std::move(redo), std::move(undo)));
}

void Workbench::reload() {
    if (!m_store)
        return;
    // A reader that is under way may have missed the change; one more round follows it.
    if (m_reading.isRunning()) {
        m_reloadAgain = true;
        return;
    }
    m_reading.start([store = m_store](std::stop_token) { return readContents(*store); },
                    [this](Result<ProjectContents> contents) {
                        if (contents) {
                            m_contents = std::move(*contents);
                            m_contents.setSources(m_sources->checks());
                            Q_EMIT contentsChanged();
                            m_sources->follow(m_contents.datasets);
                        } else {
                            fail(toQString(contents.error().message));
                        }
                        if (std::exchange(m_reloadAgain, false))
                            reload();
                    });
}

void Workbench::watch(const std::shared_ptr<JobHandle>& job) {
    connect(job.get(), &JobHandle::ended, this, &Workbench::reload);
    reload();
}

std::shared_ptr<JobHandle> Workbench::jobOf(RunId run) const {
    for (const std::shared_ptr<JobHandle>& job : m_jobs->jobs()) {
        const RunState state = job->status().state;
        if (job->runId() == run && (state == RunState::queued || state == RunState::running))
            return job;
    }
    return nullptr;
}

bool Workbench::hasRunningJobs() const {
    for (const std::shared_ptr<JobHandle>& job : m_jobs->jobs()) {
        const RunState state = job->status().state;
        if (state == RunState::queued || state == RunState::running)
            return true;
    }
    return false;
}

} // namespace vitrine
