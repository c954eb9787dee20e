#include "plugins/pathboost/views/path_delegate.h"

#include "plugins/pathboost/views/path_chain.h"
#include "plugins/pathboost/views/path_tree_model.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QPainter>

namespace vitrine::pathboost {

void PathDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const bool selectedPath = index.data(PathTreeModel::kIsSelectedPath).toBool();
    paintPathChain(*painter, QRectF(item.rect).adjusted(metrics::kGap, 0, -metrics::kGap, 0),
                   index.data(PathTreeModel::kLabels).toStringList(), tokensOf(item.palette),
                   selectedPath ? ChainLook::plain : ChainLook::muted);
}

QSize PathDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QSize chain = pathChainSize(index.data(PathTreeModel::kLabels).toStringList());
    return {chain.width() + metrics::kGap * 2, metrics::kRowHeight};
}

} // namespace vitrine::pathboost
