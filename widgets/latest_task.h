#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace vitrine {

/// Background work of a view. Starting a task makes the older one stale: its stop token is set and its result is
/// thrown away. The callback runs on the thread of this object, and only while it is alive and the task is the latest.
/// Use from that one thread; make it a member or child of its owner.
class LatestTask : public QObject {
    Q_OBJECT
public:
    explicit LatestTask(QObject* owner = nullptr);
    ~LatestTask() override; ///< requests a stop; never waits

    /// Runs work(std::stop_token) on a pool thread, then done(result) here. `work` must own everything it touches.
    /// An exception out of `work` is logged and ends the task without a callback.
    template <class Work, class Done>
    void start(Work work, Done done) {
        using ResultType = std::invoke_result_t<Work&, std::stop_token>;
        auto slot = std::make_shared<Slot<ResultType>>();
        startErased([work = std::move(work), slot](std::stop_token stop) mutable { slot->fill(work, stop); },
                    [done = std::move(done), slot]() mutable { slot->hand(done); });
    }
    /// Makes the running task stale; its callback will not come.
    void cancel();
    bool isRunning() const { return m_running; }

private:
    struct Mailbox;
    template <class T>
    struct Slot {
        std::optional<T> result;
        template <class Work>
        void fill(Work& work, std::stop_token stop) {
            result.emplace(work(std::move(stop)));
        }
        template <class Done>
        void hand(Done& done) {
            if (result)
                done(std::move(*result));
        }
    };
    void startErased(std::function<void(std::stop_token)> work, std::function<void()> done);
    void deliver(quint64 generation, bool finished, const std::function<void()>& done);

    std::shared_ptr<Mailbox> m_mailbox;
    std::stop_source m_stop{std::nostopstate};
    quint64 m_generation = 0;
    bool m_running = false;
};

template <>
struct LatestTask::Slot<void> {
    template <class Work>
    void fill(Work& work, std::stop_token stop) {
        work(std::move(stop));
    }
    template <class Done>
    void hand(Done& done) {
        done();
    }
};

} // namespace vitrine
