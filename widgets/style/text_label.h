#pragma once

#include <QLabel>

namespace vitrine {

enum class TextTone { text, text2, muted, accent, onAccent, ok, warning, error };
enum class TextSize { small, body, title, fixed };

/// Plain text in one of the program's colours and sizes. Follows the theme; what does not fit is elided and then has
/// the whole text as tool tip.
class TextLabel : public QLabel {
    Q_OBJECT
public:
    explicit TextLabel(const QString& text = {}, TextSize size = TextSize::body, TextTone tone = TextTone::text,
                       QWidget* parent = nullptr);

    void setTone(TextTone tone);
    TextTone tone() const { return m_tone; }
    void setBold(bool bold);
    void setElideMode(Qt::TextElideMode mode) { m_elide = mode; }
    /// Breaks between words into at most so many lines, of which the last is elided.
    void setMaxLines(int lines);
    /// Lines that the text takes at a width, at most the maximum.
    int linesAt(int width) const;
    /// Tool tip for the text that fits; an elided label shows its text first.
    void setHint(const QString& hint) { m_hint = hint; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isElided() const;
    QStringList linesFor(int width) const;

    TextTone m_tone;
    Qt::TextElideMode m_elide = Qt::ElideRight;
    int m_maxLines = 1;
    QString m_hint;
};

} // namespace vitrine
