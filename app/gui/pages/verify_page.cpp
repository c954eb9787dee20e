#include "app/gui/pages/verify_page.h"

#include "app/gui/verify/verdict_tree.h"
#include "app/gui/verify/verify_progress.h"
#include "app/gui/workbench.h"
#include "core/data/message_text.h"
#include "core/values/text.h"
#include "core/verify/verify_project.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <thread>

namespace vitrine {

namespace {
constexpr int kPollMs = 100;
constexpr int kBarSteps = 1000;
} // namespace

VerifyPage::VerifyPage(Workbench& workbench, QWidget* parent) : Page(parent), m_workbench(workbench) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_empty = new EmptyState(QStringLiteral("check"), {});
    m_tree = new VerdictTree;
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tree);
    m_bar = new QProgressBar(this);
    m_bar->setRange(0, kBarSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(metrics::kProgressHeight);
    m_bar->setAccessibleName(tr("Progress of the verification"));
    auto* line = new QFrame(this);
    line->setFixedHeight(1);
    line->setBackgroundRole(QPalette::Mid);
    line->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHeader());
    layout->addWidget(m_bar);
    layout->addWidget(line);
    layout->addWidget(m_stack, 1);
    m_poll = new QTimer(this);
    m_poll->setInterval(kPollMs);
    connect(m_poll, &QTimer::timeout, this, &VerifyPage::takeNews);
    connect(m_tree, &VerdictTree::runWanted, this,
            [this](qint64 run) { m_workbench.requestOpen(QStringLiteral("run:%1").arg(run)); });
    connect(&m_workbench, &Workbench::contentsChanged, this, &VerifyPage::showState);
    showState();
}

VerifyPage::~VerifyPage() = default;

QWidget* VerifyPage::buildHeader() {
    auto* header = new QWidget(this);
    header->setFixedHeight(metrics::kPageHeaderHeight);
    auto* title = new TextLabel(tr("Verification"), TextSize::title, TextTone::text, header);
    title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_line = new TextLabel({}, TextSize::small, TextTone::muted, header);
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_cancel = new QPushButton(icon(QStringLiteral("cancel")), tr("Cancel"), header);
    m_cancel->setToolTip(tr("Stop; what is verified so far stays"));
    m_start = new QPushButton(icon(QStringLiteral("check"), IconTint::onAccent), tr("Verify"), header);
    m_start->setToolTip(tr("Compute every number again and compare it with what the project keeps"));
    setPrimary(m_start);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(title);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_cancel);
    layout->addWidget(m_start);
    connect(m_start, &QPushButton::clicked, this, &VerifyPage::run);
    connect(m_cancel, &QPushButton::clicked, this, &VerifyPage::cancel);
    return header;
}

void VerifyPage::setRuns(const std::vector<RunId>& runs) {
    if (m_task.isRunning())
        return;
    m_runs = runs;
    showState();
}

int VerifyPage::runCount() const {
    const auto& runs = m_workbench.contents().runs;
    if (m_runs.empty())
        return static_cast<int>(std::ranges::count(runs, RunState::finished, &RunRecord::state));
    return static_cast<int>(std::ranges::count_if(
        runs, [this](const RunRecord& run) { return std::ranges::find(m_runs, run.id) != m_runs.end(); }));
}

QString VerifyPage::runHint() const {
    return m_task.isRunning() ? tr("The verification is going on.") : tr("There is no finished run to verify.");
}

void VerifyPage::run() {
    const auto store = m_workbench.store();
    if (!store || !canRun())
        return;
    m_tree->clear();
    m_counts.fill(0);
    m_damaged = m_done = 0;
    m_end.clear();
    m_progress = std::make_shared<VerifyProgress>();
    auto experiments = std::make_shared<IsolatingSource>(m_workbench.plugins());
    experiments->setIsolateAll(m_workbench.settings().isolatesAll());
    const int wanted = m_workbench.settings().threads();
    const int threads = wanted > 0 ? wanted : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    m_task.start(
        [store, experiments, threads, runs = m_runs, progress = m_progress](const std::stop_token& stop) {
            VerifySettings settings;
            settings.threads = threads;
            settings.stop = stop;
            settings.progress = [progress](double fraction, const std::string& stage) {
                progress->setProgress(fraction, stage);
            };
            return verifyProject(store, runs, *experiments, settings,
                                 {[progress](const std::string& what) { progress->addDamage(what); },
                                  [progress](const RunVerification& run) { progress->addRun(run); }});
        },
        [this](const Result<void>& result) {
            finish(result || result.error().code == ErrorCode::cancelled ? QString()
                                                                         : toQString(result.error().message));
        });
    m_poll->start();
    showState();
    Q_EMIT actionsChanged();
}

void VerifyPage::cancel() {
    if (!m_task.isRunning())
        return;
    m_task.cancel();
    finish(tr("cancelled"));
}

void VerifyPage::takeNews() {
    const VerifyProgress::News news = m_progress->take();
    for (const std::string& sentence : news.damage) {
        m_tree->addDamage(toQString(sentence));
        ++m_damaged;
    }
    for (const RunVerification& run : news.runs) {
        m_tree->addRun(run);
        ++m_done;
        for (const OutputVerification& output : run.outputs)
            ++m_counts[static_cast<std::size_t>(output.verdict)];
        // A run that could not be repeated has no outputs; it must not vanish among the green ones.
        if (run.outputs.empty() && run.verdict != Verdict::same)
            ++m_counts[static_cast<std::size_t>(run.verdict)];
    }
    m_bar->setValue(static_cast<int>(news.fraction * kBarSteps));
    if (m_task.isRunning())
        m_line->setText(toQString(news.stage));
    if (m_tree->topLevelItemCount() > 0)
        m_stack->setCurrentWidget(m_tree);
}

void VerifyPage::finish(const QString& failure) {
    m_poll->stop();
    m_end = failure;
    takeNews();
    m_progress.reset();
    showState();
    Q_EMIT actionsChanged();
}

QString VerifyPage::summary() const {
    const int green =
        m_counts[static_cast<std::size_t>(Verdict::same)] + m_counts[static_cast<std::size_t>(Verdict::close)];
    const int all = std::accumulate(m_counts.begin(), m_counts.end(), 0);
    QStringList parts;
    if (m_done > 0)
        parts << tr("%1 of %2 outputs are green").arg(green).arg(all)
              << toQString(counted(static_cast<std::size_t>(m_done), "run"));
    if (m_damaged > 0)
        parts << tr("damaged: %1 of the file").arg(toQString(counted(static_cast<std::size_t>(m_damaged), "part")));
    if (!m_end.isEmpty())
        parts << m_end;
    return parts.join(QStringLiteral(" · "));
}

void VerifyPage::showState() {
    const bool running = m_task.isRunning();
    const int count = runCount();
    m_start->setVisible(!running);
    m_start->setEnabled(canRun());
    m_cancel->setVisible(running);
    m_bar->setVisible(running);
    if (running)
        return;
    m_line->setText(summary());
    m_empty->setSentence(count == 0 ? tr("There is no finished run yet. Numbers of runs are verified here.")
                                    : tr("Press Verify, and every number of %1 is computed again and compared "
                                         "with what the project keeps.")
                                          .arg(toQString(counted(static_cast<std::size_t>(count), "run"))));
    m_stack->setCurrentIndex(m_tree->topLevelItemCount() > 0 ? 1 : 0);
}

} // namespace vitrine
