#include "app/gui/run/axes_memory.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/charts/chart_view.h"

namespace vitrine {

namespace {
constexpr int kKeepAfterMs = 400; ///< typing is one change
} // namespace

AxesMemory::AxesMemory(Workbench& workbench, const QString& page, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_stateKey("axes/" + toStd(page)), m_store(workbench.store()) {
    m_keeping.setSingleShot(true);
    m_keeping.setInterval(kKeepAfterMs);
    connect(&m_keeping, &QTimer::timeout, this, &AxesMemory::keep);
    read();
}

AxesMemory::~AxesMemory() {
    if (m_keeping.isActive())
        keep();
}

void AxesMemory::read() {
    const auto project = m_store.lock();
    if (!project)
        return;
    m_reading.start([store = project, key = m_stateKey](const std::stop_token&) { return store->state(key); },
                    [this](const nlohmann::json& state) {
                        m_isRead = true;
                        if (state.is_object())
                            for (const auto& [key, axes] : state.items())
                                if (!m_state.contains(key)) // changed meanwhile
                                    m_state[key] = axes;
                        for (auto waiting = m_waiting.begin(); waiting != m_waiting.end(); ++waiting)
                            if (const auto found = m_state.find(toStd(waiting.key()));
                                found != m_state.end() && waiting.value())
                                waiting.value()->setAxesState(*found);
                        m_waiting.clear();
                    });
}

void AxesMemory::watch(const QString& key, ChartView* chart) {
    if (!m_isRead)
        m_waiting.insert(key, chart);
    else if (const auto found = m_state.find(toStd(key)); found != m_state.end())
        chart->setAxesState(*found);
    connect(chart, &ChartView::axesChanged, this, [this, key, chart] { keepSoon(key, chart); });
}

void AxesMemory::keepSoon(const QString& key, const ChartView* chart) {
    m_waiting.remove(key);
    m_state[toStd(key)] = chart->axesState();
    m_keeping.start();
}

void AxesMemory::keep() {
    m_keeping.stop();
    const auto store = m_store.lock();
    if (!store || store->isReadOnly() || store != m_workbench.store())
        return;
    m_workbench.change(
        [key = m_stateKey, state = m_state](ProjectStore& project) { return project.setState(key, state); });
}

} // namespace vitrine
