#include "widgets/graph/graph_note.h"

#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"

#include <QPainter>

namespace vitrine {

void paintRaisedGround(QWidget* widget) {
    const Tokens& tokens = tokensOf(widget->palette());
    QPainter painter(widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.line, 1.0));
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(QRectF(widget->rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
}

GraphNote::GraphNote(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void GraphNote::setText(const QString& text) {
    if (text == m_text)
        return;
    m_text = text;
    setVisible(!text.isEmpty());
    const QFontMetrics small(fonts::small());
    resize(small.horizontalAdvance(text) + 2 * metrics::kSpace, small.height() + metrics::kSpace);
    setAccessibleName(text);
    update();
}

void GraphNote::paintEvent(QPaintEvent*) {
    paintRaisedGround(this);
    QPainter painter(this);
    painter.setFont(fonts::small());
    painter.setPen(tokensOf(palette()).text2);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

} // namespace vitrine
