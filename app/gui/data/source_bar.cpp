#include "app/gui/data/source_bar.h"

#include "app/gui/data/growing_files.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/style/badge.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/tokens.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

namespace vitrine {

namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

/// "98 kB of 12.11.26 14:03"
QString factsText(std::int64_t bytes, std::int64_t modifiedNs) {
    if (modifiedNs == 0)
        return displayBytes(bytes);
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(modifiedNs / kNsPerMs);
    return SourceBar::tr("%1 of %2").arg(displayBytes(bytes), QLocale().toString(time, QLocale::ShortFormat));
}

} // namespace

SourceBar::SourceBar(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_badge(new Badge({}, BadgeKind::warning)),
      m_text(new TextLabel({}, TextSize::body, TextTone::text)), m_locate(new QPushButton(tr("Locate source…"))),
      m_read(new QPushButton(tr("Read again"))), m_stop(new QPushButton(tr("Stop following"))) {
    setFixedHeight(metrics::kToolBarHeight);
    m_locate->setToolTip(tr("Say where the file is now"));
    m_read->setToolTip(tr("Read the file as it is now; runs that used the former content keep it"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    row->setSpacing(metrics::kSpace);
    row->addWidget(m_badge);
    row->addWidget(m_text, 1);
    row->addWidget(m_locate);
    row->addWidget(m_read);
    row->addWidget(m_stop);
    connect(m_locate, &QPushButton::clicked, this, &SourceBar::locateWanted);
    m_stop->setToolTip(tr("New lines of the file are no longer read; what was read stays"));
    connect(m_stop, &QPushButton::clicked, this, &SourceBar::stopWanted);
    connect(m_read, &QPushButton::clicked, this, &SourceBar::readWanted);
    hide();
}

QString SourceBar::text() const {
    return m_text->text();
}

void SourceBar::showSource(const DatasetRecord& record) {
    setVisible(showFollowing(record) || showState(record));
    update();
}

bool SourceBar::showFollowing(const DatasetRecord& record) {
    const FollowStatus status = m_workbench.growing().status(record.id);
    const bool hasStopped = !status.isOn && !status.obstacle.isEmpty();
    m_stop->setVisible(status.isOn);
    if (!status.isOn && !hasStopped)
        return false;
    m_locate->setVisible(hasStopped);
    m_read->setVisible(hasStopped);
    m_text->setHint({});
    m_badge->setKind(hasStopped ? BadgeKind::warning : BadgeKind::running);
    m_badge->setText(hasStopped ? tr("Stopped") : tr("Following"));
    const QString name = toQString(record.source.fileName);
    if (!status.obstacle.isEmpty())
        m_text->setText(hasStopped ? status.obstacle : tr("New lines wait: %1").arg(status.obstacle));
    else if (status.newRows > 0)
        m_text->setText(tr("%1: %2, the last at %3")
                            .arg(name, counted(status.newRows, tr("new row"), tr("new rows")),
                                 QLocale().toString(status.lastRows.time(), QStringLiteral("HH:mm:ss"))));
    else
        m_text->setText(tr("%1: waiting for new lines").arg(name));
    return true;
}

bool SourceBar::showState(const DatasetRecord& record) {
    const auto& sources = m_workbench.contents().sources;
    const auto found = sources.find(record.id);
    const SourceState state = found == sources.end() ? SourceState::unknown : found->second.state;
    if (state != SourceState::missing && state != SourceState::changed)
        return false;
    const QString name = toQString(record.source.fileName);
    const bool writable = !m_workbench.isReadOnly();
    m_locate->setVisible(writable);
    m_read->setVisible(writable && state == SourceState::changed);
    m_badge->setKind(BadgeKind::warning);
    if (state == SourceState::missing) {
        const QString folder = QDir::toNativeSeparators(QFileInfo(toQString(record.source.path)).path());
        m_badge->setText(tr("Source missing"));
        m_text->setHint({});
        m_text->setText((record.source.linked
                             ? tr("%1 is no longer in %2. The data set is linked to it and cannot be shown without it.")
                             : tr("%1 is no longer in %2. What was read from it is kept in the project."))
                            .arg(name, folder));
    } else {
        m_badge->setText(tr("Source changed"));
        const FileFacts& now = found->second.now;
        m_text->setText(now.bytes == record.source.fileBytes
                            ? tr("%1 has changed since it was read, the size is the same.").arg(name)
                            : tr("%1 has changed since it was read: %2 then, %3 now.")
                                  .arg(name, displayBytes(record.source.fileBytes), displayBytes(now.bytes)));
        m_text->setHint(tr("Read: %1\nNow: %2")
                            .arg(factsText(record.source.fileBytes, record.source.modifiedNs),
                                 factsText(now.bytes, now.modifiedNs)));
    }
    return true;
}

void SourceBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    painter.fillRect(rect(), m_badge->kind() == BadgeKind::running ? tokens.runningGround : tokens.warningGround);
}

} // namespace vitrine
