#pragma once

#include <QFrame>

namespace vitrine {

class TextLabel;

/// One headline figure: what it is, the value with its unit, and a third line that says how sure it is or what it is
/// compared to (interval, baseline, range).
class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(QWidget* parent = nullptr);

    void setLabel(const QString& label);
    void setValue(const QString& value, const QString& unit = {});
    void setNote(const QString& note);
    /// Lines that the note takes at the width the card has now: one or two.
    int noteLines() const;
    /// Makes room for so many lines of the note.
    void setNoteRoom(int lines);
    int heightWith(int noteLines) const;
    /// Definition, shown as tool tip of the whole card.
    void setDefinition(const QString& text);
    QString label() const;
    QString value() const;
    QString unit() const;
    QString note() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateAccessibleName();

    TextLabel* m_label;
    TextLabel* m_value;
    TextLabel* m_unit;
    TextLabel* m_note;
};

} // namespace vitrine
