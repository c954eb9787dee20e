#include "widgets/data/preview_table.h"

#include "core/values/text.h"
#include "widgets/data/preview_table_model.h"
#include "widgets/data/two_line_header.h"
#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr std::array kRoles{ColumnRole::id,        ColumnRole::structure, ColumnRole::target,
                            ColumnRole::attribute, ColumnRole::split,     ColumnRole::ignore};
constexpr int kRoleRowHeight = metrics::kFieldPitch;
constexpr int kNarrowest = 104;
constexpr int kWidest = 216;

/// The wheel scrolls the table and leaves the roles alone.
class RoleChooser : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

/// Cells of ignored columns in muted, the row that stands for hidden ones on alternate ground.
class PreviewDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto* model = static_cast<const PreviewTableModel*>(index.model());
        const Tokens& tokens = tokensOf(option->palette);
        if (index.data(PreviewTableModel::kIsGap).toBool()) {
            option->backgroundBrush = tokens.alt;
            option->palette.setColor(QPalette::Text, tokens.muted);
        } else if (model->preview().columns[static_cast<std::size_t>(index.column())].role == ColumnRole::ignore) {
            option->palette.setColor(QPalette::Text, tokens.muted);
        }
    }
};

} // namespace

PreviewTable::PreviewTable(QWidget* parent) : QTableView(parent), m_model(new PreviewTableModel(this)) {
    setHorizontalHeader(new TwoLineHeader(PreviewTableModel::kColumnType, this));
    setModel(m_model);
    setItemDelegate(new PreviewDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    setAccessibleName(tr("Preview"));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(metrics::kRowHeight);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &PreviewTable::placeChoosers);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &PreviewTable::placeChoosers);
}

void PreviewTable::setPreview(ImportPreview preview) {
    const bool sameShape = m_model->columnCount() == static_cast<int>(preview.columns.size());
    const int scroll = horizontalScrollBar()->value();
    int focused = -1;
    for (const auto& [column, chooser] : m_choosers)
        focused = chooser->hasFocus() ? column : focused;
    m_choosers.clear(); // the view deletes index widgets when its model is reset
    clearSpans();
    m_model->setPreview(std::move(preview));
    if (m_model->rowCount() == 0)
        return;
    if (m_model->hasRoles())
        setRowHeight(0, kRoleRowHeight);
    if (const int gap = m_model->gapRow(); gap >= 0 && m_model->columnCount() > 1)
        setSpan(gap, 0, 1, m_model->columnCount());
    if (!sameShape)
        sizeColumns();
    horizontalScrollBar()->setValue(sameShape ? scroll : 0);
    placeChoosers();
    if (QComboBox* chooser = roleChooser(focused))
        chooser->setFocus();
}

void PreviewTable::sizeColumns() {
    const QFontMetrics cellMetrics(font());
    const QFontMetrics structureMetrics(fonts::fixedPitch());
    const ImportPreview& preview = m_model->preview();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const auto place = static_cast<std::size_t>(column);
        const bool structure = preview.columns[place].role == ColumnRole::structure;
        int width = kNarrowest;
        for (const auto& row : preview.firstRows)
            if (place < row.size())
                width = std::max(width,
                                 (structure ? structureMetrics : cellMetrics).horizontalAdvance(toQString(row[place])) +
                                     2 * metrics::kSpace);
        setColumnWidth(column, std::min(width, kWidest));
    }
}

QComboBox* PreviewTable::makeChooser(int column) {
    const PreviewColumn& described = m_model->preview().columns[static_cast<std::size_t>(column)];
    auto* chooser = new RoleChooser;
    for (const ColumnRole role : kRoles) {
        chooser->addItem(columnRoleTitle(role), static_cast<int>(role));
        chooser->setItemData(chooser->count() - 1, columnRoleHelp(role), Qt::ToolTipRole);
    }
    chooser->setCurrentIndex(chooser->findData(static_cast<int>(described.role)));
    chooser->setAccessibleName(tr("Role of %1").arg(toQString(described.name)));
    chooser->setToolTip(columnRoleHelp(described.role));
    chooser->setMinimumWidth(0);
    connect(chooser, &QComboBox::activated, this, [this, column, chooser] {
        Q_EMIT roleChosen(column, static_cast<ColumnRole>(chooser->currentData().toInt()));
    });
    return chooser;
}

void PreviewTable::placeChoosers() {
    if (!m_model->hasRoles() || m_model->rowCount() == 0)
        return;
    const int last = horizontalHeader()->visualIndexAt(viewport()->width() - 1);
    const int first = std::max(0, horizontalHeader()->visualIndexAt(0));
    for (int column = first; column <= (last < 0 ? m_model->columnCount() - 1 : last); ++column) {
        if (m_choosers.contains(column))
            continue;
        auto* holder = new QWidget;
        auto* layout = new QHBoxLayout(holder);
        layout->setContentsMargins(metrics::kGap, 3, metrics::kGap, 3);
        QComboBox* chooser = makeChooser(column);
        layout->addWidget(chooser);
        setIndexWidget(m_model->index(0, column), holder);
        m_choosers[column] = chooser;
    }
}

QComboBox* PreviewTable::roleChooser(int column) const {
    const auto found = m_choosers.find(column);
    return found == m_choosers.end() ? nullptr : found->second;
}

void PreviewTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    placeChoosers();
}

} // namespace vitrine
