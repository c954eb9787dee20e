#include "widgets/style/icon_label.h"

#include <QEvent>

namespace vitrine {

IconLabel::IconLabel(const QString& iconName, IconTint tint, int size, QWidget* parent)
    : QLabel(parent), m_iconName(iconName), m_tint(tint), m_size(size) {
    paintIcon();
}

void IconLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        paintIcon();
    QLabel::changeEvent(event);
}

void IconLabel::paintIcon() {
    setPixmap(icon(m_iconName, m_tint).pixmap(QSize(m_size, m_size), devicePixelRatioF()));
}

} // namespace vitrine
