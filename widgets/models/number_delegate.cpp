#include "widgets/models/number_delegate.h"

#include "widgets/models/flat_model.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace vitrine {
namespace {

double digitWidth(const QFontMetricsF& metrics) {
    double widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QLatin1Char(digit)));
    return widest;
}

} // namespace

double tabularWidth(const QFontMetricsF& metrics, const QString& text) {
    const double digit = digitWidth(metrics);
    double width = 0;
    for (QChar c : text)
        width += c.isDigit() ? digit : metrics.horizontalAdvance(c);
    return width;
}

void drawTabular(QPainter* painter, double right, double baseline, const QString& text) {
    const QFontMetricsF metrics(painter->font(), painter->device());
    const double digit = digitWidth(metrics);
    double x = right - tabularWidth(metrics, text);
    for (QChar c : text) {
        const double own = metrics.horizontalAdvance(c);
        const double width = c.isDigit() ? digit : own;
        painter->drawText(QPointF(x + (width - own) / 2, baseline), QString(c));
        x += width;
    }
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const bool missing = index.data(MissingRole).toBool();
    const bool number = item.displayAlignment & Qt::AlignRight;
    const Tokens& tokens = tokensOf(item.palette);
    if (!number) {
        if (missing)
            for (QPalette::ColorRole role : {QPalette::Text, QPalette::HighlightedText})
                item.palette.setColor(role, item.state & QStyle::State_Selected ? tokens.text2 : tokens.muted);
        const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        return;
    }
    const QString text = item.text;
    item.text.clear();
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    painter->save();
    painter->setFont(item.font);
    const QColor quiet = item.state & QStyle::State_Selected ? tokens.text2 : tokens.muted;
    painter->setPen(missing || !(item.state & QStyle::State_Enabled) ? quiet : tokens.text);
    const QRectF rect = QRectF(item.rect).adjusted(metrics::kSpace, 0, -metrics::kSpace, 0);
    const QFontMetricsF fontMetrics(item.font);
    const double baseline = rect.center().y() + (fontMetrics.ascent() - fontMetrics.descent()) / 2;
    if (tabularWidth(fontMetrics, text) <= rect.width())
        drawTabular(painter, rect.right(), baseline, text);
    else
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          fontMetrics.elidedText(text, Qt::ElideRight, rect.width()));
    painter->restore();
}

} // namespace vitrine
