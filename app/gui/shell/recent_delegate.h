#pragma once

#include <QStyledItemDelegate>

namespace vitrine {

/// Two-line row: icon, name, and beneath in small when and where.
class RecentDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kNoteRole = Qt::UserRole;
    static constexpr int kPathRole = Qt::UserRole + 1;
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace vitrine
