#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace vitrine::style {

void headerSection(QPainter* painter, const QStyleOptionHeader* option) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool hovered = option->state & QStyle::State_MouseOver && option->state & QStyle::State_Enabled;
    painter->fillRect(option->rect, hovered ? tokens.hover : tokens.window);
    if (option->orientation == Qt::Horizontal)
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), tokens.line2);
    else
        painter->fillRect(QRect(option->rect.right(), option->rect.top(), 1, option->rect.height()), tokens.line);
}

void tab(QPainter* painter, const QStyleOptionTab* option) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool selected = option->state & QStyle::State_Selected;
    const bool hovered = option->state & QStyle::State_MouseOver;
    const QRect rect = option->rect;
    painter->save();
    if (selected) {
        painter->fillRect(rect, tokens.base);
        painter->fillRect(QRect(rect.left(), rect.top(), 1, rect.height()), tokens.line);
        painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), tokens.line);
        painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), tokens.accent);
    } else {
        if (hovered)
            painter->fillRect(rect.adjusted(0, 0, 0, -1), tokens.hover);
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens.line);
    }
    if (option->state & QStyle::State_HasFocus)
        box(painter, QRectF(rect).adjusted(2, 3, -2, -2), Qt::transparent, tokens.accent, metrics::kRadius,
            metrics::kFocusWidth);
    painter->restore();
}

void itemBackground(QPainter* painter, const QStyleOptionViewItem* option) {
    const Tokens& tokens = tokensOf(option->palette);
    if (option->state & QStyle::State_Selected)
        painter->fillRect(option->rect, tokens.selection);
    else if (option->state & QStyle::State_MouseOver && option->state & QStyle::State_Enabled)
        painter->fillRect(option->rect, tokens.hover);
    else if (option->backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(option->rect, option->backgroundBrush);
}

void branch(QPainter* painter, const QStyleOption* option) {
    if (!(option->state & QStyle::State_Children))
        return;
    const Tokens& tokens = tokensOf(option->palette);
    const int side = 12;
    const QRect rect(option->rect.center().x() - side / 2 + 1, option->rect.center().y() - side / 2 + 1, side, side);
    glyph(painter, option->state & QStyle::State_Open ? "chev" : "chevr", rect, tokens.muted);
}

} // namespace vitrine::style
