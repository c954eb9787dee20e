#include "widgets/data/two_line_header.h"

#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QPainter>

#include <algorithm>

namespace vitrine {

TwoLineHeader::TwoLineHeader(int secondRole, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_secondRole(secondRole) {
    setHighlightSections(false);
}

QSize TwoLineHeader::sizeHint() const {
    return {QHeaderView::sizeHint().width(), kHeight};
}

QSize TwoLineHeader::sectionSizeFromContents(int section) const {
    const QFontMetrics name(fonts::bold(fonts::small())), type(fonts::small());
    const int width =
        std::max(name.horizontalAdvance(model()->headerData(section, orientation()).toString()),
                 type.horizontalAdvance(model()->headerData(section, orientation(), m_secondRole).toString()));
    return {width + 2 * metrics::kSpace + 1, kHeight};
}

void TwoLineHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const Tokens& tokens = tokensOf(palette());
    painter->save();
    painter->fillRect(rect, tokens.window);
    painter->setPen(tokens.line2);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    const int alignment = model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt();
    const QRect text = rect.adjusted(metrics::kSpace, metrics::kGap, -metrics::kSpace, -metrics::kGap);
    const int half = text.height() / 2;
    const auto line = [&](const QRect& place, const QFont& font, const QColor& color, const QString& words) {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(place, (alignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter,
                          QFontMetrics(font).elidedText(words, Qt::ElideRight, place.width()));
    };
    line({text.left(), text.top(), text.width(), half}, fonts::bold(fonts::small()), tokens.text,
         model()->headerData(section, orientation()).toString());
    line({text.left(), text.top() + half, text.width(), text.height() - half}, fonts::small(), tokens.muted,
         model()->headerData(section, orientation(), m_secondRole).toString());
    painter->restore();
}

} // namespace vitrine
