#include "app/gui/shell/inspector_panel.h"

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent), m_title(new QWidget(this)), m_head(new QWidget(this)), m_switch(new SegmentedControl(m_head)),
      m_hint(new TextLabel({}, TextSize::small, TextTone::muted, m_head)), m_body(new QVBoxLayout) {
    m_title->setFixedHeight(metrics::kTitleHeight);
    auto* name = new TextLabel(tr("Inspector"), TextSize::body, TextTone::text, m_title);
    name->setBold(true);
    auto* titleLine = new QHBoxLayout(m_title);
    titleLine->setContentsMargins(metrics::kPadding, 0, metrics::kSpace, 0);
    titleLine->addWidget(name);
    titleLine->addStretch();
    auto* undock = new QToolButton(m_title);
    undock->setAutoRaise(true);
    undock->setIcon(icon(QStringLiteral("undock"), IconTint::text2));
    undock->setAccessibleName(tr("Undock the inspector"));
    undock->setToolTip(tr("Into a window of its own, or back"));
    connect(undock, &QToolButton::clicked, this, &InspectorPanel::undockWanted);
    titleLine->addWidget(undock);

    m_hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kSpace);
    head->addWidget(m_switch);
    head->addWidget(m_hint, 1);
    m_body->setContentsMargins(0, 0, 0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addLayout(m_body, 1);
    connect(m_switch, &SegmentedControl::currentChanged, this, &InspectorPanel::show);
    m_head->hide();
}

void InspectorPanel::setPage(Page* page) {
    if (m_page)
        disconnect(m_page, nullptr, this, nullptr);
    // The widgets go back to the page that owns them.
    for (const Page::InspectorPart& part : std::as_const(m_parts))
        if (m_page && part.widget) {
            part.widget->hide();
            part.widget->setParent(m_page);
        }
    m_parts.clear();
    m_page = page;
    m_current = 0;
    if (page) {
        connect(page, &Page::inspectorChanged, this, &InspectorPanel::refresh);
        connect(page, &Page::inspectorWanted, this, &InspectorPanel::setCurrentPart);
    }
    refresh();
}

void InspectorPanel::refresh() {
    const QList<Page::InspectorPart> next = m_page ? m_page->inspectorParts() : QList<Page::InspectorPart>();
    const auto sameWidget = [](const Page::InspectorPart& a, const Page::InspectorPart& b) {
        return a.widget == b.widget && a.title == b.title;
    };
    const bool same = std::ranges::equal(next, m_parts, sameWidget);
    m_parts = next;
    if (!same) {
        const QSignalBlocker blocker(m_switch);
        m_switch->clear();
        for (const Page::InspectorPart& part : std::as_const(m_parts)) {
            m_switch->addSegment(part.title);
            if (part.widget->parentWidget() != this)
                m_body->addWidget(part.widget);
        }
    }
    show(std::clamp<int>(m_current, 0, std::max<int>(0, static_cast<int>(m_parts.size()) - 1)));
}

void InspectorPanel::setCurrentPart(int part) {
    if (part >= 0 && part < m_parts.size())
        show(part);
}

void InspectorPanel::show(int part) {
    m_current = part;
    for (int i = 0; i < m_parts.size(); ++i)
        m_parts[i].widget->setVisible(i == part);
    const QSignalBlocker blocker(m_switch);
    if (part < m_switch->count())
        m_switch->setCurrentIndex(part);
    const QString hint = part < m_parts.size() ? m_parts[part].hint : QString();
    m_hint->setText(hint);
    m_switch->setVisible(m_parts.size() > 1);
    m_head->setVisible(m_parts.size() > 1 || !hint.isEmpty());
}

} // namespace vitrine
