#include "widgets/parameter_form/form_section.h"

#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine {

namespace {
constexpr int kRowGap = metrics::kFieldPitch - metrics::kFieldHeight;
} // namespace

FormSection::FormSection(const QString& title, QWidget* parent)
    : QWidget(parent), m_header(new QToolButton(this)),
      m_hint(new TextLabel({}, TextSize::small, TextTone::muted, this)), m_body(new QWidget(this)),
      m_contents(new QVBoxLayout(m_body)) {
    m_header->setText(title);
    m_header->setCheckable(true);
    m_header->setChecked(true);
    m_header->setAutoRaise(true);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setArrowType(Qt::DownArrow);
    setFolding(m_header);
    m_header->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_header->setFixedHeight(metrics::kButtonHeight);
    m_header->setAccessibleName(title);
    m_header->setToolTip(tr("Fold or unfold %1").arg(title));
    m_header->setFont(fonts::bold(fonts::body()));

    auto* head = new QHBoxLayout;
    head->setContentsMargins(metrics::kPadding / 2, 0, metrics::kPadding, 0);
    head->addWidget(m_header);
    head->addStretch();
    head->addWidget(m_hint);
    m_contents->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kPadding / 2);
    m_contents->setSpacing(kRowGap);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_body);
    connect(m_header, &QToolButton::toggled, this, [this](bool on) {
        m_header->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        m_body->setVisible(on);
    });
}

void FormSection::setHint(const QString& hint) {
    m_hint->setText(hint);
}

void FormSection::setExpanded(bool expanded) {
    m_header->setChecked(expanded);
}

bool FormSection::isExpanded() const {
    return m_header->isChecked();
}

} // namespace vitrine
