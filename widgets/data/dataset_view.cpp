#include "widgets/data/dataset_view.h"

#include "core/values/text.h"
#include "widgets/charts/chart_view.h"
#include "widgets/data/column_summary_model.h"
#include "widgets/data/display_number.h"
#include "widgets/data/ledger_model.h"
#include "widgets/graph/graph_view.h"
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
#include "widgets/style/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace vitrine {
namespace {

constexpr int kFilterComfort = 120; // a filter that can be typed into

} // namespace

void DatasetView::setDataset(const DatasetRecord& record, Value value) {
    // A table that has grown or was read again: what is shown stays until the new statistics are there.
    const bool isSameTable = m_summary && record.id != 0 && record.id == m_record.id &&
                             kindOf(value) == ValueKind::table && kindOf(m_value) == ValueKind::table;
    m_record = record;
    m_value = std::move(value);
    m_title->setText(toQString(record.title));
    m_kind->setText(recordsName(record));
    m_kind->setIconName(record.kind != ValueKind::graphSet ? QStringLiteral("table")
                        : record.molecular                 ? QStringLiteral("mol")
                                                           : QStringLiteral("graph"));
    m_facts->setText(record.source.fileName.empty() ? QString() : tr("from %1").arg(toQString(record.source.fileName)));
    const auto graphs = valueAs<GraphSet>(m_value);
    showLedger();
    if (isSameTable) {
        summarise();
        return;
    }
    m_hasGallery = graphs != nullptr;
    m_gallery->setGraphs(graphs);
    m_graphView->setGraph(nullptr, -1);
    makeTabs(graphs.get());
    m_filterHints = {m_hasGallery && !graphs->targetColumn.empty() ? tr("Filter: text or y < −6 (y: target)")
                                                                   : tr("Filter: text or column < 3"),
                     m_hasGallery && !graphs->targetColumn.empty() ? tr("Filter: y < −6") : tr("Filter: x < 3"),
                     tr("Filter")};
    fitFilterHint();
    showFilterProblem({});
    showTab();
    for (Card* card : m_cards) {
        card->setLabel(tr("Counting …"));
        card->setValue(QString(QChar(0x2026)));
        card->setNote({});
    }
    summarise();
}

void DatasetView::summarise() {
    m_task.start(
        [record = m_record, held = m_value](const std::stop_token& stop) {
            return std::make_shared<const DatasetSummary>(summariseDataset(record, held, stop));
        },
        [this](std::shared_ptr<const DatasetSummary> summary) { takeSummary(std::move(summary)); });
}

/// Rows come at the end, so whoever looks at the end goes on seeing it, and everybody else stays where they are.
void DatasetView::takeRows() {
    QScrollBar* bar = m_table->verticalScrollBar();
    const int before = bar->value();
    const bool atEnd = before > 0 && before == bar->maximum();
    m_tableModel->setTable(m_summary->rows, m_summary->keyColumn, m_summary->filterColumns);
    static_cast<void>(m_tableModel->setFilter(m_filter->text())); // other columns have taken the filter away
    m_table->doItemsLayout();                                     // the range of the bar follows the rows
    bar->setValue(atEnd ? bar->maximum() : before);
}

void DatasetView::takeSummary(std::shared_ptr<const DatasetSummary> summary) {
    const bool isFirst = !m_summary || m_summarised != m_record.id;
    const std::string shownBefore =
        isFirst || m_shownColumn < 0 ? std::string() : m_summary->columns[static_cast<std::size_t>(m_shownColumn)].name;
    m_summary = std::move(summary);
    m_summarised = m_record.id;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        m_cards[i]->setVisible(i < m_summary->cards.size());
        if (i >= m_summary->cards.size())
            continue;
        const CardText& text = m_summary->cards[i];
        m_cards[i]->setLabel(text.label);
        m_cards[i]->setValue(text.value, text.unit);
        m_cards[i]->setNote(text.note);
        m_cards[i]->setDefinition(text.definition);
    }
    m_columnModel->setSummary(m_summary);
    if (m_summary->rows) {
        const int columnsBefore = m_tableModel->columnCount();
        takeRows();
        if (isFirst || m_tableModel->columnCount() != columnsBefore)
            sizeColumns();
    }
    int shown = m_summary->targetColumn;
    if (const auto same = std::ranges::find(m_summary->columns, shownBefore, &ColumnSummary::name);
        !shownBefore.empty() && same != m_summary->columns.end())
        shown = static_cast<int>(same - m_summary->columns.begin());
    for (std::size_t i = 0; i < m_summary->columns.size() && shown < 0; ++i)
        if (m_summary->columns[i].finite > 0)
            shown = static_cast<int>(i);
    m_distributionPane->setVisible(shown >= 0);
    if (shown >= 0)
        showColumn(shown);
    m_labelsPane->setVisible(m_summary->labels.has_value());
    m_labelsPane->addButton()->setEnabled(m_summary->labels.has_value());
    if (m_summary->labels) {
        m_labelsPane->setTitle(toQString(m_summary->labels->title));
        m_labels->setSpec(*m_summary->labels);
    }
    updateCount();
    Q_EMIT summaryReady();
}

void DatasetView::showColumn(int column) {
    const ColumnSummary& summary = m_summary->columns[static_cast<std::size_t>(column)];
    m_shownColumn = column;
    m_distributionPane->addButton()->setEnabled(true);
    m_distributionPane->setTitle(column == m_summary->targetColumn ? tr("Target") : tr("Distribution"));
    m_distributionPane->setSubtitle(toQString(summary.name));
    m_distribution->setSpec(columnFigure(summary, recordsName(m_record)));
}

void DatasetView::makeTabs(const GraphSet* graphs) {
    // A single graph is looked at itself; of many there are pictures first.
    m_tabOrder = {kTable, kColumns};
    if (graphs && graphs->graphCount() > 0)
        m_tabOrder.insert(m_tabOrder.begin(), kGraph);
    if (graphs && graphs->graphCount() != 1)
        m_tabOrder.insert(m_tabOrder.begin(), kGallery);
    const QSignalBlocker quiet(m_tabs); // shown when everything is there
    m_tabs->clear();
    for (const Tab tab : m_tabOrder)
        m_tabs->addSegment(tab == kGallery ? tr("Gallery")
                           : tab == kGraph ? tr("Graph")
                           : tab == kTable ? tr("Table")
                                           : tr("Columns"));
    m_tabs->setCurrentIndex(0);
}

DatasetView::Tab DatasetView::currentTab() const {
    return m_tabOrder.at(static_cast<std::size_t>(std::max(m_tabs->currentIndex(), 0)));
}

void DatasetView::setCurrentTab(Tab tab) {
    if (const auto found = std::find(m_tabOrder.begin(), m_tabOrder.end(), tab); found != m_tabOrder.end())
        m_tabs->setCurrentIndex(static_cast<int>(found - m_tabOrder.begin()));
}

int DatasetView::graphToShow() const {
    const QStringList keys = m_selection.keys(QLatin1String(GraphGallery::kKeyKind));
    if (!keys.isEmpty())
        return keys.back().toInt();
    const std::vector<int>& graphs = m_gallery->shownGraphs();
    return graphs.empty() ? -1 : graphs.front();
}

void DatasetView::followGraph() {
    if (currentTab() == kGraph)
        m_graphView->setGraph(valueAs<GraphSet>(m_value), graphToShow());
}

void DatasetView::showTab() {
    const Tab tab = currentTab();
    m_stack->setCurrentIndex(tab);
    m_filter->setVisible(tab == kGallery || tab == kTable);
    m_sort->setVisible(tab == kGallery);
    // What is shown is chosen, so that the inspector tells of the same graph.
    if (tab == kGraph && m_selection.keys(QLatin1String(GraphGallery::kKeyKind)).isEmpty())
        if (const int graph = graphToShow(); graph >= 0)
            m_selection.select(QLatin1String(GraphGallery::kKeyKind), {GraphGallery::keyOf(graph)});
    followGraph();
    if (tab == kTable && m_tableIsBehind)
        selectInTable();
    updateCount();
}

void DatasetView::applyFilter() {
    m_gallery->setFilter(m_filter->text());
    const auto result = m_tableModel->setFilter(m_filter->text());
    if (!m_hasGallery)
        showFilterProblem(result ? QString() : toQString(result.error().message));
    updateCount();
}

void DatasetView::showFilterProblem(const QString& sentence) {
    setInvalid(m_filter, !sentence.isEmpty());
    m_filter->setToolTip(sentence.isEmpty() ? filterHelp() : sentence);
}

QString DatasetView::filterHelp() const {
    QStringList lines{tr("Text to find, or comparisons joined by \"and\". Columns are named as in the table.")};
    const auto graphs = valueAs<GraphSet>(m_value);
    if (!graphs)
        return lines.front();
    if (!graphs->targetColumn.empty())
        lines.append(tr("y is the target, \"%1\": y < −6").arg(toQString(graphs->targetColumn)));
    if (!graphs->idColumn.empty())
        lines.append(tr("name is the column \"%1\": name ~ phenol").arg(toQString(graphs->idColumn)));
    lines.append(graphs->isMolecular() ? tr("atoms and bonds are counted: atoms >= 20")
                                       : tr("nodes and edges are counted: nodes >= 20"));
    return lines.join(QLatin1Char('\n'));
}

QString DatasetView::shownText() const {
    const Tab tab = currentTab();
    if (tab == kColumns)
        return counted(m_columnModel->rowCount(), tr("column"), tr("columns"));
    if (tab == kGraph)
        return tr("%1 of %2").arg(displayCount(m_graphView->graph() + 1), displayCount(m_record.records));
    const int shown = tab == kGallery ? m_gallery->shownCount() : m_tableModel->rowCount();
    return tr("%1 of %2 shown").arg(displayCount(shown), displayCount(m_record.records));
}

void DatasetView::updateCount() {
    const QString whole = shownText();
    m_count->setHint(whole);
    // In a narrow page the number shown is enough: cut off in the middle, two numbers say nothing.
    const int wanted = QFontMetrics(m_count->font()).horizontalAdvance(whole) + metrics::kGap;
    const int others = m_tabs->sizeHint().width() + (m_sort->isHidden() ? 0 : m_sort->sizeHint().width()) +
                       (m_filter->isHidden() ? 0 : kFilterComfort) + 2 * metrics::kPadding + 3 * metrics::kSpace;
    const QString text = m_bar->width() >= others + wanted ? whole : whole.section(QLatin1Char(' '), 0, 0);
    m_count->setText(text);
    m_count->setMinimumWidth(QFontMetrics(m_count->font()).horizontalAdvance(text) + metrics::kGap);
}

/// The longest hint that can be read whole.
void DatasetView::fitFilterHint() {
    const int room = m_filter->width() - 2 * metrics::kPadding;
    const QFontMetrics letters(m_filter->font());
    const auto fits = std::ranges::find_if(
        m_filterHints, [&](const QString& hint) { return letters.horizontalAdvance(hint) <= room; });
    m_filter->setPlaceholderText(fits == m_filterHints.end() ? m_filterHints.value(m_filterHints.size() - 1) : *fits);
}

bool DatasetView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_filter)
        fitFilterHint();
    else if (event->type() == QEvent::Resize && watched == m_bar)
        updateCount();
    return QWidget::eventFilter(watched, event);
}

void DatasetView::tableSelectionChanged() {
    if (m_following)
        return;
    m_selectedKeys->read([this](const QStringList& keys, bool isCurrent) {
        m_following = isCurrent; // else the rows are chosen again
        m_selection.selectDistinct(QLatin1String(GraphGallery::kKeyKind), keys);
        m_following = false;
    });
}

void DatasetView::followSelection() {
    followGraph();
    updateCount();
    if (m_following)
        return;
    m_tableIsBehind = true;
    if (currentTab() == kTable)
        selectInTable();
}

void DatasetView::selectInTable() {
    m_tableIsBehind = false;
    m_following = true;
    m_table->clearSelection();
    const QStringList keys = m_selection.keys(QLatin1String(GraphGallery::kKeyKind));
    const int all = m_tableModel->rowCount();
    if (all > 0 && keys.size() == all && static_cast<std::size_t>(all) == m_tableModel->sourceRowCount() &&
        m_tableModel->rowOfKey(keys.front()) >= 0) {
        m_table->selectAll(); // no need to look for the row of each
        m_table->scrollTo(m_tableModel->index(m_tableModel->rowOfKey(keys.front()), 0));
        m_following = false;
        return;
    }
    std::vector<int> rows = m_tableModel->rowsOfKeys(keys);
    const QModelIndex seen = rows.empty() ? QModelIndex() : m_tableModel->index(rows.front(), 0);
    m_table->selectionModel()->select(rowSelection(*m_tableModel, std::move(rows)), QItemSelectionModel::Select);
    if (seen.isValid())
        m_table->scrollTo(seen);
    m_following = false;
}

} // namespace vitrine
