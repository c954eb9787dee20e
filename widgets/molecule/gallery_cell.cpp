#include "widgets/molecule/gallery_cell.h"

#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"

#include <QPainter>

namespace vitrine {
namespace {

constexpr double kTextMargin = 7.0;
constexpr double kTextGap = 6.0;
constexpr double kPictureMargin = 4.0;

} // namespace

QRectF GalleryCell::frameOf(const QRectF& place) {
    constexpr double kHalf = kGap / 2.0;
    return place.adjusted(kHalf, kHalf, -kHalf, -kHalf);
}

QRectF GalleryCell::pictureOf(const QRectF& frame) {
    return frame.adjusted(kPictureMargin, kPictureMargin, -kPictureMargin, -kPictureMargin - kFooter);
}

void GalleryCell::paint(QPainter& painter, const QRectF& frame, const QColor& border, const Tokens& tokens) const {
    painter.setPen(QPen(border, 1.0));
    painter.setBrush(tokens.base);
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
    const QRectF footer(frame.left(), frame.bottom() - kFooter, frame.width(), kFooter);
    painter.setPen(QPen(tokens.line, 1.0));
    painter.drawLine(QPointF(footer.left() + 1.0, footer.top() + 0.5),
                     QPointF(footer.right() - 1.0, footer.top() + 0.5));
    const QFont font = fonts::small();
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const double valueWidth = value.isEmpty() ? 0.0 : metrics.horizontalAdvance(value);
    const QRectF text = footer.adjusted(kTextMargin, 1.0, -kTextMargin, 0.0);
    painter.setPen(tokens.text);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, value);
    const double room = text.width() - valueWidth - (value.isEmpty() ? 0.0 : kTextGap);
    painter.setPen(tokens.text2);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(name, Qt::ElideRight, room));
}

} // namespace vitrine
