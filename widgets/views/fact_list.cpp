#include "widgets/views/fact_list.h"

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine {

FactList::FactList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(metrics::kGap);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FactList::setFacts(const QList<Fact>& facts) {
    if (facts == m_facts)
        return;
    m_facts = facts;
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Fact& fact : facts) {
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::kGap);
        auto* name = new TextLabel(fact.name, TextSize::body, TextTone::text2);
        auto* value = new TextLabel(fact.value, TextSize::body);
        value->setBold(fact.strong);
        value->setElideMode(Qt::ElideNone); // half a number is a wrong one
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        name->setHint(fact.hint);
        value->setHint(fact.hint);
        row->addWidget(name);
        row->addWidget(value, 1);
        if (!fact.note.isEmpty())
            row->addWidget(new TextLabel(fact.note, TextSize::small, TextTone::muted));
        m_layout->addWidget(line);
    }
}

CopyLine::CopyLine(const QString& what, QWidget* parent)
    : QWidget(parent), m_label(new TextLabel({}, TextSize::fixed, TextTone::text2)) {
    m_label->setElideMode(Qt::ElideMiddle);
    auto* copy = new QToolButton;
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy %1").arg(what));
    copy->setAccessibleName(copy->toolTip());
    setSmall(copy);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kGap);
    row->addWidget(m_label, 1);
    row->addWidget(copy);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setVisible(false);
}

void CopyLine::setText(const QString& text) {
    m_text = text;
    m_label->setText(text);
    setVisible(!text.isEmpty());
}

} // namespace vitrine
