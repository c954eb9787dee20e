#include "widgets/style/empty_state.h"

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace vitrine {

EmptyState::EmptyState(const QString& iconName, const QString& sentence, const QString& action, QWidget* parent)
    : QWidget(parent), m_iconName(iconName), m_icon(new QLabel),
      m_sentence(new TextLabel(sentence, TextSize::body, TextTone::text2)) {
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(metrics::kSpace);
    layout->addStretch();
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    layout->addWidget(m_sentence);
    if (!action.isEmpty()) {
        m_button = new QPushButton(action);
        layout->addWidget(m_button, 0, Qt::AlignHCenter);
        connect(m_button, &QPushButton::clicked, this, &EmptyState::triggered);
    }
    layout->addStretch();
    updateIcon();
}

void EmptyState::setSentence(const QString& sentence) {
    m_sentence->setText(sentence);
}

void EmptyState::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
    QWidget::changeEvent(event);
}

void EmptyState::updateIcon() {
    const QSize size(metrics::kEmptyIcon, metrics::kEmptyIcon);
    m_icon->setPixmap(icon(m_iconName, IconTint::text2).pixmap(size, devicePixelRatioF()));
}

} // namespace vitrine
