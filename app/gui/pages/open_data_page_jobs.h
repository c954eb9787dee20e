#pragma once

#include "app/gui/workbench.h"
#include "widgets/data/import_plan.h"

#include <QObject>

#include <map>

namespace vitrine {

/// Reads the chosen items of a plan into the project, one job per file. A file that fails leaves the others untouched.
class OpenDataJobs : public QObject {
    Q_OBJECT
public:
    OpenDataJobs(Workbench& workbench, ImportPlan& plan, QObject* parent);

    /// Makes an untitled project first where none is open.
    void start(const std::vector<int>& items);
    /// Asks all running jobs to stop; what was read stays.
    void cancel();
    bool isReading() const { return !m_jobs.empty(); }

Q_SIGNALS:
    void datasetRead(qint64 dataset);
    void ended(); ///< no job is left

private:
    struct Outcome;
    void startOne(int item);
    void show(int item, qint64 rows);
    void finish(int item, const std::shared_ptr<const Outcome>& outcome);
    void addUndoStep(DatasetId dataset, const QString& fileName);

    Workbench& m_workbench;
    ImportPlan& m_plan;
    std::map<int, std::shared_ptr<JobHandle>> m_jobs; ///< by item
};

} // namespace vitrine
