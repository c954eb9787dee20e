#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

namespace vitrine {

class ChartView;

/// Charts of curves over the same quantity share one cursor: pointing into one shows, in all of them, where that is and
/// what the others have there.
class CursorLink : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void add(ChartView* chart);

    /// Whether two charts have curves over the same quantity, by the titles their figures came with.
    static bool shareAxis(const ChartView& one, const ChartView& other);

private:
    void follow(ChartView* from, double x);
    void leave(ChartView* from);

    QList<QPointer<ChartView>> m_charts;
    bool m_isShown = false;
};

} // namespace vitrine
