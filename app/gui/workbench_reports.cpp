#include "app/gui/workbench.h"
#include "core/report/default_report.h"
#include "core/values/text.h"

// The part of Workbench that writes reports.

namespace vitrine {

namespace {

Result<void> appendBlock(ProjectStore& store, ReportId id, const ReportBlock& block) {
    auto reports = store.reports();
    if (!reports)
        return reports.error();
    for (ReportRecord& record : *reports) {
        if (record.id != id)
            continue;
        auto document = ReportDocument::fromJson(record.document);
        if (!document)
            return document.error();
        ReportBlock added = block;
        added.id = document->freeId(block.id.empty() ? blockKindName(block.kind) : block.id);
        document->blocks.push_back(std::move(added));
        record.document = document->toJson();
        return store.updateReport(record);
    }
    return makeError(ErrorCode::notFound, "the report is no longer in the project");
}

Result<void> removeLastBlock(ProjectStore& store, ReportId id) {
    auto reports = store.reports();
    if (!reports)
        return reports.error();
    for (ReportRecord& record : *reports) {
        if (record.id != id)
            continue;
        auto document = ReportDocument::fromJson(record.document);
        if (!document)
            return document.error();
        if (!document->blocks.empty())
            document->blocks.pop_back();
        record.document = document->toJson();
        return store.updateReport(record);
    }
    return makeError(ErrorCode::notFound, "the report is no longer in the project");
}

/// Adds the report once; afterwards takes it out and puts it back under its id.
struct ReportCreation {
    ReportRecord record;
    std::shared_ptr<ReportId> id = std::make_shared<ReportId>(0);
    std::shared_ptr<bool> stands = std::make_shared<bool>(false); ///< writer thread only

    Result<void> redo(ProjectStore& store) const {
        if (*stands)
            return {};
        if (*id != 0) {
            if (auto restored = store.restoreReport(*id); !restored)
                return restored;
        } else {
            auto added = store.addReport(record);
            if (!added)
                return added.error();
            *id = *added;
        }
        *stands = true;
        return {};
    }
    Result<void> undo(ProjectStore& store) const {
        auto removed = store.removeReport(*id);
        *stands = !removed.ok();
        return removed;
    }
};

} // namespace

void Workbench::addToReport(const ReportBlock& block) {
    if (!m_store)
        return;
    if (m_currentReport == 0 && !m_contents.reports.empty())
        m_currentReport = m_contents.reports.back().id;
    if (const ReportRecord* report = m_contents.report(m_currentReport)) {
        const ReportId id = report->id;
        command(
            tr("Add to report"), [id, block](ProjectStore& store) { return appendBlock(store, id, block); },
            [id](ProjectStore& store) { return removeLastBlock(store, id); });
        say(tr("Added to “%1”.").arg(toQString(report->title)));
        return;
    }
    ReportDocument document;
    document.title = toStd(tr("Report"));
    document.blocks.push_back(block);
    if (block.id.empty())
        document.blocks.back().id = std::string(blockKindName(block.kind));
    ReportCreation creation;
    creation.record = ReportRecord{0, document.title, document.toJson()};
    command(
        tr("New report"), [creation](ProjectStore& store) { return creation.redo(store); },
        [creation](ProjectStore& store) { return creation.undo(store); });
    say(tr("Added to a new report."));
}

void Workbench::reportOfRun(RunId run) {
    const RunRecord* record = m_contents.run(run);
    if (!m_store || !record)
        return;
    const PluginInfo* plugin = m_plugins->info(record->plugin);
    const ExperimentInfo* experiment = plugin ? plugin->experiment(record->experiment) : nullptr;
    const nlohmann::json reportTemplate = experiment ? experiment->report : nlohmann::json();
    auto creation = std::make_shared<ReportCreation>();
    runQueued(
        [store = m_store, run, reportTemplate, creation]() -> Result<void> {
            auto document = defaultReport(*store, run, reportTemplate);
            if (!document)
                return document.error();
            creation->record = ReportRecord{0, document->title, document->toJson()};
            return creation->redo(*store);
        },
        [this, creation, store = m_store](Result<void> result) {
            if (store != m_store)
                return;
            if (!result) {
                fail(toQString(result.error().message));
                return;
            }
            // It stands in the project already, so the first redo has nothing left to do.
            command(
                tr("New report"), [creation](ProjectStore& project) { return creation->redo(project); },
                [creation](ProjectStore& project) { return creation->undo(project); });
            m_currentReport = *creation->id;
            requestOpen(QStringLiteral("report:%1").arg(*creation->id));
        });
}

} // namespace vitrine
