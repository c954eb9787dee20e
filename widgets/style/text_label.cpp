#include "widgets/style/text_label.h"

#include "widgets/style/fonts.h"
#include "widgets/style/tokens.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

namespace vitrine {
namespace {

QFont fontOf(TextSize size) {
    switch (size) {
    case TextSize::small: return fonts::small();
    case TextSize::title: return fonts::title();
    case TextSize::fixed: return fonts::fixedPitch();
    case TextSize::body: break;
    }
    return fonts::body();
}

QColor colorOf(TextTone tone, const Tokens& tokens) {
    switch (tone) {
    case TextTone::text: return tokens.text;
    case TextTone::text2: return tokens.text2;
    case TextTone::muted: return tokens.muted;
    case TextTone::accent: return tokens.accent;
    case TextTone::onAccent: return tokens.onAccent;
    case TextTone::ok: return tokens.ok;
    case TextTone::warning: return tokens.warning;
    case TextTone::error: return tokens.error;
    }
    return tokens.text;
}

} // namespace

TextLabel::TextLabel(const QString& text, TextSize size, TextTone tone, QWidget* parent)
    : QLabel(text, parent), m_tone(tone) {
    setTextFormat(Qt::PlainText);
    setFont(fontOf(size));
}

void TextLabel::setTone(TextTone tone) {
    m_tone = tone;
    update();
}

void TextLabel::setBold(bool bold) {
    QFont strong = font();
    strong.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    setFont(strong);
}

QSize TextLabel::minimumSizeHint() const {
    const QSize size = QLabel::minimumSizeHint();
    if (wordWrap() || m_elide == Qt::ElideNone)
        return size;
    return {std::min(size.width(), fontMetrics().averageCharWidth() * 4), size.height()};
}

void TextLabel::setMaxLines(int lines) {
    m_maxLines = lines;
    update();
}

QStringList TextLabel::linesFor(int width) const {
    QStringList lines;
    QTextLayout layout(text(), font());
    layout.beginLayout();
    while (lines.size() < m_maxLines) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        lines.append(text().mid(line.textStart(), line.textLength()).trimmed());
        if (lines.size() == m_maxLines) // what is left goes into the last one and is elided there
            lines.last() = text().mid(line.textStart()).trimmed();
    }
    layout.endLayout();
    return lines;
}

int TextLabel::linesAt(int width) const {
    return std::max(1, static_cast<int>(linesFor(width).size()));
}

bool TextLabel::isElided() const {
    if (m_maxLines > 1) {
        const QStringList lines = linesFor(contentsRect().width());
        return !lines.isEmpty() && fontMetrics().horizontalAdvance(lines.last()) > contentsRect().width();
    }
    return !wordWrap() && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool TextLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        QStringList lines;
        if (isElided())
            lines.append(text());
        if (!m_hint.isEmpty())
            lines.append(m_hint);
        if (!lines.isEmpty()) {
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), lines.join(QLatin1Char('\n')), this);
            return true;
        }
    }
    return QLabel::event(event);
}

void TextLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    painter.setPen(isEnabled() ? colorOf(m_tone, tokens) : tokens.muted);
    painter.setFont(font());
    const QRect rect = contentsRect();
    if (wordWrap()) {
        painter.drawText(rect, static_cast<int>(alignment()) | Qt::TextWordWrap, text());
        return;
    }
    if (m_maxLines > 1) {
        QRect line = rect;
        for (const QString& text : linesFor(rect.width())) {
            painter.drawText(line, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
                             fontMetrics().elidedText(text, m_elide, rect.width()));
            line.translate(0, fontMetrics().lineSpacing());
        }
        return;
    }
    const QString shown = isElided() ? fontMetrics().elidedText(text(), m_elide, rect.width()) : text();
    painter.drawText(rect, static_cast<int>(alignment()) | Qt::TextSingleLine, shown);
}

} // namespace vitrine
