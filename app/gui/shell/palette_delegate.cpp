#include "app/gui/shell/palette_delegate.h"

#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QApplication>
#include <QPainter>

namespace vitrine {

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const Tokens& tokens = tokensOf(item.palette);
    const bool enabled = index.flags() & Qt::ItemIsEnabled;
    const bool selected = item.state & QStyle::State_Selected;
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    QRect rest = item.rect.adjusted(metrics::kSpace, 0, -metrics::kSpace, 0);
    if (!item.icon.isNull())
        item.icon.paint(painter, QRect(rest.left(), rest.center().y() - 7, metrics::kIcon, metrics::kIcon),
                        Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    rest.setLeft(rest.left() + metrics::kIcon + metrics::kSpace);
    const QString note = index.data(kNoteRole).toString();
    painter->setFont(fonts::small());
    painter->setPen(selected ? tokens.text2 : tokens.muted);
    painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter, note);
    rest.setRight(rest.right() - painter->fontMetrics().horizontalAdvance(note) - metrics::kSpace);
    painter->setFont(fonts::body());
    painter->setPen(enabled ? tokens.text : tokens.muted);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(item.text, Qt::ElideRight, rest.width()));
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), metrics::kButtonHeight};
}

} // namespace vitrine
