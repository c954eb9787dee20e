#include "app/gui/compare/compare_curves.h"

#include "app/gui/run/axes_memory.h"
#include "app/gui/run/figure_actions.h"
#include "app/gui/workbench.h"
#include "core/compare/compare_figure.h"
#include "core/report/block_axes.h"
#include "core/values/text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/pane_frame.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine {

CompareCurves::CompareCurves(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_frame(new PaneFrame(tr("Curves"), this)), m_choice(new QComboBox),
      m_stack(new QStackedWidget), m_chart(new ChartView),
      m_empty(new EmptyState(QStringLiteral("curve"), tr("No two of these runs have a curve in common."))),
      m_axes(new AxesMemory(workbench, QStringLiteral("compare"), this)) {
    m_axes->watch(QStringLiteral("curves"), m_chart);
    m_choice->setAccessibleName(tr("Curve that is compared"));
    m_choice->setToolTip(tr("Curve that is compared"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_frame->addTitleWidget(m_choice);
    m_chart->setAccessibleName(tr("Curves"));
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_empty);
    m_frame->setContent(m_stack);
    m_frame->setAddVisible(true);
    m_frame->setMenuFactory([this](QMenu* menu) { fillMenu(menu); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_frame);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &CompareCurves::showLine);
    connect(m_frame, &PaneFrame::addToReport, this, [this] {
        if (line())
            m_workbench.addToReport(reportBlock());
    });
}

void CompareCurves::setSelection(Selection* selection) {
    m_chart->setSelection(selection);
}

const SharedLine* CompareCurves::line() const {
    const int index = m_choice->currentIndex();
    return m_comparison && index >= 0 && index < static_cast<int>(m_comparison->lines.size())
               ? &m_comparison->lines[static_cast<std::size_t>(index)]
               : nullptr;
}

void CompareCurves::setComparison(std::shared_ptr<const Comparison> comparison) {
    const SharedLine* before = line();
    const std::optional<SharedLine> chosen = before ? std::optional(*before) : std::nullopt;
    m_comparison = std::move(comparison);
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const SharedLine& shared : m_comparison->lines) {
            m_choice->addItem(toQString(shared.title));
            if (chosen && shared == *chosen)
                m_choice->setCurrentIndex(m_choice->count() - 1);
        }
    }
    showLine();
}

void CompareCurves::showLine() {
    const SharedLine* shared = line();
    m_choice->setVisible(m_choice->count() > 0);
    auto figure = shared ? overlaidFigure(m_comparison->runs, *shared) : std::nullopt;
    const bool has = figure && figure->marks.size() > 1;
    m_frame->addButton()->setEnabled(has && !m_workbench.isReadOnly());
    m_frame->menuButton()->setEnabled(has);
    m_frame->setTitleHint(has ? toQString(figure->definition) : QString());
    m_frame->setSubtitle(has ? tr("%1 of %2 runs").arg(figure->marks.size()).arg(m_comparison->runs.size())
                             : QString());
    if (has)
        m_chart->setSpec(std::move(*figure));
    m_stack->setCurrentWidget(has ? static_cast<QWidget*>(m_chart) : m_empty);
}

ReportBlock CompareCurves::reportBlock() const {
    ReportBlock block;
    const SharedLine* shared = line();
    if (!shared)
        return block;
    nlohmann::json runs = nlohmann::json::array();
    for (const ComparedRun& run : m_comparison->runs)
        runs.push_back(run.record.id);
    block.kind = BlockKind::figure;
    block.title = shared->title;
    block.id = shared->outputId;
    block.run = m_comparison->runs[m_comparison->reference].record.id;
    block.outputId = shared->outputId;
    block.figureId = kOverlayFigureId;
    block.options = {{"runs", runs}, {"line", shared->lineId}};
    keepAxes(block, m_chart->visibleChanges());
    return block;
}

void CompareCurves::fillMenu(QMenu* menu) {
    const SharedLine* shared = line();
    if (!shared)
        return;
    MenuFigure figure;
    figure.parent = this;
    figure.title = toQString(shared->title);
    figure.chart = m_chart;
    figure.figure = [this] { return std::optional(m_chart->visibleSpec()); };
    figure.csv = [this] { return csvMakerOf(m_chart->spec()); };
    addFigureActions(menu, m_workbench, figure);
    if (!m_workbench.isReadOnly())
        menu->addAction(icon(QStringLiteral("report")), tr("Add to report"), this,
                        [this] { m_workbench.addToReport(reportBlock()); });
}

} // namespace vitrine
