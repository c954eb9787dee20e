#pragma once

#include "widgets/style/tokens.h"

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionViewItem;
class QWidget;

/// Painting of single controls for VitrineStyle.
namespace vitrine::style {

/// Rounded box with a border of one pixel (or `borderWidth`), crisp at every scale.
void box(QPainter* painter, const QRectF& rect, const QColor& fill, const QColor& border, double radius,
         double borderWidth = 1.0);
void glyph(QPainter* painter, const char* iconName, const QRect& rect, const QColor& color);
bool flag(const QWidget* widget, const char* property);

void pushButton(QPainter* painter, const QStyleOption* option, const QWidget* widget);
void toolButton(QPainter* painter, const QStyleOption* option, const QWidget* widget);
void field(QPainter* painter, const QStyleOption* option, const QWidget* widget);
void comboBox(QPainter* painter, const QStyleOptionComboBox* option, const QWidget* widget);
void spinBox(QPainter* painter, const QStyleOptionSpinBox* option, const QWidget* widget);
void checkBox(QPainter* painter, const QStyleOption* option);
void radioButton(QPainter* painter, const QStyleOption* option);
void slider(QPainter* painter, const QStyleOptionSlider* option);
void scrollBar(QPainter* painter, const QStyleOptionSlider* option, const QRect& handle, const QColor& behind);
void progressGroove(QPainter* painter, const QStyleOption* option);
void progressContents(QPainter* painter, const QStyleOptionProgressBar* option);

void headerSection(QPainter* painter, const QStyleOptionHeader* option);
void tab(QPainter* painter, const QStyleOptionTab* option);
void itemBackground(QPainter* painter, const QStyleOptionViewItem* option);
void branch(QPainter* painter, const QStyleOption* option);

} // namespace vitrine::style
