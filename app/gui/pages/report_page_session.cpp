#include "app/gui/pages/report_page_session.h"

#include "app/gui/workbench.h"
#include "core/compare/compare_tables.h"
#include "core/report/default_report.h"
#include "core/values/text.h"
#include "widgets/report/run_figures.h"

#include <QDate>

namespace vitrine {
namespace {

constexpr int kWriteMs = 500;   // typing is not written at every key
constexpr int kComposeMs = 120; // nor is the page made again

/// @errors not_found when the report was removed meanwhile
Result<void> writeDocument(ProjectStore& store, ReportId id, const nlohmann::json& document) {
    auto reports = store.reports();
    if (!reports)
        return reports.error();
    for (ReportRecord& record : *reports) {
        if (record.id != id)
            continue;
        record.document = document;
        record.title = document.value("title", std::string());
        return store.updateReport(record);
    }
    return makeError(ErrorCode::notFound, "the report is no longer in the project");
}

} // namespace

ReportSession::ReportSession(Workbench& workbench, ReportId id, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_id(id), m_store(workbench.store()),
      m_views(std::make_shared<const ViewRegistry>(workbench.views())) {
    if (m_store)
        m_figures = figureProvider(*m_store, *m_views);
    m_writeSoon.setSingleShot(true);
    m_writeSoon.setInterval(kWriteMs);
    m_composeSoon.setSingleShot(true);
    connect(&m_writeSoon, &QTimer::timeout, this, &ReportSession::flush);
    connect(&m_composeSoon, &QTimer::timeout, this, &ReportSession::compose);
    connect(&m_workbench, &Workbench::contentsChanged, this, &ReportSession::followProject);
    connect(&m_workbench, &Workbench::historyMoved, this, [this] {
        // What was written before is of no account now: the project says what holds.
        m_writeSoon.stop();
        m_unseen.clear();
        m_seen.clear();
    });
    followProject();
}

ReportSession::~ReportSession() {
    flush();
}

void ReportSession::edit(const QString& what, const std::function<void(ReportDocument&)>& change, bool typing) {
    if (m_workbench.isReadOnly() || !m_problem.isEmpty())
        return;
    if (!typing || what != m_what)
        flush(); // an undo step of its own
    change(m_document);
    m_what = what;
    Q_EMIT documentChanged();
    m_composeSoon.start(typing ? kComposeMs : 0);
    if (typing)
        m_writeSoon.start();
    else
        flush();
}

void ReportSession::flush() {
    m_writeSoon.stop();
    nlohmann::json after = m_document.toJson();
    if (!m_problem.isEmpty() || m_what.isEmpty() || after == m_written)
        return;
    const ReportId id = m_id;
    const nlohmann::json before = std::exchange(m_written, after);
    m_unseen.insert(after.dump());
    const QString what = std::exchange(m_what, QString());
    m_workbench.command(
        what, [id, after](ProjectStore& store) { return writeDocument(store, id, after); },
        [id, before](ProjectStore& store) { return writeDocument(store, id, before); });
}

void ReportSession::followProject() {
    const ReportRecord* record = m_workbench.contents().report(m_id);
    if (!record || m_workbench.store() != m_store) {
        setProblem(tr("This report is no longer in the project."));
        return;
    }
    const std::string text = record->document.dump();
    if (m_unseen.erase(text) > 0) {
        m_seen = text;
        if (m_unseen.empty() || text == m_written.dump())
            m_unseen.clear();
    } else if (text != m_seen) {
        m_seen = text;
        adopt(*record);
        return;
    }
    // Runs that the report shows may have gone on.
    m_composeSoon.start(kComposeMs);
}

void ReportSession::adopt(const ReportRecord& record) {
    auto document = ReportDocument::fromJson(record.document);
    if (!document) {
        setProblem(toQString(document.error().message) + QLatin1Char('.'));
        return;
    }
    setProblem({});
    m_document = std::move(*document);
    m_written = record.document;
    m_what.clear();
    m_writeSoon.stop();
    Q_EMIT documentChanged();
    m_composeSoon.start(0);
}

void ReportSession::setProblem(const QString& problem) {
    if (problem == m_problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged();
}

void ReportSession::compose() {
    if (!m_store || !m_problem.isEmpty())
        return;
    ComposeOptions options;
    options.figures = m_figures;
    options.date = toStd(QDate::currentDate().toString(Qt::ISODate));
    const auto plugins = m_workbench.plugins();
    options.experiments = experimentLookup(*plugins);
    options.tables = [store = m_store, lookup = options.experiments](const ReportBlock& block) {
        return comparedTableOf(*store, lookup, block);
    };
    m_composing.start(
        [store = m_store, views = m_views, plugins, document = m_document, options](std::stop_token stop) mutable {
            options.stop = stop;
            return std::make_shared<Result<ReportPreview>>(makeReportPreview(*store, document, options));
        },
        [this](const std::shared_ptr<Result<ReportPreview>>& preview) {
            if (!*preview)
                return; // cancelled by a later one
            m_preview = std::move(**preview);
            Q_EMIT previewChanged();
        });
}

void ReportSession::startAgain(ReportLength length) {
    RunId run = 0;
    for (const ReportBlock& block : m_document.blocks)
        if (run == 0)
            run = block.run;
    if (run == 0 && !m_workbench.contents().runs.empty())
        run = m_workbench.contents().runs.front().id;
    if (!m_store || run == 0)
        return m_workbench.fail(tr("There is no run yet that a report could be made of."));
    const auto plugins = m_workbench.plugins();
    m_proposing.start(
        [store = m_store, plugins, run, length](std::stop_token) -> Result<ReportDocument> {
            const auto record = store->run(run);
            if (!record)
                return record.error();
            const ExperimentInfo* experiment = experimentLookup(*plugins)(record->plugin, record->experiment);
            return defaultReport(*store, run, experiment ? experiment->report : nlohmann::json(), length);
        },
        [this](Result<ReportDocument> proposed) {
            if (!proposed)
                return m_workbench.fail(toQString(proposed.error().message));
            edit(tr("Start report again"),
                 [&](ReportDocument& document) { document.blocks = std::move(proposed->blocks); });
        });
}

} // namespace vitrine
