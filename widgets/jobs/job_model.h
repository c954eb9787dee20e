#pragma once

#include "core/jobs/job_queue.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace vitrine {

/// The jobs of this session, one row each: running and waiting ones in the order they were started, then ended ones,
/// latest first. Ended jobs stay until they are dismissed; beyond kMostEnded the oldest that did not fail goes.
class JobModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kMostEnded = 30;
    enum JobColumn { Job, Stage, Progress, Elapsed, Left, Memory, Action, ColumnCount };
    enum Role { FractionRole = Qt::UserRole, EndedRole, RunRole };

    explicit JobModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void add(const std::shared_ptr<JobHandle>& job);
    std::shared_ptr<JobHandle> job(int row) const { return m_rows[static_cast<std::size_t>(row)].job; }
    /// Stops a job that is under way; takes an ended one out of the list.
    void act(int row);
    void dismissEnded();
    /// The person has looked at the list: failed rows no longer ask for attention.
    void markSeen();

    int runningCount() const;
    int waitingCount() const;
    int unseenFailures() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void countsChanged();

private:
    struct Row {
        std::shared_ptr<JobHandle> job;
        JobStatus status; ///< as last shown
        bool seen = true;
    };
    int rowOf(const JobHandle* job) const;
    int activeRows() const;
    void update(const JobHandle* job);
    void end(const JobHandle* job);
    void trim();
    QString textOf(const Row& row, int column) const;

    std::vector<Row> m_rows;
};

} // namespace vitrine
