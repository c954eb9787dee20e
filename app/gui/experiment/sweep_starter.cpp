#include "app/gui/experiment/sweep_starter.h"

#include "app/gui/workbench.h"

#include <QTimer>

#include <algorithm>

namespace vitrine {

SweepStarter::SweepStarter(Workbench& workbench, std::vector<RunRequest> requests)
    : QObject(&workbench), m_workbench(workbench), m_store(workbench.store()), m_waiting(std::move(requests)) {
    std::ranges::reverse(m_waiting);
    m_workbench.say(tr("Starting %1 runs…").arg(m_waiting.size()));
    QTimer::singleShot(0, this, &SweepStarter::startNext);
}

void SweepStarter::startNext() {
    const bool sameProject = m_store && m_workbench.store() == m_store;
    if (sameProject && !m_waiting.empty()) {
        m_started.append(m_workbench.jobs().start(m_waiting.back(), m_store)->runId());
        m_waiting.pop_back();
        QTimer::singleShot(0, this, &SweepStarter::startNext);
        return;
    }
    Q_EMIT done(m_started);
    if (sameProject) {
        m_workbench.say(tr("Started %1 runs.").arg(m_started.size()));
        m_workbench.requestRuns(m_started);
    }
    deleteLater();
}

} // namespace vitrine
