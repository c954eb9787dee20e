#include "app/gui/shell/history_dialog.h"

#include "app/gui/shell/history_steps.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kDialogWidth = 560;
constexpr int kDialogHeight = 480;
constexpr std::ptrdiff_t kMostEntries = 5000; ///< shown; the project keeps all

constexpr const char* kStarted = "started";

QString verbText(const std::string& verb) {
    if (verb == "undone")
        return HistoryDialog::tr("Undone");
    if (verb == kStarted)
        return HistoryDialog::tr("Started");
    return verb == "redone" ? HistoryDialog::tr("Done again") : HistoryDialog::tr("Done");
}

QString timeText(const std::string& time, const QLocale& locale) {
    const QDateTime utc = QDateTime::fromString(toQString(time), Qt::ISODate);
    return utc.isValid() ? locale.toString(utc.toLocalTime(), QLocale::ShortFormat) : toQString(time);
}

/// What was done, and the runs among it, which are no steps: nothing takes a run back.
Result<std::vector<HistoryEntry>> historyWithRuns(const ProjectStore& store) {
    auto entries = store.history();
    if (!entries)
        return entries;
    const auto runs = store.runs();
    if (!runs)
        return runs.error();
    for (const RunRecord& run : *runs)
        entries->push_back({run.created, kStarted, "Run " + std::to_string(run.id) + ": " + run.title});
    std::ranges::stable_sort(*entries, {}, &HistoryEntry::time);
    return entries;
}

} // namespace

HistoryDialog::HistoryDialog(Workbench& workbench, QWidget* parent)
    : QDialog(parent), m_workbench(workbench), m_steps(new HistorySteps(workbench.undoStack())),
      m_record(new QTreeWidget) {
    setWindowTitle(tr("History"));
    auto* tabs = new QTabWidget(this);
    tabs->addTab(buildSteps(), tr("Steps"));
    tabs->addTab(buildRecord(), tr("Record"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, metrics::kPadding, metrics::kPadding, metrics::kPadding);
    layout->addWidget(tabs);
    layout->addWidget(buttons);
    resize(kDialogWidth, kDialogHeight);
    connect(&m_workbench, &Workbench::contentsChanged, this, &HistoryDialog::readRecord);
    connect(&m_workbench, &Workbench::projectChanged, this, &HistoryDialog::readRecord);
    readRecord();
}

QWidget* HistoryDialog::buildSteps() {
    auto* hint = new TextLabel(tr("Choose a step to go back, or forward again, to how the project was after it."),
                               TextSize::small, TextTone::muted);
    hint->setWordWrap(true);
    hint->setContentsMargins(metrics::kSpace, 0, metrics::kSpace, 0);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, metrics::kSpace, 0, 0);
    layout->addWidget(hint);
    layout->addWidget(m_steps, 1);
    return page;
}

QWidget* HistoryDialog::buildRecord() {
    m_record->setHeaderLabels({tr("Time"), tr("What"), tr("How")});
    m_record->setRootIsDecorated(false);
    m_record->setUniformRowHeights(true);
    m_record->setFrameShape(QFrame::NoFrame);
    m_record->setAccessibleName(tr("Everything that was done to the project"));
    m_record->header()->setStretchLastSection(false);
    m_record->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_record->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_record->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    return m_record;
}

void HistoryDialog::readRecord() {
    const auto store = m_workbench.store();
    if (!store) {
        m_task.cancel();
        m_record->clear();
        return;
    }
    m_task.start([store](const std::stop_token&) { return historyWithRuns(*store); },
                 [this](const Result<std::vector<HistoryEntry>>& entries) {
                     m_record->clear();
                     if (!entries) {
                         new QTreeWidgetItem(m_record, {QString(), toQString(entries.error().message)});
                         return;
                     }
                     QList<QTreeWidgetItem*> rows;
                     const auto end = entries->rbegin() + std::min(std::ssize(*entries), kMostEntries);
                     for (auto entry = entries->rbegin(); entry != end; ++entry) {
                         rows.append(new QTreeWidgetItem(QStringList{timeText(entry->time, locale()),
                                                                     toQString(entry->text), verbText(entry->verb)}));
                         rows.back()->setToolTip(1, rows.back()->text(1));
                     }
                     m_record->addTopLevelItems(rows);
                 });
}

} // namespace vitrine
