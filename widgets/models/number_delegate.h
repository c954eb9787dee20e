#pragma once

#include <QStyledItemDelegate>

namespace vitrine {

/// Cells of numbers: digits of one width, so that columns of equal decimals stand exactly under each other in any font.
/// Missing cells are muted.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Width of a text whose digits are all as wide as the widest, and the text drawn so, its right end at `right`.
double tabularWidth(const QFontMetricsF& metrics, const QString& text);
void drawTabular(QPainter* painter, double right, double baseline, const QString& text);

} // namespace vitrine
