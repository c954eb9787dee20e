#include "app/gui/pages/runs_page.h"

#include "app/gui/runs/run_notes_panel.h"
#include "app/gui/shell/project_edits.h"
#include "app/gui/workbench.h"
#include "widgets/jobs/job_text.h"
#include "widgets/models/flat_model.h"
#include "widgets/models/table_model.h"
#include "widgets/selection.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"
#include "widgets/views/table_panel.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {
const QString kRunKind = QStringLiteral("run");
} // namespace

RunsPage::RunsPage(Workbench& workbench, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_selection(new Selection(this)),
      m_notes(new RunNotesPanel(workbench, this)) {
    m_notes->hide();
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_panel = new TablePanel;
    m_panel->setSelection(m_selection);
    m_panel->setContentsMargins(0, metrics::kSpace, 0, 0);
    m_panel->view()->setAccessibleName(tr("Runs of the project"));
    auto* empty = new EmptyState(QStringLiteral("run"), tr("There is no run yet. Runs of experiments stand here."));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(empty);
    m_stack->addWidget(m_panel);
    auto* line = new QFrame(this);
    line->setFixedHeight(1);
    line->setBackgroundRole(QPalette::Mid);
    line->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHeader());
    layout->addWidget(line);
    layout->addWidget(m_stack, 1);
    connect(m_panel->view(), &QTableView::activated, this, [this](const QModelIndex& index) {
        m_workbench.requestOpen(QStringLiteral("run:") + index.data(KeyRole).toString());
    });
    auto* removal = new QShortcut(QKeySequence::Delete, m_panel->view(), nullptr, nullptr, Qt::WidgetShortcut);
    connect(removal, &QShortcut::activated, this, &RunsPage::removeChosen);
    connect(m_selection, &Selection::changed, this, &RunsPage::showChosen);
    connect(&m_workbench, &Workbench::contentsChanged, this, &RunsPage::reload);
    showChosen();
    reload();
}

QWidget* RunsPage::buildHeader() {
    auto* header = new QWidget(this);
    header->setFixedHeight(metrics::kPageHeaderHeight);
    auto* title = new TextLabel(tr("Runs"), TextSize::title, TextTone::text, header);
    title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_line = new TextLabel({}, TextSize::small, TextTone::muted, header);
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_remove = new QPushButton(icon(QStringLiteral("trash")), tr("Remove"), header);
    m_remove->setToolTip(tr("Take the chosen runs out of the project; Undo brings them back"));
    m_report = new QPushButton(icon(QStringLiteral("report")), tr("Add to report"), header);
    m_report->setToolTip(tr("A new report with the numbers and parameters of the chosen runs"));
    m_compare = new QPushButton(icon(QStringLiteral("compare"), IconTint::onAccent), tr("Compare"), header);
    setPrimary(m_compare);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(title);
    layout->addWidget(m_line, 1);
    for (QPushButton* button : {m_remove, m_report, m_compare})
        layout->addWidget(button);
    connect(m_remove, &QPushButton::clicked, this, &RunsPage::removeChosen);
    connect(m_report, &QPushButton::clicked, this, [this] {
        const QList<qint64> runs = chosenRuns();
        createReportOfRuns(m_workbench, {runs.begin(), runs.end()});
    });
    connect(m_compare, &QPushButton::clicked, this, [this] { m_workbench.requestCompare(chosenRuns()); });
    return header;
}

QList<Page::InspectorPart> RunsPage::inspectorParts() const {
    return {{tr("Run"), m_notes, {}}};
}

QString RunsPage::statusText() const {
    const auto count = m_selection->keys(kRunKind).size();
    return count == 0   ? QString()
           : count == 1 ? tr("Selection: run %1").arg(m_selection->keys(kRunKind).first())
                        : tr("Selection: %1 runs").arg(count);
}

QList<qint64> RunsPage::chosenRuns() const {
    QList<qint64> runs;
    const QStringList keys = m_selection->keys(kRunKind);
    for (const QString& key : keys)
        if (m_workbench.contents().run(key.toLongLong()))
            runs.append(key.toLongLong());
    return runs;
}

bool RunsPage::canCancel() const {
    const QList<qint64> chosen = chosenRuns();
    return std::ranges::any_of(chosen, [this](qint64 run) { return m_workbench.jobOf(run) != nullptr; });
}

void RunsPage::cancel() {
    // The last ones first, so that none that waits begins meanwhile.
    QList<qint64> chosen = chosenRuns();
    std::ranges::sort(chosen, std::ranges::greater());
    for (const qint64 run : std::as_const(chosen))
        if (const auto job = m_workbench.jobOf(run))
            job->cancel();
}

void RunsPage::showOnly(const QList<qint64>& runs) {
    m_wanted = runs;
    reload();
}

/// The filter names a column, so there has to be a table.
void RunsPage::showWanted() {
    if (m_wanted.isEmpty())
        return;
    const auto [first, last] = std::minmax_element(m_wanted.begin(), m_wanted.end());
    QString filter = QStringLiteral("run >= %1 and run <= %2").arg(*first).arg(*last);
    for (const RunRecord& other : m_workbench.contents().runs) // of something else, started meanwhile
        if (other.id > *first && other.id < *last && !m_wanted.contains(other.id))
            filter += QStringLiteral(" and run != %1").arg(other.id);
    m_panel->filterField()->setText(filter);
    QStringList keys;
    for (const qint64 run : m_wanted)
        keys.append(QString::number(run));
    m_wanted.clear();
    m_selection->select(kRunKind, keys);
}

void RunsPage::reload() {
    const auto store = m_workbench.store();
    if (!store)
        return;
    showChosen();
    const auto plugins = m_workbench.plugins();
    m_task.start(
        [store, plugins, runs = m_workbench.contents().runs, notes = m_workbench.contents().notes,
         stale = m_workbench.contents().stale, known = m_known](const std::stop_token& stop) mutable {
            Loaded loaded;
            std::vector<ComparedRun> rows;
            for (const RunRecord& record : runs) {
                if (stop.stop_requested())
                    return loaded;
                auto& read = loaded.runs[record.id];
                const auto before = known.find(record.id);
                if (before != known.end()) {
                    read = before->second;
                } else if (auto fresh = readHeadlines(*store, record)) {
                    read = std::make_shared<const ComparedRun>(std::move(*fresh));
                }
                rows.push_back(read ? *read : ComparedRun());
                rows.back().record = record; // a title or state may be another
                if (!read || !isEnded(record.state))
                    loaded.runs.erase(record.id);
            }
            loaded.table = runTable(rows, notes, experimentLookup(*plugins), stale);
            return loaded;
        },
        [this](Loaded loaded) { take(std::move(loaded)); });
}

void RunsPage::take(Loaded loaded) {
    m_known = std::move(loaded.runs);
    const bool any = loaded.table.table && loaded.table.table->rowCount() > 0;
    if (any) {
        m_panel->model()->setTitles(loaded.table.titles);
        m_panel->setTable(loaded.table.table, kRunKind, RunTable::kKeyColumn);
        m_panel->filterField()->parentWidget()->show(); // few runs are filtered by tag, too
        showWanted();
    }
    m_stack->setCurrentIndex(any ? 1 : 0);
    showChosen();
}

void RunsPage::showChosen() {
    const QList<qint64> chosen = chosenRuns();
    const auto all = m_workbench.contents().runs.size();
    m_line->setText(chosen.isEmpty() ? tr("%1 in this project").arg(all)
                                     : tr("%1 of %2 chosen").arg(chosen.size()).arg(all));
    const bool writable = !m_workbench.isReadOnly();
    m_compare->setEnabled(chosen.size() > 1);
    m_compare->setToolTip(chosen.size() > 1 ? tr("Put the chosen runs side by side")
                                            : tr("Choose at least two runs, with Ctrl or Shift"));
    m_report->setEnabled(writable && !chosen.isEmpty());
    m_remove->setEnabled(writable && !chosen.isEmpty());
    m_notes->setRun(chosen.size() == 1 ? chosen.first() : 0);
    Q_EMIT statusChanged();
    Q_EMIT actionsChanged();
}

void RunsPage::removeChosen() {
    const QList<qint64> chosen = chosenRuns();
    if (chosen.isEmpty() || m_workbench.isReadOnly())
        return;
    for (const qint64 run : chosen)
        if (m_workbench.jobOf(run)) {
            m_workbench.say(tr("Run %1 is still going on. Cancel it first.").arg(run));
            return;
        }
    m_workbench.undoStack().beginMacro(tr("Remove %1 runs").arg(chosen.size()));
    for (const qint64 run : chosen)
        removeItem(m_workbench, ProjectModel::Runs, run);
    m_workbench.undoStack().endMacro();
    if (chosen.size() > 1)
        m_workbench.say(tr("Removed %1 runs. Undo brings them back.").arg(chosen.size()));
}

} // namespace vitrine
