#include "app/gui/shell/recent_delegate.h"

#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QApplication>
#include <QPainter>

namespace vitrine {

namespace {
constexpr int kHeight = 48;
} // namespace

void RecentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    const Tokens& tokens = tokensOf(item.palette);
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    QRect rest = item.rect.adjusted(metrics::kSpace, metrics::kSpace - 2, -metrics::kSpace, -metrics::kSpace + 2);
    item.icon.paint(painter, QRect(rest.left(), rest.center().y() - metrics::kListIcon / 2, metrics::kListIcon,
                                   metrics::kListIcon));
    rest.setLeft(rest.left() + metrics::kListIcon + metrics::kPadding);
    const QRect top(rest.left(), rest.top(), rest.width(), rest.height() / 2);
    const QRect bottom(rest.left(), rest.center().y() + 1, rest.width(), rest.height() / 2);
    painter->setFont(fonts::body());
    painter->setPen(tokens.text);
    painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(item.text, Qt::ElideMiddle, top.width()));
    painter->setFont(fonts::small());
    painter->setPen(item.state & QStyle::State_Selected ? tokens.text2 : tokens.muted);
    painter->drawText(
        bottom, Qt::AlignLeft | Qt::AlignVCenter,
        painter->fontMetrics().elidedText(index.data(kNoteRole).toString(), Qt::ElideMiddle, bottom.width()));
}

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {0, kHeight};
}

} // namespace vitrine
