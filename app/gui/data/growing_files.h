#pragma once

#include "core/data/follow/growing_table.h"
#include "core/store/records.h"
#include "widgets/latest_task.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

namespace vitrine {

class ProjectStore;
class Workbench;

/// How the following of a file stands.
struct FollowStatus {
    bool isOn = false;
    std::int64_t newRows = 0; ///< since it was switched on
    QDateTime lastRows;       ///< when the last ones came; null before
    std::int64_t waitingBytes = 0;
    QString obstacle; ///< why new lines wait, or why it has stopped; empty: all is well
};

/// One file that is followed: looked at when the system says that it has changed, and every second in case it does not.
/// New rows go into the project at once; the time between two readings grows with what a reading takes.
class GrowingFile : public QObject {
    Q_OBJECT
public:
    GrowingFile(Workbench& workbench, const DatasetRecord& record, QObject* parent);

    const FollowStatus& status() const { return m_status; }
    void stop(const QString& reason);

Q_SIGNALS:
    void changed(); ///< status

private:
    struct Outcome {
        Result<GrowingTable::Step> step = makeError(ErrorCode::cancelled, {});
        std::int64_t rows = 0;
        DatasetId version = 0; ///< what stood there before, kept for undo
        std::string contentHash;
    };
    void look();
    void take(const Outcome& outcome, qint64 tookMs);
    static Outcome grow(GrowingTable& table, ProjectStore& store, DatasetId id, const std::string& expectedHash,
                        bool isFirst, const std::stop_token& stop);

    Workbench& m_workbench;
    DatasetRecord m_record;
    std::shared_ptr<GrowingTable> m_table; ///< used by the task alone
    std::string m_contentHash;             ///< as we left it in the project
    std::int64_t m_rows = 0;
    bool m_hasVersion = false;
    FollowStatus m_status;
    QFileSystemWatcher m_watcher;
    QTimer m_timer;
    LatestTask m_task;
};

/// The files that are followed in the open project. None is when a project is opened.
class GrowingFiles : public QObject {
    Q_OBJECT
public:
    explicit GrowingFiles(Workbench& workbench);

    /// Why a data set cannot be followed; empty: it can.
    QString obstacle(const DatasetRecord& record) const;
    void start(DatasetId id);
    void stop(DatasetId id);
    void stopAll();
    bool isOn(DatasetId id) const { return status(id).isOn; }
    FollowStatus status(DatasetId id) const;
    /// What it said when it stopped by itself has been seen.
    void forget(DatasetId id);

Q_SIGNALS:
    void changed(qint64 dataset);

private:
    Workbench& m_workbench;
    std::map<DatasetId, std::unique_ptr<GrowingFile>> m_files;
};

} // namespace vitrine
