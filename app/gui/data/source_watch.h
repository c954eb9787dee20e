#pragma once

#include "core/data/source_state.h"
#include "core/store/records.h"
#include "widgets/latest_task.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace vitrine {

class JobHandle;
class Workbench;

/// Knows for every data set of the project whether the files it was read from are still there and the same. Looks on
/// worker threads; what takes long is a job with progress, which can be cancelled.
class SourceWatch : public QObject {
    Q_OBJECT
public:
    /// Files up to this size are compared without a word; beyond, in a job.
    static constexpr std::int64_t kQuietBytes = std::int64_t{64} << 20;

    explicit SourceWatch(Workbench& workbench);

    /// These are the data sets now; looks at their sources.
    void follow(const std::vector<DatasetRecord>& datasets);
    /// Files may have changed behind our back.
    void lookAgain();
    void clear();
    /// The file of this data set is read while it grows, so nothing is said about it meanwhile.
    void setGrowing(DatasetId id, bool growing);
    /// What is known so far.
    std::map<DatasetId, SourceCheck> checks() const;
    bool isLooking() const { return m_task.isRunning() || !m_jobs.empty(); }

Q_SIGNALS:
    void checked(); ///< something is otherwise than before

private:
    struct Known {
        DatasetSource source;
        SourceCheck check;
    };
    using Checks = std::map<DatasetId, Known>;
    void take(Checks found);
    void compareInJob(DatasetId id, const Known& known);
    void keepTime(DatasetId id, const Known& known);

    Workbench& m_workbench;
    Checks m_known;
    std::map<DatasetId, DatasetSource> m_wanted;
    std::map<DatasetId, std::shared_ptr<JobHandle>> m_jobs;
    std::set<DatasetId> m_growing;
    LatestTask m_task;
    bool m_again = false;
};

} // namespace vitrine
