#include "app/gui/pages/compare_page.h"

#include "app/gui/compare/compare_curves.h"
#include "app/gui/compare/compare_rows.h"
#include "app/gui/compare/compare_table.h"
#include "app/gui/compare/run_chooser.h"
#include "app/gui/run/figure_actions.h"
#include "app/gui/workbench.h"
#include "core/compare/compare_tables.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/selection.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/pane_frame.h"
#include "widgets/style/text_label.h"

#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kReferenceWidth = 168;
constexpr int kTablesShare = 55;
constexpr int kFactsShare = 36;
constexpr int kWhole = 100;

QSplitter* splitter(Qt::Orientation orientation) {
    auto* made = new QSplitter(orientation);
    made->setChildrenCollapsible(false);
    made->setHandleWidth(metrics::kSplitterHandle);
    return made;
}

void split(QSplitter* parts, int firstShare) {
    constexpr int kUnit = 10; // splitters scale the sizes to what there is
    parts->setSizes({firstShare * kUnit, (kWhole - firstShare) * kUnit});
    parts->setStretchFactor(0, firstShare);
    parts->setStretchFactor(1, kWhole - firstShare);
}

} // namespace

ComparePage::ComparePage(Workbench& workbench, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_selection(new Selection(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_error = new ErrorPanel(this);
    m_error->hide();
    m_chooser = new RunChooser(workbench);
    m_busy = new EmptyState(QStringLiteral("compare"), tr("Reading the runs…"));
    m_content = buildContent();
    m_stack = new QStackedWidget(this);
    for (QWidget* page : {static_cast<QWidget*>(m_chooser), m_busy, m_content})
        m_stack->addWidget(page);
    auto* line = new QFrame(this);
    line->setFixedHeight(1);
    line->setBackgroundRole(QPalette::Mid);
    line->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHeader());
    layout->addWidget(m_error);
    layout->addWidget(line);
    layout->addWidget(m_stack, 1);
    connect(m_chooser, &RunChooser::compareWanted, this, [this] { setRuns(m_chooser->chosen()); });
    connect(m_selection, &Selection::changed, this, &Page::statusChanged);
    connect(&m_workbench, &Workbench::contentsChanged, this, &ComparePage::contentsChanged);
    choose();
}

QWidget* ComparePage::buildHeader() {
    auto* header = new QWidget(this);
    header->setFixedHeight(metrics::kPageHeaderHeight);
    auto* title = new TextLabel(tr("Comparison"), TextSize::title, TextTone::text, header);
    title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_line = new TextLabel({}, TextSize::small, TextTone::muted, header);
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_referenceLabel = new TextLabel(tr("Reference"), TextSize::body, TextTone::text2, header);
    m_reference = new QComboBox(header);
    m_reference->setAccessibleName(tr("Reference"));
    m_reference->setToolTip(tr("Run that the others are compared to"));
    m_reference->setFixedWidth(kReferenceWidth);
    m_choose = new QPushButton(tr("Choose runs…"), header);
    m_choose->setToolTip(tr("Compare other runs"));
    m_export = new QPushButton(icon(QStringLiteral("export")), tr("Export…"), header);
    m_export->setToolTip(tr("Numbers, differences, tests and settings as one CSV table"));
    m_report = new QPushButton(icon(QStringLiteral("report")), tr("Report"), header);
    m_report->setToolTip(tr("A report of what differs, the numbers with their tests, and the curves"));
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(title);
    layout->addWidget(m_line, 1);
    for (QWidget* part :
         {static_cast<QWidget*>(m_referenceLabel), static_cast<QWidget*>(m_reference), static_cast<QWidget*>(m_choose),
          static_cast<QWidget*>(m_export), static_cast<QWidget*>(m_report)})
        layout->addWidget(part);
    connect(m_reference, &QComboBox::activated, this, [this](int index) {
        m_referenceRun = m_reference->itemData(index).toLongLong();
        load();
    });
    connect(m_choose, &QPushButton::clicked, this, &ComparePage::choose);
    connect(m_export, &QPushButton::clicked, this, [this] {
        if (m_comparison)
            saveCsvAs(
                this, m_workbench, [shown = m_comparison] { return shown->csv(); }, tr("comparison"));
    });
    connect(m_report, &QPushButton::clicked, this, &ComparePage::makeReport);
    return header;
}

void ComparePage::makeReport() {
    if (const auto comparison = m_comparison)
        m_workbench.openNewReport([comparison](ProjectStore&) -> Result<ReportDocument> {
            return comparisonReport(comparison->runs, comparison->reference);
        });
}

QWidget* ComparePage::buildContent() {
    m_facts = new CompareTable(tr("What differs"));
    m_metrics = new CompareTable(tr("Metrics"));
    m_factsFrame = new PaneFrame(tr("What differs"));
    m_factsFrame->setContent(m_facts);
    m_metricsFrame = new PaneFrame(tr("Metrics"));
    m_metricsFrame->setContent(m_metrics);
    m_curves = new CompareCurves(m_workbench);
    auto* tables = splitter(Qt::Horizontal);
    tables->addWidget(m_factsFrame);
    tables->addWidget(m_metricsFrame);
    split(tables, kFactsShare);
    auto* rows = splitter(Qt::Vertical);
    rows->addWidget(tables);
    rows->addWidget(m_curves);
    split(rows, kTablesShare);
    for (CompareTable* table : {m_facts, m_metrics}) {
        table->setSelection(m_selection);
        connect(table, &CompareTable::runActivated, this,
                [this](qint64 run) { m_workbench.requestOpen(QStringLiteral("run:%1").arg(run)); });
    }
    m_curves->setSelection(m_selection);
    return rows;
}

QString ComparePage::statusText() const {
    const QStringList keys = m_selection->keys(QStringLiteral("run"));
    if (keys.isEmpty() || m_stack->currentWidget() != m_content)
        return {};
    return keys.size() == 1 ? tr("Selection: run %1, 3 panes linked").arg(keys.first())
                            : tr("Selection: %1 runs, 3 panes linked").arg(keys.size());
}

void ComparePage::setRuns(const std::vector<RunId>& runs) {
    m_runs.clear();
    for (const RunId id : runs)
        if (m_workbench.contents().run(id))
            m_runs.push_back(id);
    std::ranges::sort(m_runs);
    m_chooser->setChosen(m_runs);
    if (m_runs.size() < 2)
        choose();
    else
        load();
}

void ComparePage::choose() {
    m_task.cancel();
    m_stack->setCurrentWidget(m_chooser);
    showHeader();
}

void ComparePage::load() {
    const auto store = m_workbench.store();
    if (!store)
        return;
    m_states.clear();
    for (const RunId id : m_runs)
        if (const RunRecord* record = m_workbench.contents().run(id))
            m_states[id] = record->state;
    m_stale = m_workbench.contents().stale;
    if (m_stack->currentWidget() != m_content)
        m_stack->setCurrentWidget(m_busy);
    showHeader();
    const auto plugins = m_workbench.plugins();
    m_task.start([store, plugins, runs = m_runs, reference = m_referenceRun](
                     const std::stop_token& stop) { return makeComparison(*store, *plugins, runs, reference, stop); },
                 [this](std::shared_ptr<const Comparison> comparison) { take(std::move(comparison)); });
}

void ComparePage::take(std::shared_ptr<const Comparison> comparison) {
    m_error->setVisible(!comparison->problem.isEmpty());
    if (!comparison->problem.isEmpty())
        m_error->setMessage(tr("Not every run could be read"), comparison->problem);
    if (comparison->runs.size() < 2)
        return choose();
    auto marked = std::make_shared<Comparison>(*comparison);
    marked->stale = m_stale;
    m_comparison = std::move(marked);
    m_referenceRun = m_comparison->runs[m_comparison->reference].record.id;
    const std::size_t facts = m_comparison->facts.size();
    m_facts->setRows(compareHeads(*m_comparison), factRows(*m_comparison));
    m_metrics->setRows(compareHeads(*m_comparison), metricRows(*m_comparison));
    m_curves->setComparison(m_comparison);
    m_factsFrame->setSubtitle(facts == 0 ? tr("nothing: data, parameters, seed and version are the same")
                                         : tr("%1, everything else is the same").arg(facts));
    m_metricsFrame->setSubtitle(pairingNote(*m_comparison));
    m_stack->setCurrentWidget(m_content);
    showHeader();
    Q_EMIT statusChanged();
}

void ComparePage::showHeader() {
    const bool isChoosing = m_stack->currentWidget() == m_chooser;
    for (QWidget* part :
         {static_cast<QWidget*>(m_referenceLabel), static_cast<QWidget*>(m_reference), static_cast<QWidget*>(m_choose),
          static_cast<QWidget*>(m_export), static_cast<QWidget*>(m_report)})
        part->setVisible(!isChoosing);
    m_export->setEnabled(m_stack->currentWidget() == m_content);
    m_report->setEnabled(m_export->isEnabled() && !m_workbench.isReadOnly());
    m_line->setText(isChoosing ? QString() : tr("%1 runs").arg(m_runs.size()));
    const QSignalBlocker blocker(m_reference);
    m_reference->clear();
    for (const RunId id : m_runs) {
        const RunRecord* record = m_workbench.contents().run(id);
        m_reference->addItem(record ? tr("%1  %2").arg(id).arg(toQString(record->title)) : tr("Run %1").arg(id),
                             QVariant::fromValue<qint64>(id));
        if (id == m_referenceRun)
            m_reference->setCurrentIndex(m_reference->count() - 1);
    }
}

void ComparePage::contentsChanged() {
    if (m_stack->currentWidget() == m_chooser)
        return;
    std::vector<RunId> left;
    bool isOther = m_stale != m_workbench.contents().stale;
    for (const RunId id : m_runs)
        if (const RunRecord* record = m_workbench.contents().run(id)) {
            left.push_back(id);
            const auto known = m_states.find(id);
            isOther = isOther || known == m_states.end() || known->second != record->state;
        }
    if (left.size() != m_runs.size() || isOther)
        setRuns(left);
    else
        showHeader(); // a title may be another
}

} // namespace vitrine
