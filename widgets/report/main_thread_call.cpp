#include "widgets/report/main_thread_call.h"

#include <QCoreApplication>
#include <QThread>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>

namespace vitrine {
namespace {

/// Shared by the waiting thread and the event on the main thread; whoever comes later finds the state.
struct Call {
    enum class State { waiting, running, done, abandoned };

    std::function<void()> work;
    std::mutex mutex; // protects state and problem
    std::condition_variable changed;
    State state = State::waiting;
    std::exception_ptr problem;

    void run() {
        {
            const std::lock_guard lock(mutex);
            if (state == State::abandoned)
                return;
            state = State::running;
        }
        std::exception_ptr caught;
        try {
            work();
        } catch (...) {
            caught = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        problem = caught;
        state = State::done;
        changed.notify_all();
    }
};

} // namespace

bool callOnMainThread(std::stop_token stop, std::function<void()> work) {
    QCoreApplication* application = QCoreApplication::instance();
    if (!application || application->thread() == QThread::currentThread()) {
        work();
        return true;
    }
    const auto call = std::make_shared<Call>();
    call->work = std::move(work);
    QMetaObject::invokeMethod(
        application, [call] { call->run(); }, Qt::QueuedConnection);
    std::unique_lock lock(call->mutex);
    while (call->state != Call::State::done) {
        call->changed.wait_for(lock, std::chrono::milliseconds(20));
        if (call->state == Call::State::waiting && stop.stop_requested()) {
            call->state = Call::State::abandoned;
            return false;
        }
    }
    if (call->problem)
        std::rethrow_exception(call->problem);
    return true;
}

} // namespace vitrine
