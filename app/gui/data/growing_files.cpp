#include "app/gui/data/growing_files.h"

#include "app/gui/data/source_actions.h"
#include "app/gui/data/source_watch.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <thread>

namespace vitrine {

namespace {

constexpr int kLookEveryMs = 1000;
constexpr int kSoonMs = 100;
constexpr qint64 kRestShare = 4; // following takes at most a fifth of the time

} // namespace

GrowingFile::GrowingFile(Workbench& workbench, const DatasetRecord& record, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_record(record),
      m_table(std::make_shared<GrowingTable>(workbench.readers(), record.source)), m_contentHash(record.contentHash),
      m_rows(record.records) {
    m_status.isOn = true;
    m_timer.setSingleShot(true);
    m_watcher.addPath(toQString(record.source.path));
    connect(&m_timer, &QTimer::timeout, this, &GrowingFile::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] {
        // While a reading rests or goes on, the timer knows better when to look.
        if (m_timer.isActive() && m_timer.interval() == kLookEveryMs)
            m_timer.start(kSoonMs);
    });
    m_timer.start(0);
}

void GrowingFile::look() {
    const auto store = m_workbench.store();
    if (!m_status.isOn || !store)
        return;
    const auto took = std::make_shared<qint64>(0);
    m_task.start(
        [table = m_table, store, id = m_record.id, hash = m_contentHash, isFirst = !m_hasVersion,
         took](const std::stop_token& stop) {
            QElapsedTimer clock;
            clock.start();
            Outcome outcome = grow(*table, *store, id, hash, isFirst, stop);
            *took = clock.elapsed();
            return outcome;
        },
        [this, took](const Outcome& outcome) { take(outcome, *took); });
}

GrowingFile::Outcome GrowingFile::grow(GrowingTable& table, ProjectStore& store, DatasetId id,
                                       const std::string& expectedHash, bool isFirst, const std::stop_token& stop) {
    Outcome outcome;
    const auto record = store.dataset(id);
    if (!record || record->contentHash != expectedHash) {
        outcome.step = makeError(ErrorCode::storage, "the content of the data set was put back or read again");
        return outcome;
    }
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency() / 2));
    outcome.step = table.step(stop, threads);
    outcome.contentHash = expectedHash;
    outcome.rows = record->records;
    if (!outcome.step || !outcome.step->hasGrown)
        return outcome;
    const Dataset& grown = table.dataset();
    outcome.rows = static_cast<std::int64_t>(valueAs<Table>(grown.value)->rowCount());
    if (grown.contentHash == expectedHash)
        return outcome; // the first look: all of it had been read
    const auto version =
        store.replaceDataset(id, grown, isFirst ? ProjectStore::Keep::always : ProjectStore::Keep::whenUsed);
    if (!version) {
        outcome.step = version.error();
        return outcome;
    }
    outcome.version = isFirst ? *version : 0;
    outcome.contentHash = grown.contentHash;
    return outcome;
}

void GrowingFile::take(const Outcome& outcome, qint64 tookMs) {
    if (!outcome.step) {
        stop(tr("Following stopped: %1.").arg(toQString(outcome.step.error().message)));
        return;
    }
    if (outcome.version != 0) {
        m_hasVersion = true;
        pushReplacement(m_workbench, tr("Follow %1").arg(toQString(m_record.source.fileName)), m_record.id,
                        outcome.version);
    }
    if (outcome.contentHash != m_contentHash) {
        m_contentHash = outcome.contentHash;
        m_status.newRows += outcome.rows - m_rows;
        m_status.lastRows = QDateTime::currentDateTime();
        m_workbench.reload();
    }
    m_rows = outcome.rows;
    m_status.waitingBytes = outcome.step->waitingBytes;
    m_status.obstacle = toQString(outcome.step->obstacle);
    // Some programs save by a new file in the old place, which the watcher loses sight of.
    if (m_watcher.files().isEmpty())
        m_watcher.addPath(toQString(m_record.source.path));
    m_timer.start(static_cast<int>(std::max<qint64>(kLookEveryMs, kRestShare * tookMs)));
    Q_EMIT changed();
}

void GrowingFile::stop(const QString& reason) {
    if (!m_status.isOn)
        return;
    m_task.cancel();
    m_timer.stop();
    m_status.isOn = false;
    m_status.obstacle = reason;
    Q_EMIT changed();
}

GrowingFiles::GrowingFiles(Workbench& workbench) : QObject(&workbench), m_workbench(workbench) {}

QString GrowingFiles::obstacle(const DatasetRecord& record) const {
    if (m_workbench.isReadOnly())
        return tr("The project is open read-only.");
    return toQString(whyNotFollowed(record.source, record.kind, *m_workbench.readers()));
}

void GrowingFiles::start(DatasetId id) {
    const DatasetRecord* record = m_workbench.contents().dataset(id);
    if (!record || isOn(id) || !obstacle(*record).isEmpty())
        return;
    auto file = std::make_unique<GrowingFile>(m_workbench, *record, nullptr);
    connect(file.get(), &GrowingFile::changed, this, [this, id] {
        m_workbench.sources().setGrowing(id, isOn(id));
        Q_EMIT changed(id);
    });
    m_files[id] = std::move(file);
    m_workbench.sources().setGrowing(id, true);
    Q_EMIT changed(id);
}

void GrowingFiles::stop(DatasetId id) {
    if (const auto found = m_files.find(id); found != m_files.end()) {
        found->second->stop({});
        forget(id);
    }
}

void GrowingFiles::forget(DatasetId id) {
    if (const auto found = m_files.find(id); found != m_files.end() && !found->second->status().isOn) {
        m_files.erase(found);
        Q_EMIT changed(id);
    }
}

void GrowingFiles::stopAll() {
    m_files.clear();
}

FollowStatus GrowingFiles::status(DatasetId id) const {
    const auto found = m_files.find(id);
    return found == m_files.end() ? FollowStatus{} : found->second->status();
}

} // namespace vitrine
