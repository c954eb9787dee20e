#include "app/gui/shell/drop_area.h"

#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QPainter>

namespace vitrine {

namespace {
constexpr int kHeight = 168;
constexpr int kTextMargin = 24;
} // namespace

DropArea::DropArea(QWidget* parent) : QWidget(parent) {
    setFixedHeight(kHeight);
    setAccessibleName(tr("Drop files or a folder here"));
}

void DropArea::paintEvent(QPaintEvent*) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.line2, 1, Qt::CustomDashLine));
    QPen dashed(tokens.line2, 1);
    dashed.setDashPattern({4, 3});
    painter.setPen(dashed);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
    const int middle = width() / 2;
    icon(QStringLiteral("drop"), IconTint::text2)
        .paint(&painter, QRect(middle - metrics::kEmptyIcon / 2, 32, metrics::kEmptyIcon, metrics::kEmptyIcon));
    painter.setFont(fonts::body());
    painter.setPen(tokens.text);
    painter.drawText(QRect(0, 60, width(), 24), Qt::AlignCenter, tr("Drop files or a folder here"));
    painter.setFont(fonts::small());
    painter.setPen(tokens.muted);
    painter.drawText(QRect(kTextMargin, 88, width() - 2 * kTextMargin, 60),
                     static_cast<int>(Qt::AlignHCenter | Qt::AlignTop) | Qt::TextWordWrap,
                     tr("Molecules, graphs and tables. Files are recognised by their content and never changed."));
}

} // namespace vitrine
