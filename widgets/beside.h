#pragma once

#include <QRect>

class QWidget;

namespace vitrine {

/// Where a window of this size covers the least of `what`: at the right of it, at the left, below or above, kept on the
/// screen. All rectangles are global.
QRect besideRect(const QSize& size, const QRect& what, const QRect& screen);

/// Moves a window that is not shown yet there, so that what it changes stays in sight.
void placeBeside(QWidget* window, const QWidget* what);

} // namespace vitrine
