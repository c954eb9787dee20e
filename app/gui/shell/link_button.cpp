#include "app/gui/shell/link_button.h"

#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QPainter>

namespace vitrine {

LinkButton::LinkButton(const QString& text, QWidget* parent) : QToolButton(parent) {
    setText(text);
    setAutoRaise(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
}

QSize LinkButton::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + 2 * metrics::kSpace, metrics::kButtonHeight};
}

void LinkButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = tokensOf(palette());
    QFont shown = font();
    shown.setUnderline(underMouse());
    painter.setFont(shown);
    painter.setPen(isEnabled() ? tokens.accent : tokens.muted);
    painter.drawText(rect(), Qt::AlignCenter, text());
    if (hasFocus()) {
        painter.setPen(QPen(tokens.accent, metrics::kFocusWidth));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
    }
}

} // namespace vitrine
