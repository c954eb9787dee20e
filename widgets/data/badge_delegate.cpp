#include "widgets/data/badge_delegate.h"

#include "widgets/style/badge.h"
#include "widgets/style/metrics.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace vitrine {

BadgeDelegate::BadgeDelegate(int kindRole, QObject* parent) : QStyledItemDelegate(parent), m_kindRole(kindRole) {}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant kind = index.data(m_kindRole);
    if (!kind.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString text = std::exchange(ground.text, {});
    const QStyle* style = ground.widget ? ground.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, ground.widget);
    const auto badge = static_cast<BadgeKind>(kind.toInt());
    const int width = std::min(Badge::widthOf(text, badge != BadgeKind::plain), option.rect.width() - metrics::kGap);
    const QRect place(option.rect.left() + metrics::kGap, option.rect.center().y() - metrics::kBadgeHeight / 2 + 1,
                      width, metrics::kBadgeHeight);
    Badge::paint(painter, place, text, badge, {}, option.palette);
}

} // namespace vitrine
