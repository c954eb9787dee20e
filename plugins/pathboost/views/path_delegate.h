#pragma once

#include <QStyledItemDelegate>

namespace vitrine::pathboost {

/// Paints a path as a chain of circled labels, muted when it was never selected itself.
class PathDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace vitrine::pathboost
