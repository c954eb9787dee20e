#include "widgets/report/report_block_list.h"

#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

namespace vitrine {
namespace {

constexpr int kRowHeight = 40;

/// Handle, icon of the kind, name over what is in it, a triangle where something is wrong.
class BlockDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {160, kRowHeight}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem ground = option;
        initStyleOption(&ground, index);
        ground.text.clear();
        const QWidget* widget = option.widget;
        widget->style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, widget);

        const Tokens& tokens = tokensOf(option.palette);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        QRect rest = option.rect.adjusted(metrics::kSpace, 0, -metrics::kSpace, 0);
        const auto paintIcon = [&](const QString& name, IconTint tint, int width) {
            icon(name, tint).paint(painter, QRect(rest.left(), rest.top(), metrics::kIcon, rest.height()));
            rest.setLeft(rest.left() + width);
        };
        paintIcon(QStringLiteral("drag"), IconTint::muted, metrics::kIcon + metrics::kGap);
        paintIcon(index.data(ReportBlockModel::IconRole).toString(), IconTint::text2, metrics::kIcon + metrics::kSpace);
        if (!index.data(ReportBlockModel::WarningRole).toString().isEmpty()) {
            const QRect place(rest.right() - metrics::kIcon, rest.top(), metrics::kIcon, rest.height());
            icon(QStringLiteral("warn"), IconTint::warning).paint(painter, place);
            rest.setRight(place.left() - metrics::kGap);
        }
        const int middle = rest.top() + rest.height() / 2;
        paintLine(painter, QRect(rest.left(), middle - 17, rest.width(), 18), index.data().toString(), fonts::body(),
                  tokens.text);
        paintLine(painter, QRect(rest.left(), middle + 1, rest.width(), 15),
                  index.data(ReportBlockModel::DetailRole).toString(), fonts::small(),
                  selected ? tokens.text2 : tokens.muted);
    }

private:
    static void paintLine(QPainter* painter, const QRect& rect, const QString& text, const QFont& font,
                          const QColor& color) {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(font).elidedText(text, Qt::ElideRight, rect.width()));
    }
};

} // namespace

ReportBlockList::ReportBlockList(QWidget* parent) : QListView(parent) {
    setModel(&m_model);
    setItemDelegate(new BlockDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setDragDropMode(QAbstractItemView::DragDrop);
    setDefaultDropAction(Qt::MoveAction);
    setDragDropOverwriteMode(false);
    setDropIndicatorShown(true);
    setAccessibleName(tr("Blocks of the report"));
    connect(this, &QListView::activated, this, [this](const QModelIndex& index) { Q_EMIT editWanted(index.row()); });
}

void ReportBlockList::setCurrentBlock(int row) {
    m_quiet = true;
    const QModelIndex index = m_model.index(row);
    setCurrentIndex(index);
    if (!index.isValid())
        clearSelection();
    m_quiet = false;
}

void ReportBlockList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QListView::currentChanged(current, previous);
    if (!m_quiet)
        Q_EMIT currentBlockChanged(current.isValid() ? current.row() : -1);
}

void ReportBlockList::move(int step) {
    const int row = currentBlock();
    const int target = row + step;
    if (row >= 0 && target >= 0 && target < m_model.rowCount())
        Q_EMIT m_model.moveWanted(row, step > 0 ? target + 1 : target);
}

void ReportBlockList::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers() == Qt::AltModifier;
    if (alt && event->key() == Qt::Key_Up)
        move(-1);
    else if (alt && event->key() == Qt::Key_Down)
        move(1);
    else if (event->key() == Qt::Key_Delete && currentBlock() >= 0)
        Q_EMIT removeWanted(currentBlock());
    else
        QListView::keyPressEvent(event);
}

void ReportBlockList::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    if (!index.isValid())
        return;
    const int row = index.row();
    QMenu menu(this);
    menu.addAction(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), this, [this] { move(-1); })->setEnabled(row > 0);
    menu.addAction(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), this, [this] { move(1); })
        ->setEnabled(row + 1 < m_model.rowCount());
    menu.addSeparator();
    menu.addAction(icon(QStringLiteral("copy")), tr("Duplicate"), this, [this, row] { Q_EMIT duplicateWanted(row); });
    menu.addAction(icon(QStringLiteral("trash")), tr("Delete"), QKeySequence::Delete, this,
                   [this, row] { Q_EMIT removeWanted(row); });
    menu.exec(event->globalPos());
}

} // namespace vitrine
