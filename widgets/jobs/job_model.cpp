#include "widgets/jobs/job_model.h"

#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/icons.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

IconTint tintOf(RunState state) {
    switch (state) {
    case RunState::running: return IconTint::accent;
    case RunState::finished: return IconTint::ok;
    case RunState::failed: return IconTint::error;
    case RunState::interrupted: return IconTint::warning;
    default: return IconTint::text2;
    }
}

} // namespace

void JobModel::add(const std::shared_ptr<JobHandle>& job) {
    const int row = activeRows();
    beginInsertRows({}, row, row);
    m_rows.insert(m_rows.begin() + row, Row{job, job->status(), true});
    endInsertRows();
    connect(job.get(), &JobHandle::changed, this, [this, handle = job.get()] { update(handle); });
    connect(job.get(), &JobHandle::ended, this, [this, handle = job.get()] { end(handle); });
    Q_EMIT countsChanged();
    if (isEnded(job->status().state))
        end(job.get());
}

int JobModel::rowOf(const JobHandle* job) const {
    const auto found = std::ranges::find_if(m_rows, [job](const Row& row) { return row.job.get() == job; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int JobModel::activeRows() const {
    const auto first = std::ranges::find_if(m_rows, [](const Row& row) { return isEnded(row.status.state); });
    return static_cast<int>(first - m_rows.begin());
}

void JobModel::update(const JobHandle* job) {
    const int row = rowOf(job);
    if (row < 0)
        return;
    Row& entry = m_rows[static_cast<std::size_t>(row)];
    const JobStatus status = job->status();
    // The row moves with `ended`, so a state that has ended waits for it.
    if (isEnded(status.state))
        return;
    const bool counts = status.state != entry.status.state;
    entry.status = status;
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    if (counts)
        Q_EMIT countsChanged();
}

void JobModel::end(const JobHandle* job) {
    const int row = rowOf(job);
    if (row < 0 || isEnded(m_rows[static_cast<std::size_t>(row)].status.state))
        return;
    const int target = activeRows();
    if (row + 1 < target) {
        beginMoveRows({}, row, row, {}, target);
        std::rotate(m_rows.begin() + row, m_rows.begin() + row + 1, m_rows.begin() + target);
        endMoveRows();
    }
    const int last = target - 1;
    Row& entry = m_rows[static_cast<std::size_t>(last)];
    entry.status = job->status();
    entry.seen = entry.status.state != RunState::failed;
    Q_EMIT dataChanged(index(last, 0), index(last, ColumnCount - 1));
    trim();
    Q_EMIT countsChanged();
}

void JobModel::trim() {
    const auto ended = static_cast<int>(m_rows.size()) - activeRows();
    if (ended <= kMostEnded)
        return;
    for (int row = static_cast<int>(m_rows.size()) - 1; row >= activeRows(); --row) {
        if (!m_rows[static_cast<std::size_t>(row)].seen)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
        return;
    }
}

void JobModel::act(int row) {
    if (row < 0 || row >= rowCount())
        return;
    Row& entry = m_rows[static_cast<std::size_t>(row)];
    if (!isEnded(entry.status.state)) {
        entry.job->cancel();
        entry.status = entry.job->status();
        entry.status.cancelRequested = true;
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    disconnect(entry.job.get(), nullptr, this, nullptr);
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    Q_EMIT countsChanged();
}

void JobModel::dismissEnded() {
    while (activeRows() < rowCount())
        act(rowCount() - 1);
}

void JobModel::markSeen() {
    if (unseenFailures() == 0)
        return;
    for (Row& row : m_rows)
        row.seen = true;
    Q_EMIT countsChanged();
}

int JobModel::runningCount() const {
    return static_cast<int>(std::ranges::count(m_rows, RunState::running, [](const Row& r) { return r.status.state; }));
}

int JobModel::waitingCount() const {
    return static_cast<int>(std::ranges::count(m_rows, RunState::queued, [](const Row& r) { return r.status.state; }));
}

int JobModel::unseenFailures() const {
    return static_cast<int>(std::ranges::count(m_rows, false, &Row::seen));
}

int JobModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int JobModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString JobModel::textOf(const Row& row, int column) const {
    const JobStatus& status = row.status;
    const bool ended = isEnded(status.state);
    switch (column) {
    case Job: return row.job->title();
    case Stage:
        if (ended)
            return status.message.empty() ? runStateText(status.state)
                                          : tr("%1: %2").arg(runStateText(status.state), toQString(status.message));
        if (status.cancelRequested)
            return tr("Stopping");
        if (status.state == RunState::queued)
            return tr("Waiting for a thread");
        return toQString(status.stage);
    case Progress: return tr("%1 %").arg(static_cast<int>(std::floor(status.fraction * 100.0)));
    case Elapsed: return status.state == RunState::queued ? QString() : durationText(status.elapsedSeconds);
    case Left: return ended || status.remainingSeconds < 0 ? QString() : durationText(status.remainingSeconds + 0.5);
    case Memory: return status.memoryBytes > 0 ? bytesText(status.memoryBytes) : QString();
    default: return {};
    }
}

QVariant JobModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool ended = isEnded(row.status.state);
    switch (role) {
    case Qt::DisplayRole: return textOf(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Action)
            return ended ? tr("Take out of the list") : tr("Stop; what is done so far is kept");
        return index.column() <= Stage ? textOf(row, index.column()) : QVariant();
    case Qt::AccessibleTextRole:
        if (index.column() == Action)
            return (ended ? tr("Dismiss %1") : tr("Stop %1")).arg(row.job->title());
        return textOf(row, index.column());
    case Qt::DecorationRole:
        if (index.column() == Job)
            return icon(runStateIcon(row.status.state), tintOf(row.status.state));
        if (index.column() == Action)
            return icon(ended ? QStringLiteral("close") : QStringLiteral("cancel"), IconTint::text2);
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (index.column() >= Elapsed ? Qt::AlignRight : Qt::AlignLeft));
    case FractionRole: return row.status.state == RunState::finished ? 1.0 : row.status.fraction;
    case EndedRole: return ended;
    case RunRole: return static_cast<qint64>(row.job->runId());
    default: return {};
    }
}

QVariant JobModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section >= Elapsed ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Job: return tr("Job");
    case Stage: return tr("Stage");
    case Progress: return tr("Progress");
    case Elapsed: return tr("Elapsed");
    case Left: return tr("Left");
    case Memory: return tr("Memory");
    default: return QString();
    }
}

} // namespace vitrine
