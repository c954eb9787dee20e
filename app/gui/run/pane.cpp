#include "app/gui/run/pane.h"

#include "app/gui/run/pane_menu.h"
#include "app/gui/run/provenance_dialog.h"
#include "app/gui/shell/project_edits.h"
#include "app/gui/workbench.h"
#include "core/report/block_axes.h"
#include "core/values/text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/pane_frame.h"

#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine {

namespace {

/// Whether anything may come for this output while the run goes on.
bool isExpected(const OutputDescription& output, const RunData& data) {
    if (output.when.empty())
        return true;
    const auto holds = evaluateCondition(output.when, data.run.parameters);
    return !holds || *holds;
}

} // namespace

Pane::Pane(Workbench& workbench, const PaneSpec& spec, const ExperimentInfo* experiment, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_spec(spec), m_frame(new PaneFrame(spec.title, this)),
      m_stack(new QStackedWidget), m_empty(new EmptyState(QStringLiteral("curve"), {})) {
    if (const OutputDescription* output = experiment ? experiment->output(spec.outputId) : nullptr)
        m_output = *output;
    m_stack->addWidget(m_empty);
    m_frame->setContent(m_stack);
    m_frame->setTitleHint(toQString(m_output.definition));
    m_frame->setAddVisible(true);
    m_frame->addButton()->setAccessibleName(tr("Add %1 to the report").arg(spec.title));
    m_frame->menuButton()->setAccessibleName(tr("Menu of %1").arg(spec.title));
    m_frame->setMenuFactory([this](QMenu* menu) { fillPaneMenu(*this, m_workbench, menu); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_frame);
    connect(m_frame, &PaneFrame::addToReport, this, [this] { m_workbench.addToReport(reportBlock()); });
    connect(m_frame, &PaneFrame::maximizeToggled, this, &Pane::maximizeToggled);
}

QSize Pane::minimumSizeHint() const {
    return {metrics::kPaneMinimumWidth, metrics::kPaneMinimumHeight};
}

void Pane::makeView() {
    ViewRegistry& views = m_workbench.views();
    if (m_spec.viewId != "generic")
        m_view = views.createView(m_spec.viewId, m_stack);
    if (!m_view)
        m_view = views.createGenericView(m_output, m_stack);
    m_stack->addWidget(m_view);
    connect(m_view, &ResultView::subtitleChanged, this, &Pane::showSubtitle);
    connect(m_view, &ResultView::experimentRequested, this, [this](const QString& id, const nlohmann::json& values) {
        if (m_data)
            createFollowUp(m_workbench, m_data->run, toStd(id), values);
    });
    if (m_selection)
        m_view->setSelection(m_selection);
    Q_EMIT viewMade();
}

void Pane::setRunData(const std::shared_ptr<const RunData>& runData) {
    m_data = runData;
    if (const auto found = runData->descriptions.find(m_spec.outputId); found != runData->descriptions.end())
        m_output = found->second;
    const bool has = m_spec.outputId.empty() || runData->outputs.contains(m_spec.outputId);
    if (has && !m_view)
        makeView();
    if (m_view)
        m_view->setRunData(runData);
    showState();
}

void Pane::setSelection(Selection* selection) {
    m_selection = selection;
    if (m_view)
        m_view->setSelection(selection);
}

void Pane::showState() {
    const bool has = m_view && (m_spec.outputId.empty() || m_data->outputs.contains(m_spec.outputId));
    if (has) {
        m_stack->setCurrentWidget(m_view);
    } else {
        m_empty->setSentence(emptyText());
        m_stack->setCurrentWidget(m_empty);
    }
    if (const auto shown = m_data->descriptions.find(shownOutput()); shown != m_data->descriptions.end())
        m_frame->setTitleHint(toQString(shown->second.definition)); // a pane of no certain output says what it shows
    m_frame->setAddVisible(!shownOutput().empty());
    m_frame->addButton()->setEnabled(has && canReport());
    m_frame->menuButton()->setEnabled(has);
    showSubtitle();
}

QString Pane::emptyText() const {
    if (!m_data)
        return tr("Reading…");
    if (!isExpected(m_output, *m_data))
        return tr("Not asked for in this run.");
    switch (m_data->run.state) {
    case RunState::queued: // as the record was when the page was opened
    case RunState::running: return tr("Comes while the run goes on or when it has finished.");
    case RunState::finished: return tr("This run left nothing here.");
    case RunState::failed: return tr("The run failed before it came to this.");
    case RunState::cancelled: return tr("The run was cancelled before it came to this.");
    case RunState::interrupted: return tr("The program ended before the run came to this.");
    }
    return {};
}

void Pane::showSubtitle() {
    const bool shown = m_view && m_stack->currentWidget() == m_view;
    m_frame->setTitle(shown && !m_view->title().isEmpty() ? m_view->title() : m_spec.title);
    m_frame->setSubtitle(shown ? m_view->subtitle() : QString());
}

std::string Pane::shownOutput() const {
    return m_view && !m_view->outputId().empty() ? m_view->outputId() : m_spec.outputId;
}

bool Pane::canReport() const {
    return m_view && m_data && m_data->outputs.contains(shownOutput());
}

ReportBlock Pane::reportBlock() const {
    ReportBlock block;
    const bool isFigure = m_view && m_view->figure().has_value();
    block.kind = isFigure ? BlockKind::figure : BlockKind::table;
    if (m_output.kind == ValueKind::scalars)
        block.kind = BlockKind::scalars;
    block.title = toStd(m_view && !m_view->title().isEmpty() ? m_view->title() : m_spec.title);
    block.id = shownOutput();
    block.run = m_data ? m_data->run.id : 0;
    block.outputId = shownOutput();
    if (m_view) {
        block.figureId = toStd(m_view->figureId());
        block.options = m_view->figureOptions();
        if (isFigure && m_view->chart())
            keepAxes(block, m_view->chart()->visibleChanges());
    }
    return block;
}

void Pane::addProvenance(QMenu* menu) {
    if (!m_data)
        return;
    const auto fingerprint = m_data->fingerprints.find(shownOutput());
    if (fingerprint == m_data->fingerprints.end())
        return;
    const auto description = m_data->descriptions.find(shownOutput());
    const OutputDescription output = description == m_data->descriptions.end() ? m_output : description->second;
    menu->addAction(icon(QStringLiteral("info")), tr("Show provenance"), this,
                    [this, output, print = fingerprint->second] {
                        auto* dialog = new ProvenanceDialog(output, print, this);
                        dialog->setAttribute(Qt::WA_DeleteOnClose);
                        dialog->open();
                    });
}

} // namespace vitrine
