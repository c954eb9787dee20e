#include "app/gui/run/run_header.h"

#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/badge.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>

#include <cmath>

namespace vitrine {

namespace {
constexpr int kFactsMinimum = 120;
} // namespace

RunHeader::RunHeader(QWidget* parent)
    : QWidget(parent), m_title(new TextLabel({}, TextSize::title, TextTone::text, this)), m_badge(new Badge),
      m_stale(new Badge(tr("Stale"), BadgeKind::warning)),
      m_facts(new TextLabel({}, TextSize::small, TextTone::muted, this)), m_switch(new SegmentedControl(this)),
      m_combo(new QComboBox(this)),
      m_report(new QPushButton(icon(QStringLiteral("report")), tr("Add to report"), this)) {
    setFixedHeight(metrics::kPageHeaderHeight);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_stale->hide();
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_combo->setAccessibleName(tr("Page of the run"));
    m_combo->hide();
    m_report->setToolTip(tr("A report with everything this run found"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(m_title);
    layout->addWidget(m_badge);
    layout->addWidget(m_stale);
    layout->addWidget(m_facts, 1);
    layout->addWidget(m_switch);
    layout->addWidget(m_combo);
    layout->addWidget(m_report);
    connect(m_switch, &SegmentedControl::currentChanged, this, &RunHeader::pageChosen);
    connect(m_combo, &QComboBox::activated, this, &RunHeader::pageChosen);
    connect(m_report, &QPushButton::clicked, this, &RunHeader::addToReport);
}

void RunHeader::setTitle(const QString& title) {
    m_title->setText(title);
    fitSwitch();
}

void RunHeader::setFacts(const QString& facts) {
    m_facts->setText(facts);
}

void RunHeader::setStatus(const JobStatus& status, bool isPartial) {
    const int percent = static_cast<int>(std::floor(status.fraction * 100.0));
    switch (status.state) {
    case RunState::queued:
        m_badge->setKind(BadgeKind::plain);
        m_badge->setIconName(QStringLiteral("clock"));
        m_badge->setText(tr("Waiting"));
        break;
    case RunState::running:
        m_badge->setKind(BadgeKind::running);
        m_badge->setText(status.cancelRequested ? tr("Stopping") : tr("Running, %1 %").arg(percent));
        break;
    case RunState::finished:
        m_badge->setKind(BadgeKind::ok);
        m_badge->setText(tr("Finished"));
        break;
    case RunState::failed:
        m_badge->setKind(BadgeKind::error);
        m_badge->setText(tr("Failed"));
        break;
    case RunState::cancelled:
        m_badge->setKind(BadgeKind::warning);
        m_badge->setText(isPartial ? tr("Cancelled, partial") : tr("Cancelled"));
        break;
    case RunState::interrupted:
        m_badge->setKind(BadgeKind::warning);
        m_badge->setText(tr("Interrupted"));
        break;
    }
    m_badge->setToolTip(toQString(status.message));
    fitSwitch();
}

void RunHeader::setStale(const QString& reason) {
    m_stale->setVisible(!reason.isEmpty());
    m_stale->setToolTip(reason);
    m_stale->setAccessibleDescription(reason);
    fitSwitch();
}

void RunHeader::setPages(const QStringList& names) {
    const QSignalBlocker blockSwitch(m_switch);
    const QSignalBlocker blockCombo(m_combo);
    m_switch->clear();
    m_combo->clear();
    for (const QString& name : names)
        m_switch->addSegment(name);
    m_combo->addItems(names);
    fitSwitch();
}

void RunHeader::setCurrentPage(int index) {
    const QSignalBlocker blockSwitch(m_switch);
    const QSignalBlocker blockCombo(m_combo);
    m_switch->setCurrentIndex(index);
    m_combo->setCurrentIndex(index);
}

void RunHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitSwitch();
}

void RunHeader::fitSwitch() {
    const int stale = m_stale->isHidden() ? 0 : m_stale->sizeHint().width() + metrics::kSpace;
    const int fixed = m_title->sizeHint().width() + m_badge->sizeHint().width() + stale + m_report->sizeHint().width() +
                      kFactsMinimum + 2 * metrics::kPageMargin + 4 * metrics::kSpace;
    const bool fits = fixed + m_switch->sizeHint().width() <= width();
    m_switch->setVisible(fits);
    m_combo->setVisible(!fits);
}

} // namespace vitrine
