#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"
#include "widgets/style/style_properties.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QWidget>

namespace vitrine::style {
namespace {

/// Buttons show their ring to those who use the keyboard.
bool hasKeyboardFocus(const QStyleOption* option) {
    return (option->state & QStyle::State_HasFocus) && (option->state & QStyle::State_KeyboardFocusChange);
}

QPainterPath segmentPath(const QRectF& rect, const QString& position) {
    // Only the outer corners of a segmented control are round.
    const double r = metrics::kRadius;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRoundedRect(rect, r, r);
    if (position == QLatin1String("first") || position == QLatin1String("middle"))
        path.addRect(QRectF(rect.center().x(), rect.top(), rect.width() / 2, rect.height()));
    if (position == QLatin1String("last") || position == QLatin1String("middle"))
        path.addRect(QRectF(rect.left(), rect.top(), rect.width() / 2, rect.height()));
    return path.simplified();
}

void segment(QPainter* painter, const QStyleOption* option, const QString& position) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool checked = option->state & QStyle::State_On;
    const bool hovered = (option->state & QStyle::State_MouseOver) && (option->state & QStyle::State_Enabled);
    QRectF rect = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (position == QLatin1String("first") || position == QLatin1String("middle"))
        rect.setRight(rect.right() + 1); // shares the border with its right neighbour
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(option->rect);
    painter->setPen(tokens.line2);
    painter->setBrush(checked ? tokens.selection : hovered ? tokens.hover : tokens.button);
    painter->drawPath(segmentPath(rect, position));
    if (hasKeyboardFocus(option)) {
        painter->setPen(QPen(tokens.accent, metrics::kFocusWidth));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
    }
    painter->restore();
}

} // namespace

void pushButton(QPainter* painter, const QStyleOption* option, const QWidget* widget) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool pressed = option->state & QStyle::State_Sunken;
    const bool hovered = enabled && (option->state & QStyle::State_MouseOver);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (button && button->features & QStyleOptionButton::Flat && !hovered && !pressed && !hasKeyboardFocus(option))
        return;
    QColor fill = pressed ? tokens.selection : hovered ? tokens.hover : tokens.button;
    QColor border = tokens.line2;
    if (option->state & QStyle::State_On)
        fill = tokens.selection;
    if (!enabled) {
        fill = tokens.window;
        border = tokens.line;
    } else if (flag(widget, kPrimary)) {
        // Pressed and hovered stay in the accent, moved a little towards the text colour.
        fill = mixed(tokens.accent, tokens.text, pressed ? 0.24 : hovered ? 0.12 : 0.0);
        border = fill;
    } else if (flag(widget, kDanger)) {
        fill = hovered ? tokens.errorGround : tokens.button;
        border = tokens.error;
    }
    box(painter, option->rect, fill, border, metrics::kRadius);
    if (!enabled || !hasKeyboardFocus(option))
        return;
    if (flag(widget, kPrimary)) // a ring of accent would not show on accent: leave a gap in front of it
        box(painter, QRectF(option->rect).adjusted(2, 2, -2, -2), Qt::transparent, tokens.onAccent, 2, 1.5);
    else
        box(painter, option->rect, Qt::transparent, tokens.accent, metrics::kRadius, metrics::kFocusWidth);
}

void toolButton(QPainter* painter, const QStyleOption* option, const QWidget* widget) {
    const QString position = widget ? widget->property(kSegment).toString() : QString();
    if (!position.isEmpty())
        return segment(painter, option, position);
    if (!(option->state & QStyle::State_AutoRaise))
        return pushButton(painter, option, widget);
    const Tokens& tokens = tokensOf(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const QStyle::State lit = flag(widget, kFolding) ? QStyle::State_Sunken : QStyle::State_Sunken | QStyle::State_On;
    if (enabled && (option->state & lit))
        box(painter, option->rect, tokens.selection, Qt::transparent, metrics::kRadius);
    else if (enabled && (option->state & QStyle::State_MouseOver))
        box(painter, option->rect, mixed(tokens.hover, tokens.text, 0.04), Qt::transparent, metrics::kRadius);
    if (hasKeyboardFocus(option))
        box(painter, option->rect, Qt::transparent, tokens.accent, metrics::kRadius, metrics::kFocusWidth);
}

void checkBox(QPainter* painter, const QStyleOption* option) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & QStyle::State_On;
    const bool partly = option->state & QStyle::State_NoChange;
    QRectF rect(option->rect);
    const double side = 14;
    rect = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side);
    const bool filled = on || partly;
    const QColor mark = enabled ? tokens.accent : tokens.muted;
    const bool focus = option->state & QStyle::State_HasFocus;
    box(painter, rect,
        filled    ? mark
        : enabled ? tokens.base
                  : tokens.window,
        filled || focus ? mark : (enabled ? tokens.line2 : tokens.line), 3, focus && !filled ? 2 : 1);
    if (on)
        glyph(painter, "check", rect.toRect().adjusted(1, 1, -1, -1), tokens.onAccent);
    else if (partly)
        painter->fillRect(QRectF(rect.left() + 3, rect.center().y() - 1, side - 6, 2), tokens.onAccent);
}

void radioButton(QPainter* painter, const QStyleOption* option) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool on = option->state & QStyle::State_On;
    const QPointF centre = QRectF(option->rect).center();
    const QColor mark = enabled ? tokens.accent : tokens.muted;
    const QRectF rect(centre.x() - 7, centre.y() - 7, 14, 14);
    box(painter, rect, enabled ? tokens.base : tokens.window, on ? mark : tokens.line2, 7, on ? 1.5 : 1);
    if (on)
        box(painter, rect.adjusted(4, 4, -4, -4), mark, Qt::transparent, 3);
}

} // namespace vitrine::style
