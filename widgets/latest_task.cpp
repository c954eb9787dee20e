#include "widgets/latest_task.h"

#include "core/base/log.h"

#include <QThread>
#include <QThreadPool>

#include <exception>
#include <mutex>

namespace vitrine {

/// Where a worker finds the task object. The object may die at any moment, so the pointer is read under the mutex and
/// cleared under it by the destructor.
struct LatestTask::Mailbox {
    std::mutex mutex;
    LatestTask* receiver = nullptr; // guarded by mutex
};

namespace {

/// A task that takes minutes must not keep those of other views waiting.
class ViewPool : public QThreadPool {
public:
    ViewPool() { setMaxThreadCount(QThread::idealThreadCount() + 2); }
};

QThreadPool& viewPool() {
    static ViewPool pool;
    return pool;
}

} // namespace

LatestTask::LatestTask(QObject* owner) : QObject(owner), m_mailbox(std::make_shared<Mailbox>()) {
    m_mailbox->receiver = this;
}

LatestTask::~LatestTask() {
    m_stop.request_stop();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->receiver = nullptr;
}

void LatestTask::cancel() {
    m_stop.request_stop();
    ++m_generation;
    m_running = false;
}

void LatestTask::startErased(std::function<void(std::stop_token)> work, std::function<void()> done) {
    cancel();
    m_stop = std::stop_source();
    m_running = true;
    viewPool().start([mailbox = m_mailbox, generation = m_generation, token = m_stop.get_token(),
                      work = std::move(work), done = std::move(done)]() mutable {
        if (token.stop_requested())
            return;
        bool finished = false;
        try {
            work(token);
            finished = true;
        } catch (const std::exception& exception) {
            log(LogLevel::error, "view", std::string("background work of a view failed: ") + exception.what());
        }
        work = nullptr;
        const std::lock_guard lock(mailbox->mutex);
        if (!mailbox->receiver)
            return;
        LatestTask* receiver = mailbox->receiver;
        QMetaObject::invokeMethod(
            receiver,
            [receiver, generation, finished, done = std::move(done)] { receiver->deliver(generation, finished, done); },
            Qt::QueuedConnection);
    });
}

void LatestTask::deliver(quint64 generation, bool finished, const std::function<void()>& done) {
    if (generation != m_generation)
        return;
    m_running = false;
    if (finished)
        done();
}

} // namespace vitrine
