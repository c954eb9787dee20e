#include "widgets/graph/layout_runner.h"

namespace vitrine {
namespace {

constexpr int kTellMs = 100;
constexpr int kPatienceMs = 300;     // what is shorter is not told
constexpr double kKnownAfter = 0.05; // fraction from which the time left is told

} // namespace

LayoutRunner::LayoutRunner(QObject* parent) : QObject(parent) {
    m_clock.setInterval(kTellMs);
    connect(&m_clock, &QTimer::timeout, this, &LayoutRunner::tell);
}

LayoutRunner::~LayoutRunner() {
    m_stop.request_stop();
}

void LayoutRunner::start(ShownGraphPointer graph, const LayoutRequest& request) {
    cancel();
    m_request = request;
    m_stop = std::stop_source();
    m_fraction = std::make_shared<std::atomic<double>>(0.0);
    m_elapsed.start();
    m_clock.start();
    // Its own token, because the one of the task means that nobody wants the result.
    m_task.start(
        [graph = std::move(graph), request, fraction = m_fraction, stop = m_stop.get_token()](const std::stop_token&) {
            return layoutGraph(
                graph->nodeCount(), graph->edges(), request, [&fraction](double reached) { fraction->store(reached); },
                stop);
        },
        [this](const Result<GraphLayout>& layout) {
            m_clock.stop();
            Q_EMIT finished(layout);
        });
}

void LayoutRunner::stop() {
    m_stop.request_stop();
}

void LayoutRunner::cancel() {
    m_stop.request_stop();
    m_clock.stop();
    m_task.cancel();
}

void LayoutRunner::tell() {
    if (m_elapsed.elapsed() < kPatienceMs)
        return;
    const double fraction = m_fraction->load();
    const double seconds = static_cast<double>(m_elapsed.elapsed()) / 1000.0;
    Q_EMIT progressed(fraction, fraction > kKnownAfter ? seconds * (1.0 - fraction) / fraction : -1.0);
}

} // namespace vitrine
