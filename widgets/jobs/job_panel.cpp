#include "widgets/jobs/job_panel.h"

#include "core/values/text.h"
#include "widgets/jobs/job_delegate.h"
#include "widgets/jobs/job_model.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/badge.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QStackedWidget>
#include <QTime>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

namespace vitrine {

namespace {

constexpr int kOpenAfterMs = 1000;
constexpr int kJobWidth = 240;
constexpr int kProgressWidth = 264;
constexpr int kNumberWidth = 84;
constexpr int kActionWidth = 36;

} // namespace

JobPanel::JobPanel(QWidget* parent)
    : QWidget(parent), m_model(new JobModel(this)), m_tree(new QTreeView(this)), m_log(new QPlainTextEdit(this)),
      m_stack(new QStackedWidget(this)) {
    buildTree();
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(kLogLines);
    m_log->setFont(fonts::fixedPitch());
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setAccessibleName(tr("Log"));
    m_log->setTabChangesFocus(true);
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_log);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    buildTitle();
    connect(m_model, &JobModel::countsChanged, this, &JobPanel::showCounts);
    connect(m_model, &JobModel::dataChanged, this, &JobPanel::summaryChanged);
    showCounts();
}

void JobPanel::buildTree() {
    m_tree->setModel(m_model);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAccessibleName(tr("Jobs"));
    auto* delegate = new JobDelegate(m_tree);
    m_tree->setItemDelegate(delegate);
    QHeaderView* header = m_tree->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setSectionResizeMode(JobModel::Stage, QHeaderView::Stretch);
    m_tree->setColumnWidth(JobModel::Job, kJobWidth);
    m_tree->setColumnWidth(JobModel::Progress, kProgressWidth);
    for (const int column : {JobModel::Elapsed, JobModel::Left, JobModel::Memory})
        m_tree->setColumnWidth(column, kNumberWidth);
    header->setMinimumSectionSize(kActionWidth);
    m_tree->setColumnWidth(JobModel::Action, kActionWidth);
    connect(delegate, &JobDelegate::actionClicked, m_model, &JobModel::act);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const qint64 run = index.data(JobModel::RunRole).toLongLong(); run != 0)
            Q_EMIT runActivated(run);
    });
    auto* stop = new QShortcut(QKeySequence::Delete, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(stop, &QShortcut::activated, this, [this] { m_model->act(m_tree->currentIndex().row()); });
}

void JobPanel::buildTitle() {
    m_title = new QWidget(this);
    m_title->setFixedHeight(metrics::kTitleHeight);
    auto* name = new TextLabel(tr("Jobs"), TextSize::body, TextTone::text, m_title);
    name->setBold(true);
    m_running = new Badge({}, BadgeKind::running, m_title);
    m_waiting = new Badge({}, BadgeKind::plain, m_title);
    m_failed = new Badge({}, BadgeKind::error, m_title);
    m_logButton = new QToolButton(m_title);
    m_logButton->setIcon(icon(QStringLiteral("log"), IconTint::text2));
    m_logButton->setAutoRaise(true);
    m_logButton->setCheckable(true);
    m_logButton->setAccessibleName(tr("Show the log"));
    m_logButton->setToolTip(tr("Show the log instead of the jobs"));
    auto* close = new QToolButton(m_title);
    close->setAutoRaise(true);
    close->setIcon(icon(QStringLiteral("chev"), IconTint::text2));
    close->setAccessibleName(tr("Close the jobs drawer"));
    close->setToolTip(tr("Close; the status bar keeps the count"));
    auto* layout = new QHBoxLayout(m_title);
    layout->setContentsMargins(metrics::kPadding, 0, metrics::kSpace, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(name);
    layout->addWidget(m_running);
    layout->addWidget(m_waiting);
    layout->addWidget(m_failed);
    layout->addStretch();
    layout->addWidget(m_logButton);
    layout->addWidget(close);
    connect(m_logButton, &QToolButton::toggled, m_stack, [this](bool on) { m_stack->setCurrentIndex(on ? 1 : 0); });
    connect(close, &QToolButton::clicked, this, &JobPanel::closeWanted);
}

void JobPanel::add(const std::shared_ptr<JobHandle>& job) {
    m_model->add(job);
    openLater(job, kOpenAfterMs);
}

void JobPanel::openLater(const std::weak_ptr<JobHandle>& job, int ms) {
    QTimer::singleShot(ms, this, [this, job] {
        const auto handle = job.lock();
        const JobStatus status = handle ? handle->status() : JobStatus();
        if (!handle || isEnded(status.state))
            return;
        // Time in the queue is not work.
        const int left = kOpenAfterMs - static_cast<int>(1000.0 * status.elapsedSeconds);
        if (left > 0)
            openLater(job, left);
        else
            Q_EMIT openWanted();
    });
}

void JobPanel::appendLog(LogLevel level, const QString& category, const QString& message) {
    const std::string_view name = logLevelName(level);
    m_log->appendPlainText(
        QStringLiteral("%1  %2 %3: %4")
            .arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                 QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).leftJustified(7), category,
                 message));
}

QString JobPanel::summary() const {
    QStringList parts;
    if (const int running = m_model->runningCount(); running > 0) {
        const int percent = static_cast<int>(m_model->index(0, 0).data(JobModel::FractionRole).toDouble() * 100.0);
        parts.append(running == 1 ? tr("1 running, %1 %").arg(percent) : tr("%1 running").arg(running));
    }
    if (const int waiting = m_model->waitingCount(); waiting > 0)
        parts.append(tr("%1 waiting").arg(waiting));
    if (const int failed = m_model->unseenFailures(); failed > 0)
        parts.append(tr("%1 failed").arg(failed));
    return parts.join(QStringLiteral(", "));
}

void JobPanel::showCounts() {
    const auto show = [](Badge* badge, const QString& text, int count) {
        badge->setText(text.arg(count));
        badge->setVisible(count > 0);
    };
    show(m_running, tr("%1 running"), m_model->runningCount());
    show(m_waiting, tr("%1 waiting"), m_model->waitingCount());
    show(m_failed, tr("%1 failed"), m_model->unseenFailures());
    Q_EMIT summaryChanged();
}

void JobPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    // Whoever closes the drawer has seen what it said; a failure that comes later counts again.
    if (!event->spontaneous())
        m_model->markSeen();
}

} // namespace vitrine
