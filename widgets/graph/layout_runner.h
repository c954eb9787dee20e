#pragma once

#include "widgets/graph/graph_stage.h"
#include "widgets/latest_task.h"

#include <QElapsedTimer>
#include <QTimer>

#include <atomic>

namespace vitrine {

/// Lays a graph out in the background, one layout at a time. A stop keeps what was reached, a new start throws it away.
class LayoutRunner : public QObject {
    Q_OBJECT
public:
    explicit LayoutRunner(QObject* parent = nullptr);
    ~LayoutRunner() override;

    void start(ShownGraphPointer graph, const LayoutRequest& request);
    /// The layout so far comes with `finished`, within a second.
    void stop();
    /// Nothing comes.
    void cancel();
    bool isRunning() const { return m_task.isRunning(); }
    const LayoutRequest& request() const { return m_request; }

Q_SIGNALS:
    /// Ten times a second while it runs; seconds left are negative as long as nobody knows.
    void progressed(double fraction, double secondsLeft);
    void finished(const vitrine::Result<vitrine::GraphLayout>& layout);

private:
    void tell();

    LayoutRequest m_request;
    std::stop_source m_stop;
    std::shared_ptr<std::atomic<double>> m_fraction;
    QElapsedTimer m_elapsed;
    QTimer m_clock;
    LatestTask m_task;
};

} // namespace vitrine
