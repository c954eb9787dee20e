#pragma once

#include "core/jobs/job_queue.h"

#include <QList>
#include <QObject>

#include <memory>
#include <vector>

namespace vitrine {

class Workbench;

/// Starts the runs of a sweep, one at each turn of the event loop, because each is written to the disk. Belongs to the
/// program, so that a page that is closed meanwhile loses none; ends with its project. Deletes itself at the end.
class SweepStarter : public QObject {
    Q_OBJECT
public:
    SweepStarter(Workbench& workbench, std::vector<RunRequest> requests);

Q_SIGNALS:
    void done(const QList<qint64>& runs);

private:
    void startNext();

    Workbench& m_workbench;
    std::shared_ptr<ProjectStore> m_store;
    std::vector<RunRequest> m_waiting; ///< the last one first
    QList<qint64> m_started;
};

} // namespace vitrine
