#include "app/gui/data/source_watch.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"

#include <algorithm>

namespace vitrine {

namespace {

bool isSame(const DatasetSource& a, const DatasetSource& b) {
    return a.path == b.path && a.fileSha256 == b.fileSha256 && a.fileBytes == b.fileBytes;
}

/// What cannot be read stays open.
SourceCheck compared(const DatasetSource& source, const ReaderRegistry& readers, const FileFacts& now,
                     const std::stop_token& stop) {
    auto check = compareSource(source, readers, {stop, {}});
    return check ? std::move(*check) : SourceCheck{SourceState::unknown, now, {}};
}

HashSteps stepsOf(const std::stop_token& stop, std::int64_t bytes,
                  const std::function<void(double, const std::string&)>& progress) {
    HashSteps steps;
    steps.stop = stop;
    steps.read = [bytes, progress, done = std::int64_t{0}](std::int64_t count) mutable {
        done += count;
        progress(bytes > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(bytes)) : 1.0,
                 "Comparing the content");
    };
    return steps;
}

} // namespace

SourceWatch::SourceWatch(Workbench& workbench) : QObject(&workbench), m_workbench(workbench) {}

void SourceWatch::follow(const std::vector<DatasetRecord>& datasets) {
    m_wanted.clear();
    for (const DatasetRecord& dataset : datasets)
        m_wanted[dataset.id] = dataset.source;
    lookAgain();
}

void SourceWatch::lookAgain() {
    if (m_task.isRunning()) {
        m_again = true;
        return;
    }
    m_again = false;
    auto work = [readers = m_workbench.readers(), wanted = m_wanted, known = m_known](const std::stop_token& stop) {
        Checks found;
        for (const auto& [id, source] : wanted) {
            Known now{source, lookAtSource(source, *readers)};
            const auto before = known.find(id);
            if (now.check.state == SourceState::unsure && before != known.end() &&
                isSame(before->second.source, source) && before->second.check.now == now.check.now)
                now.check = before->second.check; // compared already, or it could not be
            else if (now.check.state == SourceState::unsure && now.check.now.bytes <= kQuietBytes)
                now.check = compared(source, *readers, now.check.now, stop);
            found.emplace(id, std::move(now));
        }
        return found;
    };
    m_task.start(std::move(work), [this](Checks found) { take(std::move(found)); });
}

void SourceWatch::take(Checks found) {
    std::erase_if(found, [this](const auto& entry) { return !m_wanted.contains(entry.first); });
    const auto before = checks();
    m_known = std::move(found);
    for (const auto& [id, known] : m_known) {
        if (known.check.state == SourceState::unsure && !m_jobs.contains(id))
            compareInJob(id, known);
        if (known.check.state == SourceState::same)
            keepTime(id, known);
    }
    const auto after = checks();
    if (!std::ranges::equal(before, after, [](const auto& a, const auto& b) {
            return a.first == b.first && a.second.state == b.second.state && a.second.now == b.second.now;
        }))
        Q_EMIT checked();
    if (m_again)
        lookAgain();
}

void SourceWatch::compareInJob(DatasetId id, const Known& known) {
    const auto outcome = std::make_shared<SourceCheck>();
    TaskRequest request;
    request.title = toStd(tr("Compare %1 with what was read").arg(toQString(known.source.fileName)));
    request.work = [readers = m_workbench.readers(), source = known.source, bytes = known.check.now.bytes,
                    outcome](const std::stop_token& stop, const auto& progress) -> Result<void> {
        auto check = compareSource(source, *readers, stepsOf(stop, bytes, progress));
        if (!check)
            return check.error();
        *outcome = std::move(*check);
        return {};
    };
    const std::shared_ptr<JobHandle> job = m_workbench.jobs().start(std::move(request));
    m_jobs[id] = job;
    connect(job.get(), &JobHandle::ended, this, [this, id, outcome, source = known.source, now = known.check.now] {
        m_jobs.erase(id);
        const auto kept = m_known.find(id);
        if (kept == m_known.end() || !isSame(kept->second.source, source))
            return;
        // A job that was cancelled leaves it open and is not begun again before the file has another time.
        kept->second.check =
            outcome->state == SourceState::unknown ? SourceCheck{SourceState::unknown, now, {}} : *outcome;
        if (kept->second.check.state == SourceState::same)
            keepTime(id, kept->second);
        Q_EMIT checked();
    });
}

/// A file that is the same though it was written at another time is not compared again at the next start.
void SourceWatch::keepTime(DatasetId id, const Known& known) {
    if (known.check.now.modifiedNs == known.source.modifiedNs || m_workbench.isReadOnly() || !m_workbench.store())
        return;
    m_workbench.change(
        [id, source = known.source, modified = known.check.now.modifiedNs](ProjectStore& store) -> Result<void> {
            auto record = store.dataset(id);
            if (!record || !isSame(record->source, source))
                return {};
            record->source.modifiedNs = modified;
            return store.setDatasetSource(id, record->source);
        },
        [](const Result<void>&) {}); // nothing is lost: it is compared once more
    m_known[id].source.modifiedNs = known.check.now.modifiedNs;
}

void SourceWatch::clear() {
    for (const auto& [id, job] : m_jobs) {
        disconnect(job.get(), nullptr, this, nullptr);
        job->cancel();
    }
    m_jobs.clear();
    m_task.cancel();
    m_wanted.clear();
    m_known.clear();
    m_growing.clear();
    m_again = false;
}

void SourceWatch::setGrowing(DatasetId id, bool growing) {
    if (growing == m_growing.contains(id))
        return;
    if (growing)
        m_growing.insert(id);
    else
        m_growing.erase(id);
    Q_EMIT checked();
    if (!growing)
        lookAgain();
}

std::map<DatasetId, SourceCheck> SourceWatch::checks() const {
    std::map<DatasetId, SourceCheck> checks;
    for (const auto& [id, known] : m_known)
        if (!m_growing.contains(id))
            checks.emplace(id, known.check);
    return checks;
}

} // namespace vitrine
