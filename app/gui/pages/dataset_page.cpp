#include "app/gui/pages/dataset_page.h"

#include "app/gui/data/growing_files.h"
#include "app/gui/data/source_actions.h"
#include "app/gui/data/source_bar.h"
#include "app/gui/data/source_watch.h"
#include "app/gui/run/axes_memory.h"
#include "app/gui/run/figure_actions.h"
#include "core/report/report_document.h"
#include "core/values/text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/dataset_view.h"
#include "widgets/data/display_number.h"
#include "widgets/data/graph_inspector.h"
#include "widgets/graph/graph_view.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace vitrine {
namespace {

enum StackPage { kBusy, kFailed, kContent };
constexpr int kTickMs = 100;
constexpr qsizetype kColumnsNamed = 12;

} // namespace

DatasetPage::DatasetPage(Workbench& workbench, DatasetId id, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_id(id), m_stack(new QStackedWidget), m_view(new DatasetView),
      m_error(new ErrorPanel), m_inspector(new GraphInspector(this)), m_export(new DataExport(workbench, this)),
      m_source(new SourceBar(workbench)),
      m_busy(new TextLabel(tr("Opening the data set …"), TextSize::body, TextTone::muted)), m_ticks(new QTimer(this)) {
    m_inspector->hide();
    m_busy->setAlignment(Qt::AlignCenter);
    m_ticks->setInterval(kTickMs);
    connect(m_ticks, &QTimer::timeout, this, &DatasetPage::showProgress);
    auto* failed = new QWidget;
    auto* failedLayout = new QVBoxLayout(failed);
    failedLayout->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, 0);
    failedLayout->addWidget(m_error);
    failedLayout->addStretch();
    m_stack->addWidget(m_busy);
    m_stack->addWidget(failed);
    m_stack->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_source);
    layout->addWidget(m_stack, 1);
    makeSourceMenu();
    connect(m_source, &SourceBar::locateWanted, m_locate, &QAction::trigger);
    connect(m_source, &SourceBar::readWanted, m_readAgain, &QAction::trigger);
    connect(m_source, &SourceBar::stopWanted, this, [this] { m_workbench.growing().stop(m_id); });
    connect(&m_workbench.growing(), &GrowingFiles::changed, this, [this](qint64 dataset) {
        if (dataset == m_id)
            showSource();
    });
    m_inspector->setSelection(m_view->selection());
    connect(m_view, &DatasetView::ledgerReportWanted, this, &DatasetPage::report);
    connect(m_view, &DatasetView::figureReportWanted, this,
            [this](const ReportBlock& block) { m_workbench.addToReport(block); });
    connect(m_view, &DatasetView::figureMenuWanted, this, [this](QMenu* menu, ChartView* chart, const QString& title) {
        MenuFigure figure;
        figure.parent = this;
        figure.title = title;
        figure.chart = chart;
        figure.figure = [chart] { return std::optional(chart->visibleSpec()); };
        figure.csv = [chart] { return csvMakerOf(chart->spec()); };
        addFigureActions(menu, m_workbench, figure);
    });
    auto* axes = new AxesMemory(m_workbench, pageId(), this);
    axes->watch(QStringLiteral("distribution"), m_view->distribution());
    axes->watch(QStringLiteral("labels"), m_view->labelsChart());
    connect(m_view, &DatasetView::exportWanted, m_export, &DataExport::ask);
    connect(m_export, &DataExport::changed, this, [this] {
        m_view->setExportable(m_export->canExport());
        Q_EMIT actionsChanged();
    });
    connect(m_view->selection(), &Selection::changed, this, &DatasetPage::statusChanged);
    connect(m_view->graphView(), &GraphView::elementChosen, m_inspector, [this](GraphElement element) {
        if (!element.isEdge())
            m_inspector->showNode(element.index);
    });
    connect(m_inspector, &GraphInspector::experimentWanted, this, [this] { m_workbench.requestExperiment(m_id); });
    connect(&m_workbench, &Workbench::contentsChanged, this, &DatasetPage::followProject);
    fetch();
}

void DatasetPage::makeSourceMenu() {
    auto* button = new QPushButton(tr("Source"));
    button->setToolTip(tr("The file that the data set was read from"));
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    m_locate = menu->addAction(tr("Locate source…"), this, [this] { locateSource(m_workbench, m_id, this); });
    m_locate->setToolTip(tr("Say where the file is now"));
    m_readAgain = menu->addAction(tr("Read again"), this, [this] {
        m_workbench.growing().forget(m_id);
        readSourceAgain(m_workbench, m_id);
    });
    m_readAgain->setToolTip(tr("Read the file as it is now; runs that used the former content keep it"));
    menu->addSeparator();
    m_follow = menu->addAction(tr("Follow the file"));
    m_follow->setCheckable(true);
    connect(m_follow, &QAction::triggered, this, [this](bool on) {
        if (on)
            m_workbench.growing().start(m_id);
        else
            m_workbench.growing().stop(m_id);
    });
    for (QAction* action : {m_locate, m_readAgain, m_follow})
        action->setEnabled(false); // until the data set is known
    button->setMenu(menu);
    m_view->addHeadWidget(button);
}

DatasetPage::~DatasetPage() {
    m_workbench.growing().disconnect(this);
    m_workbench.disconnect(this);
    m_workbench.growing().stop(m_id);
}

void DatasetPage::activated() {
    m_workbench.sources().lookAgain();
}

void DatasetPage::showSource() {
    const DatasetRecord* record = m_workbench.contents().dataset(m_id);
    if (!record)
        return;
    m_source->showSource(*record);
    const bool usable = !m_workbench.isReadOnly() && !record->source.path.empty();
    const SourceState state = m_workbench.contents().sourceState(m_id);
    m_locate->setEnabled(usable);
    m_readAgain->setEnabled(usable && state != SourceState::missing);
    const QString obstacle = m_workbench.growing().obstacle(*record);
    const bool isOn = m_workbench.growing().isOn(m_id);
    m_follow->setChecked(isOn);
    m_follow->setEnabled(isOn || (obstacle.isEmpty() && state != SourceState::missing));
    m_follow->setToolTip(
        obstacle.isEmpty() ? tr("Read new lines as they are written, until the page is closed or this is switched off")
                           : obstacle);
}

void DatasetPage::fetch() {
    const auto store = m_workbench.store();
    if (!store) {
        take(makeError(ErrorCode::notFound, "No project is open"));
        return;
    }
    if (const DatasetRecord* record = m_workbench.contents().dataset(m_id); record && record->source.linked)
        showBusy();
    m_task.start(
        [store, id = m_id, shown = m_progress](std::stop_token stop) -> Result<Fetched> {
            auto record = store->dataset(id);
            if (!record)
                return record.error();
            ReadContext context;
            context.stop = std::move(stop);
            if (shown)
                context.progress = [&shown](double fraction, const std::string&) {
                    shown->percent = static_cast<int>(100.0 * fraction);
                };
            auto value = store->datasetValue(id, context);
            if (!value)
                return value.error();
            return Fetched{std::move(*record), std::move(*value)};
        },
        [this](Result<Fetched> fetched) { take(std::move(fetched)); });
}

/// What the project itself knows of a linked data set stands there at once.
void DatasetPage::showBusy() {
    m_progress = std::make_shared<Progress>();
    if (m_record.id == 0)
        m_stack->setCurrentIndex(kBusy);
    showSource();
    showProgress();
    m_ticks->start();
}

void DatasetPage::showProgress() {
    const DatasetRecord* record = m_workbench.contents().dataset(m_id);
    if (!record || !m_progress)
        return;
    QStringList columns;
    const nlohmann::json& options = record->source.options;
    if (const auto roles = options.is_object() ? options.find("roles") : options.end();
        roles != options.end() && roles->is_object())
        for (const auto& role : roles->items())
            columns += toQString(role.key());
    QString text = tr("%1 · %2").arg(toQString(record->title), counted(record->records, tr("record"), tr("records")));
    if (const auto count = columns.size(); count > kColumnsNamed) {
        columns.resize(kColumnsNamed);
        columns += tr("%1 more").arg(displayCount(count - kColumnsNamed));
    }
    if (!columns.isEmpty())
        text += QLatin1Char('\n') + columns.join(QStringLiteral(", "));
    m_busy->setText(text + QLatin1Char('\n') +
                    tr("Linked, not copied. Reading %1 … %2 %")
                        .arg(toQString(record->source.fileName))
                        .arg(m_progress->percent.load()));
}

void DatasetPage::take(Result<Fetched> fetched) {
    m_ticks->stop();
    m_failedPath.clear();
    if (!fetched) {
        if (const DatasetRecord* record = m_workbench.contents().dataset(m_id))
            m_failedPath = record->source.path;
        showSource();
        m_error->setMessage(tr("This data set cannot be shown"), toQString(fetched.error().message));
        m_stack->setCurrentIndex(kFailed);
        return;
    }
    m_record = fetched->record;
    m_view->setDataset(m_record, fetched->value);
    m_inspector->setGraphs(valueAs<GraphSet>(fetched->value), toQString(m_record.title));
    m_export->setValue(fetched->value, toQString(m_record.title));
    m_stack->setCurrentIndex(kContent);
    showSource();
    Q_EMIT titleChanged();
    Q_EMIT inspectorChanged();
    Q_EMIT actionsChanged();
}

void DatasetPage::followProject() {
    const DatasetRecord* record = m_workbench.contents().dataset(m_id);
    if (!record)
        return;
    if (!m_failedPath.empty() && (record->source.path != m_failedPath))
        fetch(); // located
    showSource();
    if (m_record.id == 0)
        return;
    if (record->contentHash != m_record.contentHash || record->source.fileSha256 != m_record.source.fileSha256)
        fetch(); // read again, or an undo of that
    if (record->title == m_record.title)
        return;
    m_record.title = record->title;
    m_export->setTitle(toQString(record->title));
    Q_EMIT titleChanged();
}

QString DatasetPage::title() const {
    return m_record.id == 0 ? tr("Data set") : toQString(m_record.title);
}

QString DatasetPage::iconName() const {
    if (m_record.kind != ValueKind::graphSet)
        return QStringLiteral("table");
    return m_record.molecular ? QStringLiteral("mol") : QStringLiteral("graph");
}

Selection* DatasetPage::selection() const {
    return m_view->selection();
}

QList<Page::InspectorPart> DatasetPage::inspectorParts() const {
    if (m_record.kind != ValueKind::graphSet)
        return {};
    return {{tr("Selection"), m_inspector, {}}};
}

QString DatasetPage::statusText() const {
    const auto count = m_view->selection()->keys(QStringLiteral("graph")).size();
    if (count == 0)
        return {};
    return tr("%1: %2 selected")
        .arg(title(), m_record.molecular ? counted(count, tr("molecule"), tr("molecules"))
                                         : counted(count, tr("record"), tr("records")));
}

void DatasetPage::report() {
    ReportBlock block;
    block.kind = BlockKind::ledger;
    block.title = toStd(tr("Import of %1").arg(title()));
    block.dataset = m_id;
    m_workbench.addToReport(block);
}

} // namespace vitrine
