#include "widgets/style/card.h"

#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace vitrine {

namespace {
constexpr int kMostNoteLines = 2;
} // namespace

Card::Card(QWidget* parent)
    : QFrame(parent), m_label(new TextLabel({}, TextSize::small, TextTone::text2)),
      m_value(new TextLabel({}, TextSize::title)), m_unit(new TextLabel({}, TextSize::small, TextTone::text2)),
      m_note(new TextLabel({}, TextSize::small, TextTone::muted)) {
    setFrameShape(QFrame::NoFrame);
    setFixedHeight(metrics::kCardHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, 7, metrics::kPadding, 7);
    layout->setSpacing(0);
    layout->addWidget(m_label);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    m_value->setElideMode(Qt::ElideNone);
    row->addWidget(m_value, 0, Qt::AlignBaseline);
    row->addWidget(m_unit, 1, Qt::AlignBaseline);
    layout->addLayout(row);
    layout->addWidget(m_note);
}

int Card::noteLines() const {
    const QMargins margins = layout()->contentsMargins();
    m_note->setMaxLines(kMostNoteLines);
    return m_note->linesAt(width() - margins.left() - margins.right());
}

int Card::heightWith(int noteLines) const {
    return metrics::kCardHeight + (noteLines - 1) * m_note->fontMetrics().lineSpacing();
}

void Card::setNoteRoom(int lines) {
    m_note->setMaxLines(lines);
    m_note->setFixedHeight(lines * m_note->fontMetrics().lineSpacing());
    setFixedHeight(heightWith(lines));
}

void Card::setLabel(const QString& label) {
    m_label->setText(label);
    updateAccessibleName();
}

void Card::setValue(const QString& value, const QString& unit) {
    m_value->setText(value);
    m_unit->setText(unit);
    updateAccessibleName();
}

void Card::setNote(const QString& note) {
    m_note->setText(note);
    updateAccessibleName();
}

void Card::setDefinition(const QString& text) {
    for (TextLabel* part : {m_label, m_value, m_unit, m_note})
        part->setHint(text);
    setToolTip(text);
}

QString Card::label() const {
    return m_label->text();
}

QString Card::value() const {
    return m_value->text();
}

QString Card::unit() const {
    return m_unit->text();
}

QString Card::note() const {
    return m_note->text();
}

void Card::updateAccessibleName() {
    setAccessibleName(QStringLiteral("%1: %2 %3").arg(label(), value(), unit()).trimmed());
    setAccessibleDescription(note());
}

void Card::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    style::box(&painter, rect(), tokens.raised, tokens.line, metrics::kRadius);
}

} // namespace vitrine
