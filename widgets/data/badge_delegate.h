#pragma once

#include <QStyledItemDelegate>

namespace vitrine {

/// Draws the text of a cell as a badge; a role of the model says which kind (BadgeKind as int; none: plain text).
class BadgeDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    BadgeDelegate(int kindRole, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int m_kindRole;
};

} // namespace vitrine
