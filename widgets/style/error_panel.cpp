#include "widgets/style/error_panel.h"

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace vitrine {

ErrorPanel::ErrorPanel(QWidget* parent)
    : QWidget(parent), m_title(new TextLabel({}, TextSize::body)),
      m_text(new TextLabel({}, TextSize::body, TextTone::text2)), m_buttons(new QHBoxLayout) {
    m_title->setBold(true);
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(40, 10, metrics::kPadding, 10);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    m_buttons->setContentsMargins(0, 6, 0, 0);
    m_buttons->setSpacing(metrics::kSpace);
    m_buttons->addStretch();
    layout->addLayout(m_buttons);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void ErrorPanel::setMessage(const QString& title, const QString& text) {
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
}

QString ErrorPanel::title() const {
    return m_title->text();
}

QString ErrorPanel::text() const {
    return m_text->text();
}

QPushButton* ErrorPanel::addAction(const QString& text) {
    auto* button = new QPushButton(text);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

void ErrorPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    style::box(&painter, rect(), tokens.errorGround, tokens.error, metrics::kRadius);
    icon(QStringLiteral("error"), IconTint::error)
        .paint(&painter, QRect(metrics::kPadding, metrics::kPadding - 1, metrics::kIcon, metrics::kIcon));
}

} // namespace vitrine
