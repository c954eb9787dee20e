#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"
#include "widgets/style/style_properties.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace vitrine::style {

void box(QPainter* painter, const QRectF& rect, const QColor& fill, const QColor& border, double radius,
         double borderWidth) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool bordered = border.alpha() > 0;
    const double inset = bordered ? borderWidth / 2 : 0.0;
    painter->setPen(bordered ? QPen(border, borderWidth) : QPen(Qt::NoPen));
    painter->setBrush(fill.alpha() > 0 ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
}

bool flag(const QWidget* widget, const char* property) {
    return widget && widget->property(property).toBool();
}

void glyph(QPainter* painter, const char* iconName, const QRect& rect, const QColor& color) {
    // The tinted icon is a mask here: any palette colour may be asked for.
    const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
    QPixmap image = icon(QString::fromLatin1(iconName)).pixmap(rect.size(), ratio);
    QPainter tint(&image);
    tint.setCompositionMode(QPainter::CompositionMode_SourceIn);
    tint.fillRect(QRect(QPoint(), rect.size()), color);
    tint.end();
    painter->drawPixmap(rect, image);
}

void field(QPainter* painter, const QStyleOption* option, const QWidget* widget) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool focus = enabled && (option->state & QStyle::State_HasFocus);
    const bool readOnly = (option->state & QStyle::State_ReadOnly) && !flag(widget, kClickable);
    QColor border = focus ? tokens.accent : enabled ? tokens.line2 : tokens.line;
    if (flag(widget, kInvalid))
        border = tokens.error;
    box(painter, option->rect, enabled && !readOnly ? tokens.base : tokens.window, border, metrics::kRadius,
        focus ? metrics::kFocusWidth : 1);
}

void comboBox(QPainter* painter, const QStyleOptionComboBox* option, const QWidget* widget) {
    const Tokens& tokens = tokensOf(option->palette);
    QStyleOption frame = *option;
    field(painter, &frame, widget);
    if (option->subControls & QStyle::SC_ComboBoxArrow) {
        const int side = 12;
        const QRect arrow(option->rect.right() - side - 8, option->rect.center().y() - side / 2 + 1, side, side);
        glyph(painter, "chev", arrow, option->state & QStyle::State_Enabled ? tokens.text2 : tokens.muted);
    }
}

void spinBox(QPainter* painter, const QStyleOptionSpinBox* option, const QWidget* widget) {
    QStyleOption frame = *option;
    field(painter, &frame, widget);
    const bool hovered = (option->state & QStyle::State_MouseOver) && (option->state & QStyle::State_Enabled);
    if (option->buttonSymbols == QAbstractSpinBox::NoButtons || !hovered)
        return; // the steppers appear under the pointer only; arrow keys and wheel always work
    const Tokens& tokens = tokensOf(option->palette);
    const int side = 10;
    const int left = option->rect.right() - side - 5;
    const int middle = option->rect.center().y() + 1;
    const bool canUp = option->stepEnabled & QAbstractSpinBox::StepUpEnabled;
    const bool canDown = option->stepEnabled & QAbstractSpinBox::StepDownEnabled;
    painter->save();
    painter->translate(left + side / 2.0, middle - side / 2.0 - 0.5);
    painter->rotate(180);
    glyph(painter, "chev", QRect(-side / 2, -side / 2, side, side), canUp ? tokens.text2 : tokens.line2);
    painter->restore();
    glyph(painter, "chev", QRect(left, middle, side, side), canDown ? tokens.text2 : tokens.line2);
}

void slider(QPainter* painter, const QStyleOptionSlider* option) {
    const Tokens& tokens = tokensOf(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool horizontal = option->orientation == Qt::Horizontal;
    const QRectF rect(option->rect);
    const double knob = 14;
    const double length = (horizontal ? rect.width() : rect.height()) - knob;
    const int span = std::max(option->maximum - option->minimum, 1);
    double part = static_cast<double>(option->sliderPosition - option->minimum) / span;
    if (option->upsideDown)
        part = 1.0 - part;
    const double at = knob / 2 + part * length;
    const QColor lit = enabled ? tokens.accent : tokens.line2;
    const double thickness = 4;
    const auto bar = [&](double from, double to, const QColor& color) {
        const QRectF piece = horizontal
                                 ? QRectF(rect.left() + from, rect.center().y() - thickness / 2, to - from, thickness)
                                 : QRectF(rect.center().x() - thickness / 2, rect.top() + from, thickness, to - from);
        box(painter, piece, color, Qt::transparent, thickness / 2);
    };
    const double end = horizontal ? rect.width() : rect.height();
    bar(0, end, tokens.line2);
    if (horizontal)
        bar(0, at, lit);
    else
        bar(at, end, lit);
    const QPointF centre =
        horizontal ? QPointF(rect.left() + at, rect.center().y()) : QPointF(rect.center().x(), rect.top() + at);
    const QRectF disc(centre.x() - knob / 2, centre.y() - knob / 2, knob, knob);
    const bool emphasised = option->state & QStyle::State_HasFocus;
    if (emphasised)
        box(painter, disc, tokens.base, lit, knob / 2, metrics::kFocusWidth);
    box(painter, emphasised ? disc.adjusted(3, 3, -3, -3) : disc.adjusted(1, 1, -1, -1), lit, Qt::transparent,
        knob / 2);
}

void scrollBar(QPainter* painter, const QStyleOptionSlider* option, const QRect& handle, const QColor& behind) {
    const Tokens& tokens = tokensOf(option->palette);
    painter->fillRect(option->rect, behind);
    if (option->maximum <= option->minimum)
        return;
    const bool horizontal = option->orientation == Qt::Horizontal;
    const bool active =
        (option->state & QStyle::State_Sunken) ||
        ((option->state & QStyle::State_MouseOver) && (option->activeSubControls & QStyle::SC_ScrollBarSlider));
    const QRectF rect = horizontal ? QRectF(handle).adjusted(2, 3, -2, -3) : QRectF(handle).adjusted(3, 2, -3, -2);
    box(painter, rect, active ? tokens.axis : tokens.line2, Qt::transparent, 3);
}

namespace {
QRectF progressRect(const QRect& rect) {
    return {double(rect.left()), rect.top() + (rect.height() - metrics::kProgressHeight) / 2.0, double(rect.width()),
            double(metrics::kProgressHeight)};
}
} // namespace

void progressGroove(QPainter* painter, const QStyleOption* option) {
    const Tokens& tokens = tokensOf(option->palette);
    box(painter, progressRect(option->rect), tokens.line, Qt::transparent, metrics::kProgressHeight / 2.0);
}

void progressContents(QPainter* painter, const QStyleOptionProgressBar* option) {
    const Tokens& tokens = tokensOf(option->palette);
    const int span = option->maximum - option->minimum;
    QRectF rect = progressRect(option->rect);
    if (span <= 0) {
        // Unknown length: a third in the middle; nothing moves, the stage text tells what goes on.
        rect.adjust(rect.width() / 3, 0, -rect.width() / 3, 0);
    } else {
        const double part = std::clamp(static_cast<double>(option->progress - option->minimum) / span, 0.0, 1.0);
        if (part <= 0)
            return;
        rect.setWidth(std::max(rect.width() * part, rect.height()));
    }
    const bool enabled = option->state & QStyle::State_Enabled;
    box(painter, rect, enabled ? tokens.accent : tokens.muted, Qt::transparent, metrics::kProgressHeight / 2.0);
}

} // namespace vitrine::style
