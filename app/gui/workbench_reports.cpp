#include "app/gui/workbench.h"
#include "core/compare/compare_figure.h"
#include "core/report/default_report.h"
#include "core/values/text.h"

#include <algorithm>

// The part of Workbench that writes reports.

namespace vitrine {

namespace {

/// @return id of the block in the report
Result<std::string> appendBlock(ProjectStore& store, ReportId id, const ReportBlock& block) {
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
        const std::string given = added.id;
        document->blocks.push_back(std::move(added));
        record.document = document->toJson();
        if (auto stored = store.updateReport(record); !stored)
            return stored.error();
        return given;
    }
    return makeError(ErrorCode::notFound, "the report is no longer in the project");
}

/// Takes out the block that appendBlock has put in, wherever it stands by now.
Result<void> removeBlock(ProjectStore& store, ReportId id, const std::string& blockId) {
    auto reports = store.reports();
    if (!reports)
        return reports.error();
    for (ReportRecord& record : *reports) {
        if (record.id != id)
            continue;
        auto document = ReportDocument::fromJson(record.document);
        if (!document)
            return document.error();
        std::erase_if(document->blocks, [&](const ReportBlock& block) { return block.id == blockId; });
        record.document = document->toJson();
        return store.updateReport(record);
    }
    return makeError(ErrorCode::notFound, "the report is no longer in the project");
}

std::vector<ReportBlock> blocksOf(const ReportRecord& report) {
    auto document = ReportDocument::fromJson(report.document);
    return document ? std::move(document->blocks) : std::vector<ReportBlock>();
}

bool isEmpty(const ReportRecord& report) {
    const auto document = ReportDocument::fromJson(report.document);
    return document && document->blocks.empty();
}

/// Runs that a figure of a comparison shows; null: it is no such figure.
nlohmann::json comparedRuns(const ReportBlock& block) {
    return block.figureId == kOverlayFigureId ? block.options.value("runs", nlohmann::json()) : nlohmann::json();
}

/// Whether a report holds something of the run of a block, or of its data set and what was run on it.
bool isAbout(const ReportRecord& report, const ReportBlock& block, const ProjectContents& contents) {
    const std::string reference = "dataset:" + std::to_string(block.dataset);
    const nlohmann::json runs = comparedRuns(block);
    return std::ranges::any_of(blocksOf(report), [&](const ReportBlock& held) {
        if (!runs.is_null()) // a report of one of them is about that one
            return comparedRuns(held) == runs;
        if (block.run != 0)
            return held.run == block.run;
        const RunRecord* run = contents.run(held.run);
        return held.dataset == block.dataset ||
               (run && std::ranges::find(run->inputs, reference, &InputReference::reference) != run->inputs.end());
    });
}

std::tuple<RunId, DatasetId, std::string> subjectOf(const ReportBlock& block) {
    return {block.run, block.dataset, comparedRuns(block).dump()};
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

const ReportRecord* Workbench::reportFor(const ReportBlock& block) const {
    const ReportRecord* shown = m_contents.report(m_currentReport);
    if (block.run == 0 && block.dataset == 0) // about nothing in particular
        return shown || m_contents.reports.empty() ? shown : &m_contents.reports.back();
    if (shown && (isEmpty(*shown) || isAbout(*shown, block, m_contents)))
        return shown;
    const auto found = std::find_if(m_contents.reports.rbegin(), m_contents.reports.rend(),
                                    [&](const ReportRecord& report) { return isAbout(report, block, m_contents); });
    return found == m_contents.reports.rend() ? nullptr : &*found;
}

QString Workbench::newReportTitle(const ReportBlock& block) const {
    if (const nlohmann::json compared = comparedRuns(block); compared.is_array()) {
        QStringList runs;
        for (const nlohmann::json& run : compared)
            runs.append(QString::number(run.is_number_integer() ? run.get<qint64>() : 0));
        return tr("Comparison of runs %1").arg(runs.join(QStringLiteral(", ")));
    }
    if (const RunRecord* run = m_contents.run(block.run))
        return tr("Report of %1").arg(toQString(run->title));
    if (const DatasetRecord* dataset = m_contents.dataset(block.dataset))
        return tr("Report of %1").arg(toQString(dataset->title));
    return tr("Report");
}

void Workbench::addToReport(const ReportBlock& block) {
    if (!m_store)
        return;
    const ReportRecord* report = reportFor(block);
    const auto key = subjectOf(block);
    const auto begun = m_begunReports.find(key);
    if (!report && begun == m_begunReports.end()) {
        addToNewReport(block);
        return;
    }
    const auto id = report ? std::make_shared<const ReportId>(report->id) : begun->second;
    const QString title = report ? toQString(report->title) : newReportTitle(block);
    if (report)
        m_begunReports.erase(key);
    const auto added = std::make_shared<std::string>(); // writer thread only
    command(
        block.title.empty() ? tr("Add to %1").arg(title) : tr("Add %1 to %2").arg(toQString(block.title), title),
        [id, block, added](ProjectStore& store) -> Result<void> {
            auto given = appendBlock(store, *id, block);
            if (!given)
                return given.error();
            *added = std::move(*given);
            return {};
        },
        [id, added](ProjectStore& store) { return removeBlock(store, *id, *added); });
    say(tr("Added to “%1”.").arg(title));
}

void Workbench::addToNewReport(const ReportBlock& block) {
    ReportDocument document;
    document.title = toStd(newReportTitle(block));
    document.blocks.push_back(block);
    if (block.id.empty())
        document.blocks.back().id = std::string(blockKindName(block.kind));
    ReportCreation creation;
    creation.record = ReportRecord{0, document.title, document.toJson()};
    command(
        tr("New report %1").arg(toQString(document.title)),
        [creation](ProjectStore& store) { return creation.redo(store); },
        [creation](ProjectStore& store) { return creation.undo(store); });
    m_begunReports[subjectOf(block)] = creation.id;
    say(tr("Added to “%1”, a new report.").arg(toQString(document.title)));
}

void Workbench::reportOfRun(RunId run) {
    const RunRecord* record = m_contents.run(run);
    if (!m_store || !record)
        return;
    const PluginInfo* plugin = m_plugins->info(record->plugin);
    const ExperimentInfo* experiment = plugin ? plugin->experiment(record->experiment) : nullptr;
    const nlohmann::json reportTemplate = experiment ? experiment->report : nlohmann::json();
    openNewReport([run, reportTemplate](ProjectStore& store) { return defaultReport(store, run, reportTemplate); });
}

void Workbench::openNewReport(std::function<Result<ReportDocument>(ProjectStore&)> make) {
    if (!m_store)
        return;
    auto creation = std::make_shared<ReportCreation>();
    runQueued(
        [store = m_store, make = std::move(make), creation]() -> Result<void> {
            auto document = make(*store);
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
                tr("New report %1").arg(toQString(creation->record.title)),
                [creation](ProjectStore& project) { return creation->redo(project); },
                [creation](ProjectStore& project) { return creation->undo(project); });
            m_currentReport = *creation->id;
            requestOpen(QStringLiteral("report:%1").arg(*creation->id));
        });
}

} // namespace vitrine
