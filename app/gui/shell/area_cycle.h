#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

namespace vitrine {

/// F6: takes the keyboard from one area of the window to the next that is visible and has something to focus.
class AreaCycle {
public:
    void add(QWidget* area) { m_areas.append(area); }
    void step(int by);
    /// Area that holds the focus, or -1.
    int current() const;

private:
    static QWidget* firstField(QWidget* area);

    QList<QPointer<QWidget>> m_areas;
};

} // namespace vitrine
