#include "app/gui/shell/area_cycle.h"

#include <QApplication>

namespace vitrine {

int AreaCycle::current() const {
    QWidget* focus = QApplication::focusWidget();
    for (int i = 0; focus && i < m_areas.size(); ++i)
        if (m_areas[i] && (m_areas[i] == focus || m_areas[i]->isAncestorOf(focus)))
            return i;
    return -1;
}

QWidget* AreaCycle::firstField(QWidget* area) {
    // What had the focus there last, else the first one that Tab would reach.
    if (QWidget* last = area->focusWidget(); last && area->isAncestorOf(last) && last->isVisibleTo(area->window()))
        return last;
    const QList<QWidget*> children = area->findChildren<QWidget*>();
    if (area->focusPolicy() & Qt::TabFocus)
        return area;
    for (QWidget* child : children)
        if ((child->focusPolicy() & Qt::TabFocus) && child->isVisible() && child->isEnabled())
            return child;
    return nullptr;
}

void AreaCycle::step(int by) {
    const auto count = static_cast<int>(m_areas.size());
    const int from = current();
    for (int i = 1; i <= count; ++i) {
        const int at = ((from < 0 && by > 0 ? -1 : from) + by * i + 2 * count) % count;
        QWidget* area = m_areas[at];
        if (!area || !area->isVisible())
            continue;
        if (QWidget* field = firstField(area)) {
            field->setFocus(by > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return;
        }
    }
}

} // namespace vitrine
