#include "widgets/views/table_panel.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/models/number_delegate.h"
#include "widgets/models/row_selection.h"
#include "widgets/models/selected_keys.h"
#include "widgets/models/table_model.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {
namespace {
constexpr int kRowsWithoutFilter = 20;
constexpr int kRowsMeasured = 200;
constexpr int kWidestColumn = 280;
} // namespace

TablePanel::TablePanel(QWidget* parent)
    : QWidget(parent), m_model(new TableModel(this)), m_view(new QTableView), m_filterRow(new QWidget),
      m_filter(new QLineEdit), m_count(new TextLabel({}, TextSize::small, TextTone::muted)) {
    m_view->setModel(m_model);
    freeHeaderFromSelection(*m_view);
    m_view->setItemDelegate(new NumberDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setMouseTracking(true);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(metrics::kRowHeight);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->setAccessibleName(tr("Table"));
    m_filter->setPlaceholderText(tr("Filter: text or column < 3"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(QStringLiteral("filter"), IconTint::text2), QLineEdit::LeadingPosition);
    m_filter->setMaximumWidth(320);

    auto* row = new QHBoxLayout(m_filterRow);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 6);
    row->addWidget(m_filter, 1);
    row->addWidget(m_count);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filterRow);
    layout->addWidget(m_view, 1);

    connect(m_filter, &QLineEdit::textChanged, this, &TablePanel::applyFilter);
    m_selectedKeys = new SelectedKeys(m_model, m_view->selectionModel(), this);
    connect(m_model, &TableModel::aboutToArrange, this, [this] { // chosen again when the new order stands
        m_following = true;
        m_view->clearSelection();
        m_following = false;
    });
    connect(m_model, &TableModel::arranged, this, [this] {
        updateCount();
        followSelection();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePanel::selectionEdited);
    connect(m_view, &QTableView::entered, this, [this](const QModelIndex& index) {
        if (m_selection && !m_keyKind.isEmpty())
            m_selection->hover(m_keyKind, index.data(KeyRole).toString());
    });
}

void TablePanel::setTable(std::shared_ptr<const Table> table, const QString& keyKind, const std::string& keyColumn) {
    m_keyKind = keyKind;
    m_model->setTable(std::move(table), keyColumn);
    m_filterRow->setVisible(m_model->sourceRowCount() > kRowsWithoutFilter);
    if (!m_sized && m_model->sourceRowCount() > 0)
        sizeColumns();
    updateCount();
    followSelection();
}

void TablePanel::sizeColumns() {
    m_sized = true;
    const QFontMetrics body(m_view->font());
    const QFontMetrics head(m_view->horizontalHeader()->font());
    const int rows = std::min(m_model->rowCount(), kRowsMeasured);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        int width = head.horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString()) + 36;
        for (int row = 0; row < rows; ++row)
            width = std::max(width,
                             static_cast<int>(tabularWidth(body, m_model->index(row, column).data().toString())) + 20);
        m_view->setColumnWidth(column, std::clamp(width, 56, kWidestColumn));
    }
}

void TablePanel::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, [this](const QString& kind) {
            if (kind == m_keyKind)
                followSelection();
        });
    followSelection();
}

void TablePanel::applyFilter() {
    const Result<void> filtered = m_model->setFilter(m_filter->text());
    setInvalid(m_filter, !filtered);
    m_filter->setToolTip(filtered ? QString() : toQString(filtered.error().message));
    m_count->setTone(filtered ? TextTone::muted : TextTone::error);
    if (filtered)
        updateCount();
    else
        m_count->setText(toQString(filtered.error().message));
}

void TablePanel::updateCount() {
    const auto shown = static_cast<std::int64_t>(m_model->rowCount());
    const auto all = static_cast<std::int64_t>(m_model->sourceRowCount());
    m_count->setText(tr("%1 of %2 shown").arg(displayCount(shown), displayCount(all)));
}

void TablePanel::followSelection() {
    if (m_following || !m_selection || m_keyKind.isEmpty())
        return;
    m_following = true;
    std::vector<int> rows = m_model->rowsOfKeys(m_selection->keys(m_keyKind));
    const QModelIndex first = rows.empty() ? QModelIndex() : m_model->index(rows.front(), 0);
    // In two steps: one would compare every range of before with every new one.
    m_view->clearSelection();
    m_view->selectionModel()->select(rowSelection(*m_model, std::move(rows)), QItemSelectionModel::Select);
    if (first.isValid()) {
        m_view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_view->scrollTo(first);
    }
    m_following = false;
}

void TablePanel::selectionEdited() {
    if (m_following || !m_selection || m_keyKind.isEmpty())
        return;
    m_selectedKeys->read([this](const QStringList& keys, bool isCurrent) {
        if (!m_selection)
            return;
        m_following = isCurrent; // else the rows are chosen again
        m_selection->selectDistinct(m_keyKind, keys);
        m_following = false;
    });
}

std::function<std::string()> TablePanel::csvMaker() const {
    return m_model->csvMaker();
}

} // namespace vitrine
