// How the parts of a dataset view are put together.
#include "core/base/file_write.h"
#include "core/report/block_axes.h"
#include "core/values/text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/column_summary_model.h"
#include "widgets/data/dataset_figure.h"
#include "widgets/data/dataset_view.h"
#include "widgets/data/display_number.h"
#include "widgets/data/ledger_model.h"
#include "widgets/graph/graph_view.h"
#include "widgets/last_folder.h"
#include "widgets/models/number_delegate.h"
#include "widgets/models/row_selection.h"
#include "widgets/models/selected_keys.h"
#include "widgets/models/table_model.h"
#include "widgets/molecule/graph_gallery.h"
#include "widgets/style/badge.h"
#include "widgets/style/card.h"
#include "widgets/style/metrics.h"
#include "widgets/style/pane_frame.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace vitrine {
namespace {

constexpr int kCards = 5;
constexpr int kLeftWidth = 304;
constexpr int kLedgerHeight = 177;
constexpr int kFilterDelayMs = 150;
constexpr int kNumberWidth = 68;
constexpr int kNameWidth = 168;
constexpr int kDistributionWidth = 96;
constexpr int kNarrowest = 64;
constexpr int kWidest = 216;
constexpr int kSizedRows = 20; // rows looked at for the width of columns

QTableView* plainTable(QAbstractItemModel* model, const QString& name, int rowHeight) {
    auto* table = new QTableView;
    table->setModel(model);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(rowHeight);
    table->horizontalHeader()->setHighlightSections(false);
    table->setAccessibleName(name);
    return table;
}

void showFailure(QWidget* parent, const QString& sentence) {
    auto* box = new QMessageBox(QMessageBox::Warning, DatasetView::tr("Not saved"), sentence, QMessageBox::Ok, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void saveText(QWidget* parent, const QString& name, const std::string& text) {
    auto* dialog = new QFileDialog(parent, DatasetView::tr("Save as CSV"), startPath(FolderUse::save, name),
                                   DatasetView::tr("CSV (*.csv)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [parent, text](const QString& path) {
        rememberFolder(FolderUse::save, path);
        if (const auto written = writeFileAtomically(toStd(path), text); !written)
            showFailure(parent, toQString(written.error().message));
    });
    dialog->open();
}

} // namespace

DatasetView::DatasetView(QWidget* parent) : QWidget(parent) {
    auto* columns = new QSplitter(Qt::Horizontal);
    columns->addWidget(makeLeft());
    columns->addWidget(makeRight());
    columns->setChildrenCollapsible(false);
    columns->setStretchFactor(1, 1);
    columns->setSizes({kLeftWidth, 3 * kLeftWidth});
    auto* rows = new QSplitter(Qt::Vertical);
    rows->addWidget(columns);
    rows->addWidget(makeLedger());
    rows->setChildrenCollapsible(false);
    rows->setStretchFactor(0, 1);
    rows->setSizes({3 * kLedgerHeight, kLedgerHeight});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(makeCards());
    layout->addWidget(rows, 1);
    connect(&m_selection, &Selection::changed, this, &DatasetView::followSelection);
}

QWidget* DatasetView::makeHeader() {
    auto* header = new QWidget;
    header->setFixedHeight(metrics::kPageHeaderHeight);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    row->setSpacing(metrics::kSpace);
    m_title = new TextLabel({}, TextSize::title);
    m_kind = new Badge;
    m_facts = new TextLabel({}, TextSize::small, TextTone::muted);
    row->addWidget(m_title);
    row->addWidget(m_kind);
    row->addWidget(m_facts, 1);
    m_export = new QPushButton(tr("Export data…"));
    m_export->setToolTip(tr("Write the data set as a file for other programs"));
    m_export->setEnabled(false);
    connect(m_export, &QPushButton::clicked, this, &DatasetView::exportWanted);
    row->addWidget(m_export);
    m_head = row;
    return header;
}

void DatasetView::addHeadWidget(QWidget* widget) {
    m_head->insertWidget(m_head->count() - 1, widget);
}

void DatasetView::setExportable(bool exportable) {
    m_export->setEnabled(exportable);
}

QWidget* DatasetView::makeCards() {
    auto* holder = new QWidget;
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, metrics::kSpace);
    row->setSpacing(metrics::kSpace);
    for (int i = 0; i < kCards; ++i) {
        m_cards.push_back(new Card);
        row->addWidget(m_cards.back(), 1);
    }
    return holder;
}

void DatasetView::reportFigure(ReportBlock block, const ChartView* chart) {
    keepAxes(block, chart->visibleChanges());
    Q_EMIT figureReportWanted(block);
}

QWidget* DatasetView::makeLeft() {
    auto* left = new QSplitter(Qt::Vertical);
    m_distribution = new ChartView;
    m_distribution->setAccessibleName(tr("Distribution"));
    m_distributionPane = new PaneFrame(tr("Target"));
    m_distributionPane->setContent(m_distribution);
    m_labels = new ChartView;
    m_labels->setAccessibleName(tr("Labels"));
    m_labelsPane = new PaneFrame(tr("Elements"));
    m_labelsPane->setContent(m_labels);
    for (const auto& [pane, chart] : {std::pair{m_distributionPane, m_distribution}, {m_labelsPane, m_labels}}) {
        pane->setAddVisible(true);
        pane->addButton()->setEnabled(false); // until there is a figure
        pane->menuButton()->setAccessibleName(tr("Menu of the figure"));
        pane->setMenuFactory([this, pane = pane, chart = chart](QMenu* menu) {
            if (!chart->spec().marks.empty())
                Q_EMIT figureMenuWanted(menu, chart, pane->title());
        });
    }
    connect(m_distributionPane, &PaneFrame::addToReport, this, [this] {
        if (m_summary && m_shownColumn >= 0)
            reportFigure(columnBlock(m_record, m_summary->columns[static_cast<std::size_t>(m_shownColumn)]),
                         m_distribution);
    });
    connect(m_labelsPane, &PaneFrame::addToReport, this, [this] {
        if (m_summary && m_summary->labels)
            reportFigure(labelsBlock(m_record, *m_summary->labels), m_labels);
    });
    left->addWidget(m_distributionPane);
    left->addWidget(m_labelsPane);
    left->setChildrenCollapsible(false);
    left->setStretchFactor(0, 38);
    left->setStretchFactor(1, 62);
    left->setMinimumWidth(metrics::kPaneMinimumWidth);
    return left;
}

QWidget* DatasetView::makeRight() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(makeStack(), 1);
    connectRight();
    return right;
}

QWidget* DatasetView::makeBar() {
    m_bar = new QWidget;
    m_bar->setFixedHeight(metrics::kFieldPitch + metrics::kSpace);
    m_bar->installEventFilter(this);
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    row->setSpacing(metrics::kSpace);
    m_tabs = new SegmentedControl;
    m_filter = new QLineEdit;
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setMinimumWidth(72);
    m_filter->installEventFilter(this);
    m_sort = new QComboBox;
    m_sort->addItems({tr("file order"), tr("target ascending"), tr("target descending"), tr("name")});
    m_sort->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sort->setMinimumContentsLength(5);
    m_sort->setAccessibleName(tr("Sort"));
    m_sort->setToolTip(tr("Order of the gallery"));
    m_count = new TextLabel({}, TextSize::small, TextTone::muted);
    row->addWidget(m_tabs);
    row->addWidget(m_filter, 1);
    row->addWidget(m_sort);
    row->addWidget(m_count);
    return m_bar;
}

QWidget* DatasetView::makeStack() {
    m_gallery = new GraphGallery;
    m_gallery->setSelection(&m_selection);
    m_tableModel = new TableModel(this);
    m_table = plainTable(m_tableModel, tr("Records"), metrics::kRowHeight);
    freeHeaderFromSelection(*m_table);
    m_table->setItemDelegate(new NumberDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_columnModel = new ColumnSummaryModel(this);
    m_columns = plainTable(m_columnModel, tr("Columns"), metrics::kFieldPitch);
    m_columns->setItemDelegateForColumn(ColumnSummaryModel::kDistribution, new DistributionDelegate(m_columns));
    m_columns->horizontalHeader()->moveSection(ColumnSummaryModel::kDistribution, ColumnSummaryModel::kMissing);
    m_columns->setColumnWidth(ColumnSummaryModel::kName, kNameWidth);
    m_columns->horizontalHeader()->setMinimumSectionSize(48);
    for (int c = ColumnSummaryModel::kScope; c < ColumnSummaryModel::kDistribution; ++c)
        m_columns->setColumnWidth(c, kNumberWidth);
    m_columns->setColumnWidth(ColumnSummaryModel::kDistribution, kDistributionWidth);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_gallery);
    m_graphView = new GraphView;
    m_stack->addWidget(m_graphView);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_columns);
    return m_stack;
}

void DatasetView::connectRight() {
    m_filterSoon = new QTimer(this);
    m_filterSoon->setSingleShot(true);
    m_filterSoon->setInterval(kFilterDelayMs);
    connect(m_filter, &QLineEdit::textChanged, m_filterSoon, qOverload<>(&QTimer::start));
    connect(m_filterSoon, &QTimer::timeout, this, &DatasetView::applyFilter);
    connect(m_tabs, &SegmentedControl::currentChanged, this, &DatasetView::showTab);
    connect(m_sort, &QComboBox::activated, this, [this](int i) { m_gallery->setSort(static_cast<GallerySort>(i)); });
    connect(m_gallery, &GraphGallery::shownChanged, this, &DatasetView::updateCount);
    connect(m_gallery, &GraphGallery::graphActivated, this, [this] { setCurrentTab(kGraph); });
    connect(m_gallery, &GraphGallery::filterProblem, this, &DatasetView::showFilterProblem);
    connect(m_tableModel, &TableModel::aboutToArrange, this, [this] { // chosen again when the new order stands
        m_following = true;
        m_table->clearSelection();
        m_following = false;
    });
    connect(m_tableModel, &TableModel::arranged, this, [this] {
        updateCount();
        followSelection();
    });
    m_selectedKeys = new SelectedKeys(m_tableModel, m_table->selectionModel(), this);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DatasetView::tableSelectionChanged);
    connect(m_columns->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid())
                    showColumn(current.row());
            });
}

void DatasetView::sizeColumns() {
    const QFontMetrics cells(m_table->font());
    const QFontMetrics names(m_table->horizontalHeader()->font());
    for (int column = 0; column < m_tableModel->columnCount(); ++column) {
        int width =
            names.horizontalAdvance(m_tableModel->headerData(column, Qt::Horizontal).toString()) + metrics::kIcon;
        for (int row = 0; row < std::min(kSizedRows, m_tableModel->rowCount()); ++row)
            width = std::max(width, cells.horizontalAdvance(m_tableModel->index(row, column).data().toString()));
        m_table->setColumnWidth(column, std::clamp(width + 2 * metrics::kSpace, kNarrowest, kWidest));
    }
}

QWidget* DatasetView::makeLedger() {
    m_ledgerModel = new LedgerModel(this);
    QTableView* table = plainTable(m_ledgerModel, tr("Import ledger"), metrics::kRowHeight);
    table->setItemDelegateForColumn(LedgerModel::kRecords, new NumberDelegate(table));
    table->horizontalHeader()->setSectionResizeMode(LedgerModel::kReason, QHeaderView::Stretch);
    table->setColumnWidth(LedgerModel::kAction, 120);
    table->setColumnWidth(LedgerModel::kRecords, 80);
    table->setColumnWidth(LedgerModel::kColumn, 144);
    table->setColumnWidth(LedgerModel::kLines, 200);
    connect(table, &QTableView::clicked, m_ledgerModel, [this](const QModelIndex& index) {
        if (index.column() == LedgerModel::kLines)
            m_ledgerModel->toggle(index.row());
    });
    // Of the lines themselves a click is enough; it may count as activation too.
    connect(table, &QTableView::activated, m_ledgerModel, [this](const QModelIndex& index) {
        if (index.column() != LedgerModel::kLines)
            m_ledgerModel->toggle(index.row());
    });
    m_ledgerPane = new PaneFrame(tr("Import ledger"));
    m_ledgerPane->setContent(table);
    m_read = new Badge;
    m_notes = new Badge({}, BadgeKind::warning);
    m_dropped = new Badge;
    for (Badge* badge : {m_read, m_notes, m_dropped})
        m_ledgerPane->addTitleWidget(badge);
    m_ledgerPane->setAddVisible(true);
    m_ledgerPane->setMenuFactory([this](QMenu* menu) {
        menu->addAction(tr("Copy as CSV"), this,
                        [this] { QGuiApplication::clipboard()->setText(toQString(m_ledgerModel->csv())); });
        menu->addAction(tr("Save as CSV…"), this,
                        [this] { saveText(this, tr("import_ledger.csv"), m_ledgerModel->csv()); });
    });
    connect(m_ledgerPane, &PaneFrame::addToReport, this, &DatasetView::ledgerReportWanted);
    return m_ledgerPane;
}

void DatasetView::showLedger() {
    m_ledgerModel->setLedger(m_record.ledger);
    const std::string hash = m_record.source.fileSha256.substr(0, 12);
    m_ledgerPane->setSubtitle(hash.empty()
                                  ? toQString(m_record.source.fileName)
                                  : tr("%1, sha256 %2").arg(toQString(m_record.source.fileName), toQString(hash)));
    m_read->setText(tr("%1 read").arg(displayCount(m_record.ledger.recordsRead)));
    const std::int64_t notes = m_ledgerModel->noteCount();
    m_notes->setText(counted(notes, tr("note"), tr("notes")));
    m_notes->setVisible(notes > 0);
    const std::int64_t dropped = m_record.ledger.recordsDropped;
    m_dropped->setText(tr("%1 dropped").arg(displayCount(dropped)));
    m_dropped->setKind(dropped > 0 ? BadgeKind::warning : BadgeKind::ok);
}

} // namespace vitrine
