#include "app/gui/shell/status_line.h"

#include "core/jobs/process_memory.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icon_label.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QTimer>
#include <QToolButton>

#include <unistd.h>

namespace vitrine {

namespace {

constexpr int kMessageMs = 8000;

std::int64_t installedBytes() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? static_cast<std::int64_t>(pages) * size : 0;
}

TextLabel* smallLabel(QWidget* parent) {
    return new TextLabel({}, TextSize::small, TextTone::text2, parent);
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent), m_project(smallLabel(this)), m_state(smallLabel(this)), m_jobs(new QToolButton(this)),
      m_page(smallLabel(this)), m_device(smallLabel(this)), m_memory(smallLabel(this)) {
    setSizeGripEnabled(false);
    setFixedHeight(metrics::kStatusBarHeight);
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(metrics::kPadding - 2, 0, metrics::kPadding - 2, 0);
    layout->setSpacing(metrics::kPageMargin);
    auto* chip = new IconLabel(QStringLiteral("cpu"), IconTint::text2, metrics::kPadding, box);
    m_jobs->setIcon(icon(QStringLiteral("run"), IconTint::accent));
    m_jobs->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_jobs->setFont(fonts::small());
    m_jobs->setFixedHeight(metrics::kStatusBarHeight - 4);
    m_jobs->setAccessibleName(tr("Show the jobs"));
    m_jobs->setToolTip(tr("Show the jobs"));
    m_jobs->hide();
    m_page->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* device = new QHBoxLayout;
    device->setSpacing(metrics::kGap);
    device->addWidget(chip);
    device->addWidget(m_device);
    layout->addWidget(m_project);
    layout->addWidget(m_state);
    layout->addWidget(m_jobs);
    layout->addWidget(m_page, 1);
    layout->addLayout(device);
    layout->addWidget(m_memory);
    addWidget(box, 1);
    connect(m_jobs, &QToolButton::clicked, this, &StatusLine::jobsClicked);
    updateMemory();
}

void StatusLine::setProject(const QString& name, const QString& state) {
    m_project->setText(name);
    m_state->setText(state);
}

void StatusLine::setPageText(const QString& text) {
    m_pageText = text;
    m_page->setText(text);
}

void StatusLine::say(const QString& message) {
    m_page->setText(message);
    QTimer::singleShot(kMessageMs, this, [this, message] {
        if (m_page->text() == message)
            m_page->setText(m_pageText);
    });
}

void StatusLine::setJobs(const QString& summary) {
    m_jobs->setText(summary);
    m_jobs->setVisible(!summary.isEmpty());
}

void StatusLine::setThreads(int threads) {
    m_device->setText(threads == 1 ? tr("CPU, 1 thread") : tr("CPU, %1 threads").arg(threads));
}

void StatusLine::updateMemory() {
    m_memory->setText(tr("%1 of %2").arg(bytesText(residentBytes()), bytesText(installedBytes())));
}

} // namespace vitrine
