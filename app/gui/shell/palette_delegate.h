#pragma once

#include <QStyledItemDelegate>

namespace vitrine {

/// A row of the command palette: icon, name, and at the right in muted where it belongs and its shortcut.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kNoteRole = Qt::UserRole;
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace vitrine
