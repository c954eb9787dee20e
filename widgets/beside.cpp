#include "widgets/beside.h"

#include "widgets/style/metrics.h"

#include <QScreen>
#include <QWidget>

#include <algorithm>
#include <array>

namespace vitrine {

namespace {

qint64 covered(const QRect& window, const QRect& what) {
    const QRect both = window.intersected(what);
    return both.isEmpty() ? 0 : qint64{both.width()} * both.height();
}

QRect keptOn(QRect window, const QRect& screen) {
    window.moveLeft(std::max(screen.left(), std::min(window.left(), screen.right() + 1 - window.width())));
    window.moveTop(std::max(screen.top(), std::min(window.top(), screen.bottom() + 1 - window.height())));
    return window;
}

} // namespace

QRect besideRect(const QSize& size, const QRect& what, const QRect& screen) {
    constexpr int kGap = metrics::kSpace;
    const std::array<QPoint, 4> corners = {
        QPoint(what.right() + 1 + kGap, what.top()), QPoint(what.left() - kGap - size.width(), what.top()),
        QPoint(what.left(), what.bottom() + 1 + kGap), QPoint(what.left(), what.top() - kGap - size.height())};
    QRect best = keptOn({corners.front(), size}, screen);
    for (const QPoint& corner : corners)
        if (const QRect place = keptOn({corner, size}, screen); covered(place, what) < covered(best, what))
            best = place;
    return best;
}

void placeBeside(QWidget* window, const QWidget* what) {
    window->adjustSize();
    const QRect place(what->mapToGlobal(QPoint(0, 0)), what->size());
    window->move(besideRect(window->size(), place, what->screen()->availableGeometry()).topLeft());
}

} // namespace vitrine
