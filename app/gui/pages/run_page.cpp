#include "app/gui/pages/run_page.h"

#include "app/gui/experiment/experiment_panel.h"
#include "app/gui/experiment/experiment_session.h"
#include "app/gui/run/axes_memory.h"
#include "app/gui/run/key_inspector.h"
#include "app/gui/run/key_label.h"
#include "app/gui/run/pane.h"
#include "app/gui/run/pane_grid.h"
#include "app/gui/run/run_cards.h"
#include "app/gui/run/run_data_source.h"
#include "app/gui/run/run_header.h"
#include "app/gui/run/run_log_view.h"
#include "app/gui/run/run_parameters_view.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/metrics.h"

#include <QFrame>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace vitrine {

namespace {

const ExperimentInfo* infoOf(Workbench& workbench, const RunRecord& run) {
    const PluginInfo* plugin = workbench.plugins()->info(run.plugin);
    return plugin ? plugin->experiment(run.experiment) : nullptr;
}

QString capitalised(const QString& word) {
    return word.isEmpty() ? word : word.at(0).toUpper() + word.mid(1);
}

} // namespace

RunPage::RunPage(Workbench& workbench, RunId run, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_run(run), m_source(new RunDataSource(workbench, run, this)),
      m_selection(new Selection(this)), m_axes(new AxesMemory(workbench, QStringLiteral("run:%1").arg(run), this)),
      m_session(new ExperimentSession(workbench, this)),
      m_panel(new ExperimentPanel(m_session, tr("Run again"), this)) {
    m_panel->hide();
    build();
    connect(m_source, &RunDataSource::dataChanged, this, &RunPage::takeData);
    connect(m_source, &RunDataSource::statusChanged, this, &RunPage::showStatus);
    connect(m_selection, &Selection::changed, this, &RunPage::announceSelection);
    connect(m_session, &ExperimentSession::stateChanged, this, &Page::actionsChanged);
    connect(m_panel, &ExperimentPanel::hintChanged, this, &Page::inspectorChanged);
    connect(m_panel, &ExperimentPanel::runRequested, this, &RunPage::run);
    connect(&m_workbench, &Workbench::contentsChanged, this, &RunPage::showFacts);
}

void RunPage::build() {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_header = new RunHeader(this);
    m_cards = new RunCards(this);
    m_cards->hide();
    m_error = new ErrorPanel(this);
    m_error->hide();
    m_pages = new QStackedWidget(this);
    m_parameters = new RunParametersView(m_pages);
    m_log = new RunLogView(m_pages);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, metrics::kSpace);
    top->setSpacing(metrics::kSpace);
    top->addWidget(m_cards);
    top->addWidget(m_error);
    auto* line = new QFrame(this);
    line->setFixedHeight(1);
    line->setBackgroundRole(QPalette::Mid);
    line->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addLayout(top);
    layout->addWidget(line);
    layout->addWidget(m_pages, 1);
    connect(m_header, &RunHeader::pageChosen, this, &RunPage::showPage);
    connect(m_header, &RunHeader::addToReport, this, &RunPage::report);
    connect(m_error->addAction(tr("Show the log")), &QPushButton::clicked, this,
            [this] { showPage(m_pages->count() - 1); });
}

QString RunPage::pageId() const {
    return QStringLiteral("run:%1").arg(m_run);
}

QString RunPage::title() const {
    if (const RunRecord* record = m_workbench.contents().run(m_run))
        return toQString(record->title);
    return m_source->data() ? toQString(m_source->data()->run.title) : tr("Run %1").arg(m_run);
}

QString RunPage::iconName() const {
    return runStateIcon(m_source->status().state);
}

QList<Page::InspectorPart> RunPage::inspectorParts() const {
    QList<InspectorPart> parts{{tr("Parameters"), m_panel, m_panel->hint()}};
    if (m_inspector)
        parts.append({tr("Selection"), m_inspector, capitalised(m_selection->currentKind())});
    return parts;
}

QString RunPage::statusText() const {
    const QString kind = m_selection->currentKind();
    const QStringList keys = m_selection->keys(kind);
    if (keys.isEmpty())
        return {};
    const PaneGrid* grid = m_grids.value(m_pages->currentIndex());
    const auto panes = grid ? grid->panes().size() : 0;
    const QString what =
        keys.size() == 1
            ? tr("%1 %2").arg(kind, m_source->data() ? keyLabel(*m_source->data(), kind, keys.first()) : keys.first())
            : tr("%1 × %2").arg(keys.size()).arg(kind);
    return panes > 1 ? tr("Selection: %1, %2 panes linked").arg(what).arg(panes) : tr("Selection: %1").arg(what);
}

bool RunPage::canRun() const {
    return m_session->obstacle().isEmpty() && !canCancel();
}

QString RunPage::runHint() const {
    return canCancel() ? tr("This run is still going on.") : m_session->obstacle();
}

void RunPage::run() {
    if (!m_session->obstacle().isEmpty()) {
        m_panel->showProblem();
        return;
    }
    m_session->startAndShow();
}

bool RunPage::canCancel() const {
    const JobStatus status = m_source->status();
    return m_source->job() && !isEnded(status.state) && !status.cancelRequested;
}

void RunPage::cancel() {
    if (const auto job = m_source->job())
        job->cancel();
    showStatus();
}

bool RunPage::canReport() const {
    return m_source->data() && isEnded(m_source->data()->run.state) && !m_workbench.isReadOnly();
}

void RunPage::report() {
    if (canReport())
        m_workbench.reportOfRun(m_run);
}

QList<PaneGrid*> RunPage::grids() const {
    return m_grids.values();
}

void RunPage::takeData() {
    if (!m_source->problem().isEmpty()) {
        m_error->setMessage(tr("Not everything of this run could be read"), m_source->problem());
        m_error->show();
    }
    const auto runData = m_source->data();
    if (!runData)
        return;
    if (!m_made)
        makePages();
    if (PaneGrid* grid = m_grids.value(m_pages->currentIndex()))
        grid->setRunData(runData);
    if (m_inspector)
        m_inspector->setRunData(runData);
    m_parameters->show(runData->run, infoOf(m_workbench, runData->run));
    showStatus();
}

void RunPage::makePages() {
    m_made = true;
    const RunRecord& run = m_source->data()->run;
    const ExperimentInfo* info = infoOf(m_workbench, run);
    ExperimentInfo stored; // a run whose system is not installed shows by what its artifacts say of themselves
    if (!info) {
        stored.id = run.experiment;
        for (const auto& [id, output] : m_source->data()->descriptions)
            stored.outputs.push_back(output);
    }
    m_layout = m_workbench.views().pageLayout(run.plugin, info ? *info : stored);
    QStringList names;
    for (const RunPageLayout::Page& page : m_layout.pages) {
        names.append(page.title);
        m_pages->addWidget(new QWidget(m_pages)); // replaced by its panes when it is first shown
    }
    names << tr("Parameters") << tr("Log");
    m_pages->addWidget(m_parameters);
    m_pages->addWidget(m_log);
    m_header->setPages(names);
    m_inspector = m_workbench.views().createInspector(run.plugin, run.experiment, this);
    if (!m_inspector)
        m_inspector = new KeyInspector(this);
    m_inspector->hide();
    m_inspector->setSelection(m_selection);
    showRunAgain();
    showPage(0);
    Q_EMIT inspectorChanged();
}

PaneGrid* RunPage::gridOf(int page) {
    if (page < 0 || page >= static_cast<int>(m_layout.pages.size()))
        return nullptr;
    PaneGrid*& grid = m_grids[page];
    if (!grid) {
        const auto& panes = m_layout.pages[static_cast<std::size_t>(page)].panes;
        grid = new PaneGrid(m_workbench, panes, infoOf(m_workbench, m_source->data()->run), m_pages);
        grid->setSelection(m_selection);
        connect(grid, &PaneGrid::viewMade, this, [this](const Pane* pane) {
            if (ChartView* chart = pane->view()->chart())
                m_axes->watch(toQString(pane->spec().viewId + '/' + pane->spec().outputId), chart);
        });
        QWidget* stand = m_pages->widget(page);
        m_pages->insertWidget(page, grid);
        m_pages->removeWidget(stand);
        stand->deleteLater();
    }
    return grid;
}

void RunPage::showPage(int index) {
    if (!m_made)
        return;
    if (PaneGrid* grid = gridOf(index))
        grid->setRunData(m_source->data());
    m_pages->setCurrentIndex(index);
    m_header->setCurrentPage(index);
    if (m_pages->currentWidget() == m_log)
        m_log->show(m_workbench.store(), m_run);
    Q_EMIT statusChanged();
}

int RunPage::pageCount() const {
    return m_pages->count();
}

void RunPage::showRunAgain() {
    const RunRecord& run = m_source->data()->run;
    ExperimentRecord record;
    record.title = run.title;
    record.plugin = run.plugin;
    record.experiment = run.experiment;
    record.parameters = run.parameters;
    record.inputs = run.inputs;
    record.seed = run.seed;
    m_session->setRecord(record);
}

void RunPage::showStatus() {
    const JobStatus status = m_source->status();
    bool partial = false;
    for (const ArtifactBrief& artifact : m_workbench.contents().artifacts)
        partial = partial || (artifact.run == m_run && artifact.partial);
    m_header->setStatus(status, partial);
    if (m_source->data())
        m_cards->setTexts(runCards(*m_source->data(), status, RunCards::kMostCards));
    if (status.state == RunState::failed || status.state == RunState::interrupted) {
        const bool failed = status.state == RunState::failed;
        const QString what = failed ? tr("The run failed") : tr("The program ended while this run was going on");
        const QString kept = tr("What it had stored is shown below.");
        m_error->setMessage(what, status.message.empty() ? kept : toQString(status.message));
        m_error->show();
    }
    if (m_pages->currentWidget() == m_log)
        m_log->show(m_workbench.store(), m_run);
    showFacts();
    Q_EMIT actionsChanged();
}

void RunPage::showFacts() {
    m_header->setTitle(title());
    const auto stale = m_workbench.contents().stale.find(m_run);
    m_header->setStale(stale == m_workbench.contents().stale.end() ? QString() : toQString(stale->second));
    const auto runData = m_source->data();
    if (!runData)
        return;
    QStringList facts{tr("Run %1").arg(m_run)};
    for (const InputReference& input : runData->run.inputs)
        facts.append(toQString(input.title));
    const JobStatus status = m_source->status();
    if (!isEnded(status.state) && !status.stage.empty())
        facts.append(toQString(status.stage));
    else if (isEnded(status.state) && runData->run.seconds > 0.0)
        facts.append(tr("%1 s").arg(QLocale().toString(runData->run.seconds, 'f', 1)));
    m_header->setFacts(facts.join(QStringLiteral(", ")));
    Q_EMIT titleChanged();
}

void RunPage::announceSelection(const QString& kind) {
    Q_EMIT statusChanged();
    Q_EMIT inspectorChanged();
    Q_EMIT inspectorWanted(m_selection->keys(kind).isEmpty() ? 0 : 1);
}

} // namespace vitrine
