#include "app/gui/pages/open_data_page_jobs.h"

#include "core/store/linked_data.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"

#include <QFileInfo>
#include <QPointer>

#include <atomic>
#include <cmath>
#include <thread>

namespace vitrine {
namespace {

constexpr double kReadShare = 0.85; // of the progress; the rest is writing into the project

} // namespace

/// What the job left; written on its thread before it ends.
struct OpenDataJobs::Outcome {
    std::atomic<DatasetId> dataset{0};
    std::shared_ptr<PartialRead> part = std::make_shared<PartialRead>();
    bool isPart() const { return part->complete > 0; }
};

OpenDataJobs::OpenDataJobs(Workbench& workbench, ImportPlan& plan, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_plan(plan) {}

void OpenDataJobs::start(const std::vector<int>& items) {
    for (const int item : items)
        m_plan.setState(item, ImportState::waiting);
    m_workbench.withProject([self = QPointer(this), items] {
        if (!self)
            return;
        for (const int item : items)
            self->startOne(item);
    });
}

void OpenDataJobs::startOne(int item) {
    const ImportItem& planned = m_plan.item(item);
    const auto outcome = std::make_shared<Outcome>();
    TaskRequest request;
    request.title = toStd(tr("Import %1").arg(planned.file.name));
    request.work = [readers = m_workbench.readers(), store = m_workbench.store(), path = toStd(planned.file.path),
                    options = planned.corrections(), linkOver = m_workbench.settings().linkOverBytes(),
                    outcome](std::stop_token stop, const auto& progress) -> Result<void> {
        ReadContext context;
        context.stop = stop;
        context.keep = outcome->part;
        context.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        context.progress = [&progress](double fraction, const std::string& stage) {
            progress(kReadShare * fraction, stage);
        };
        auto dataset = readers->read(path, options, context);
        if (!dataset)
            return dataset.error();
        linkWhereLarge(*dataset, linkOver);
        progress(kReadShare, "Writing into the project");
        auto id = store->addDataset(*dataset);
        if (!id)
            return id.error();
        outcome->dataset = *id;
        return {};
    };
    const std::shared_ptr<JobHandle> job = m_workbench.jobs().start(std::move(request));
    m_jobs[item] = job;
    connect(job.get(), &JobHandle::changed, this, [this, item, outcome] { show(item, outcome->part->seen); });
    connect(job.get(), &JobHandle::ended, this, [this, item, outcome] { finish(item, outcome); });
}

void OpenDataJobs::show(int item, qint64 rows) {
    const auto found = m_jobs.find(item);
    if (found == m_jobs.end())
        return;
    const JobStatus status = found->second->status();
    if (status.state == RunState::queued)
        return;
    QString text = status.cancelRequested ? tr("Stopping") : tr("%1 %").arg(std::lround(100.0 * status.fraction));
    if (rows > 0)
        text += tr(" · %1").arg(counted(rows, tr("row"), tr("rows")));
    m_plan.setState(item, ImportState::reading, text);
}

void OpenDataJobs::finish(int item, const std::shared_ptr<const Outcome>& outcome) {
    const auto found = m_jobs.find(item);
    if (found == m_jobs.end())
        return;
    const JobStatus status = found->second->status();
    m_jobs.erase(found);
    if (const DatasetId dataset = outcome->dataset; dataset != 0) {
        m_plan.setState(item, ImportState::done,
                        outcome->isPart()
                            ? tr("First %1 kept").arg(counted(outcome->part->complete, tr("row"), tr("rows")))
                            : QString());
        addUndoStep(dataset, QFileInfo(m_plan.item(item).file.path).fileName());
        Q_EMIT datasetRead(dataset);
    } else if (status.state == RunState::failed) {
        m_plan.setState(item, ImportState::failed, toQString(status.message));
    } else { // stopped: as it was before
        const bool review = !m_plan.item(item).preview.problems.empty();
        m_plan.setState(item, review ? ImportState::review : ImportState::ready, toQString(status.message));
    }
    if (m_jobs.empty())
        Q_EMIT ended();
}

void OpenDataJobs::addUndoStep(DatasetId dataset, const QString& fileName) {
    // The first redo finds the data set in its place already.
    m_workbench.command(
        tr("Import %1").arg(fileName), [dataset](ProjectStore& store) { return store.restoreDataset(dataset); },
        [dataset](ProjectStore& store) { return store.removeDataset(dataset); });
}

void OpenDataJobs::cancel() {
    for (const auto& [item, job] : m_jobs)
        job->cancel();
}

} // namespace vitrine
