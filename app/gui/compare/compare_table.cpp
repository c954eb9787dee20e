#include "app/gui/compare/compare_table.h"

#include "widgets/models/number_delegate.h"
#include "widgets/style/metrics.h"

#include <QHeaderView>

#include <algorithm>
#include <numeric>

namespace vitrine {

namespace {
constexpr int kWidestLabel = 280;
constexpr int kNarrowestLabel = 144;
constexpr int kNarrowestRun = 96;
constexpr int kWidestRun = 144;
constexpr int kSwatch = 28;
const QString kRunKind = QStringLiteral("run");
} // namespace

CompareTable::CompareTable(const QString& name, QWidget* parent) : QTableView(parent), m_model(new CompareModel(this)) {
    setModel(m_model);
    setItemDelegate(new NumberDelegate(this));
    setAccessibleName(name);
    setSelectionBehavior(SelectColumns);
    setSelectionMode(ExtendedSelection);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(metrics::kRowHeight);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareTable::takeSelection);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const QString key = m_model->keyOf(index.column()); !key.isEmpty())
            Q_EMIT runActivated(key.toLongLong());
    });
}

void CompareTable::setRows(std::vector<CompareHead> heads, std::vector<CompareRow> rows) {
    m_following = true;
    m_model->setRows(std::move(heads), std::move(rows));
    m_following = false;
    sizeColumns();
    followSelection();
}

void CompareTable::sizeColumns() {
    const QFontMetrics body(font());
    const QFontMetrics head(horizontalHeader()->font());
    m_wanted.assign(static_cast<std::size_t>(m_model->columnCount()), 0);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        int width = head.horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString()) + kSwatch +
                    2 * metrics::kSpace;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex index = m_model->index(row, column);
            const QVariant own = index.data(Qt::FontRole);
            const QFontMetrics used = own.isValid() ? QFontMetrics(own.value<QFont>()) : body;
            width =
                std::max(width, static_cast<int>(tabularWidth(used, index.data().toString())) + 3 * metrics::kSpace);
        }
        m_wanted[static_cast<std::size_t>(column)] =
            column == 0 ? std::min(width, kWidestLabel) : std::clamp(width, kNarrowestRun, kWidestRun);
    }
    fitColumns();
}

/// Columns give way as far as they can be read before one of them is out of sight.
void CompareTable::fitColumns() {
    int spare = viewport()->width() - std::accumulate(m_wanted.begin(), m_wanted.end(), 0);
    for (std::size_t column = 0; column < m_wanted.size(); ++column) {
        const int narrowest = column == 0 ? kNarrowestLabel : kNarrowestRun;
        const int give = std::clamp(-spare, 0, std::max(0, m_wanted[column] - narrowest));
        setColumnWidth(static_cast<int>(column), m_wanted[column] - give);
        spare += give;
    }
}

void CompareTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void CompareTable::setSelection(Selection* selection) {
    m_selection = selection;
    connect(selection, &Selection::changed, this, [this](const QString& kind) {
        if (kind == kRunKind)
            followSelection();
    });
    followSelection();
}

void CompareTable::followSelection() {
    if (!m_selection || m_model->rowCount() == 0)
        return;
    m_following = true;
    QItemSelection columns;
    const QStringList keys = m_selection->keys(kRunKind);
    for (const QString& key : keys)
        if (const int column = m_model->columnOf(key); column > 0)
            columns.select(m_model->index(0, column), m_model->index(m_model->rowCount() - 1, column));
    selectionModel()->select(columns, QItemSelectionModel::ClearAndSelect);
    m_following = false;
}

void CompareTable::takeSelection() {
    if (m_following || !m_selection)
        return;
    QStringList keys;
    const QModelIndexList selected = selectionModel()->selectedColumns();
    for (const QModelIndex& index : selected)
        if (const QString key = m_model->keyOf(index.column()); !key.isEmpty())
            keys.append(key);
    m_following = true;
    m_selection->select(kRunKind, keys);
    m_following = false;
}

} // namespace vitrine
