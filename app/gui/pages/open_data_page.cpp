#include "app/gui/pages/open_data_page.h"

#include "app/gui/pages/open_data_page_preview.h"
#include "core/values/text.h"
#include "widgets/data/badge_delegate.h"
#include "widgets/data/display_number.h"
#include "widgets/last_folder.h"
#include "widgets/style/badge.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>

namespace vitrine {
namespace {

constexpr int kActionBarHeight = 56;
constexpr double kLargestTreeShare = 0.45;

QStringList localPaths(const QMimeData* data) {
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths += url.toLocalFile();
    return paths;
}

} // namespace

OpenDataPage::OpenDataPage(Workbench& workbench, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_plan(new ImportPlan(this)),
      m_jobs(new OpenDataJobs(workbench, *m_plan, this)), m_stack(new QStackedWidget) {
    setAcceptDrops(true);
    auto* empty =
        new EmptyState(QStringLiteral("open"),
                       tr("Drop files or folders here. You see what they are and what they will become before "
                          "anything is read."),
                       tr("Choose files…"));
    connect(empty, &EmptyState::triggered, this, &OpenDataPage::chooseFiles);
    m_stack->addWidget(empty);
    m_stack->addWidget(makePlan());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    connect(m_plan, &ImportPlan::planChanged, this, &OpenDataPage::updateActions);
    connect(m_jobs, &OpenDataJobs::datasetRead, this,
            [this](qint64 id) { m_workbench.requestOpen(QStringLiteral("dataset:%1").arg(id)); });
    connect(m_jobs, &OpenDataJobs::ended, this, &OpenDataPage::readingEnded);
    updateActions();
}

QWidget* OpenDataPage::makeHeader() {
    auto* header = new QWidget;
    header->setFixedHeight(metrics::kPageHeaderHeight);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    row->setSpacing(metrics::kSpace);
    row->addWidget(new TextLabel(tr("What will be read"), TextSize::title));
    m_summary = new TextLabel({}, TextSize::small, TextTone::muted);
    row->addWidget(m_summary, 1);
    auto* add = new QPushButton(icon(QStringLiteral("plus")), tr("Add files"));
    add->setToolTip(tr("Add more files or a folder to this plan"));
    auto* menu = new QMenu(add);
    menu->addAction(tr("Files…"), this, &OpenDataPage::chooseFiles);
    menu->addAction(tr("Folder…"), this, &OpenDataPage::chooseFolder);
    add->setMenu(menu);
    row->addWidget(add);
    return header;
}

void OpenDataPage::makeTree() {
    m_tree = new QTreeView;
    m_tree->setModel(m_plan);
    m_tree->setItemDelegateForColumn(ImportPlan::kState, new BadgeDelegate(ImportPlan::kStateKind, m_tree));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setAccessibleName(tr("Items of the plan"));
    QHeaderView* header = m_tree->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(ImportPlan::kBecomes, QHeaderView::Stretch);
    header->resizeSection(ImportPlan::kItem, 276);
    header->resizeSection(ImportPlan::kRecognised, 240);
    header->resizeSection(ImportPlan::kRecords, 96);
    header->resizeSection(ImportPlan::kSize, 80);
    header->resizeSection(ImportPlan::kState, 136);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &OpenDataPage::showCurrent);
}

QWidget* OpenDataPage::makePlan() {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(makeHeader());
    makeTree();
    m_preview = new OpenDataPreview;
    connect(m_preview, &OpenDataPreview::corrected, this, &OpenDataPage::correct);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_preview);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(1, 1);
    column->addWidget(m_splitter, 1);
    column->addWidget(makeActionBar());
    return page;
}

QWidget* OpenDataPage::makeActionBar() {
    auto* bar = new QWidget;
    bar->setFixedHeight(kActionBarHeight);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(metrics::kPageMargin, 0, metrics::kPageMargin, 0);
    row->setSpacing(metrics::kSpace);
    m_warnings = new Badge({}, BadgeKind::warning);
    m_refused = new Badge({}, BadgeKind::error);
    m_promise = new TextLabel(tr("Everything that is changed or left out goes into the import ledger."), TextSize::body,
                              TextTone::text2);
    m_size = new TextLabel({}, TextSize::body, TextTone::text2);
    m_cancel = new QPushButton(tr("Cancel"));
    m_read = new QPushButton;
    setPrimary(m_read);
    row->addWidget(m_warnings);
    row->addWidget(m_refused);
    row->addWidget(m_promise, 1);
    row->addWidget(m_size);
    row->addWidget(m_cancel);
    row->addWidget(m_read);
    connect(m_cancel, &QPushButton::clicked, this, &OpenDataPage::cancelOrClose);
    connect(m_read, &QPushButton::clicked, this, &OpenDataPage::readChosen);
    return bar;
}

void OpenDataPage::addPaths(const QStringList& paths) {
    m_waitingPaths += paths;
    if (!m_scanTask.isRunning())
        scanNext();
}

void OpenDataPage::scanNext() {
    if (m_waitingPaths.isEmpty())
        return;
    m_scanTask.start([paths = std::exchange(m_waitingPaths, {}), readers = m_workbench.readers()](
                         const std::stop_token& stop) { return scanForImport(paths, *readers, stop); },
                     [this](ImportScan scan) {
                         takeScan(std::move(scan));
                         scanNext();
                     });
    updateActions();
}

void OpenDataPage::takeScan(ImportScan scan) {
    const int current = currentItem();
    m_leftOut += scan.filesLeftOut;
    m_plan->add(std::move(scan));
    m_tree->expandAll();
    const int wanted = current >= 0 ? current : 0;
    if (m_plan->itemCount() > 0)
        m_tree->setCurrentIndex(m_plan->indexOf(wanted));
    fitTree();
    previewNext();
}

void OpenDataPage::previewNext() {
    if (m_previewTask.isRunning())
        return;
    int next = -1;
    if (const int current = currentItem(); current >= 0 && m_plan->item(current).state == ImportState::looking)
        next = current;
    for (int i = 0; i < m_plan->itemCount() && next < 0; ++i)
        if (m_plan->item(i).state == ImportState::looking)
            next = i;
    if (next < 0)
        return;
    m_previewTask.start(
        [file = m_plan->item(next).file, readers = m_workbench.readers()](const std::stop_token& stop) {
            ReadContext context;
            context.stop = stop;
            return readers->preview(toStd(file.path), file.options, context);
        },
        [this, next](Result<ImportPreview> preview) {
            const bool nothingToJoin = !m_plan->item(next).file.parts.isEmpty() && (!preview || preview->records < 2);
            if (nothingToJoin)
                withdraw(next);
            else if (preview)
                m_plan->setPreview(next, std::move(*preview));
            else
                m_plan->setRefused(next, toQString(preview.error().message));
            if (next == currentItem())
                showCurrent();
            previewNext();
        });
}

/// Takes a proposal back and shows what stands in its place.
void OpenDataPage::withdraw(int item) {
    const int current = currentItem();
    m_plan->withdraw(item);
    m_tree->expandAll();
    if (current != item)
        return m_tree->setCurrentIndex(m_plan->indexOf(current));
    for (int i = 0; i < m_plan->itemCount(); ++i)
        if (const QModelIndex index = m_plan->indexOf(i); index.isValid())
            return m_tree->setCurrentIndex(index);
}

void OpenDataPage::correct(const nlohmann::json& patch) {
    const int item = currentItem();
    if (item < 0 || !m_plan->item(item).isCorrectable())
        return;
    nlohmann::json options = m_plan->item(item).options;
    options.merge_patch(patch);
    m_plan->setOptions(item, options);
    m_preview->setBusy(true);
    m_correctionTask.start(
        [path = toStd(m_plan->item(item).file.path), options,
         readers = m_workbench.readers()](const std::stop_token& stop) {
            ReadContext context;
            context.stop = stop;
            return readers->preview(path, options, context);
        },
        [this, item, options](Result<ImportPreview> preview) {
            if (preview) {
                m_plan->setPreview(item, std::move(*preview));
            } else { // the options stay, so that the next correction starts from what is seen
                m_plan->setState(item, ImportState::wrong, toQString(preview.error().message));
            }
            if (item == currentItem())
                showCurrent();
        });
    updateActions();
}

int OpenDataPage::currentItem() const {
    return m_plan->itemAt(m_tree->currentIndex());
}

void OpenDataPage::showCurrent() {
    const int item = currentItem();
    m_preview->show(item < 0 ? nullptr : &m_plan->item(item));
}

bool OpenDataPage::isLooking() const {
    return m_scanTask.isRunning() || m_previewTask.isRunning() || m_correctionTask.isRunning();
}

QString OpenDataPage::statusText() const {
    const int chosen = static_cast<int>(m_plan->chosen().size());
    const int readable = m_plan->countOf(ImportState::ready) + m_plan->countOf(ImportState::review);
    return m_plan->isEmpty() ? QString() : tr("Open data: %1 of %2 readable items chosen").arg(chosen).arg(readable);
}

void OpenDataPage::updateActions() {
    m_stack->setCurrentIndex(m_plan->isEmpty() && !m_scanTask.isRunning() ? 0 : 1);
    QString summary = m_plan->isEmpty() ? tr("Looking for files …") : m_plan->summary();
    if (m_leftOut > 0)
        summary += QLatin1Char(' ') + tr("%1 more are left out.").arg(displayCount(m_leftOut));
    const bool reading = m_jobs->isReading();
    if (!reading && !m_plan->isEmpty())
        summary += QLatin1Char(' ') + tr("Nothing has been read into the project yet.");
    m_summary->setText(summary);
    const int warnings = m_plan->warningCount();
    m_warnings->setText(counted(warnings, tr("warning"), tr("warnings")));
    m_warnings->setVisible(warnings > 0);
    const int refused = m_plan->countOf(ImportState::refused);
    m_refused->setText(tr("%1 refused").arg(displayCount(refused)));
    m_refused->setVisible(refused > 0);
    const auto chosen = static_cast<std::int64_t>(m_plan->chosen().size());
    m_size->setText(chosen > 0 ? displayBytes(m_plan->chosenBytes()) : QString());
    m_read->setText(reading ? tr("Reading …") : tr("Read %1").arg(counted(chosen, tr("item"), tr("items"))));
    const bool readOnly = m_workbench.isReadOnly();
    const bool looking = m_plan->countOf(ImportState::looking) > 0;
    m_read->setEnabled(chosen > 0 && !reading && !readOnly && !m_correctionTask.isRunning());
    m_read->setToolTip(readOnly      ? tr("The project is open read-only")
                       : chosen == 0 ? tr("No readable item is chosen")
                       : looking     ? tr("Items still being looked at are left out")
                                     : tr("Read the chosen items into the project"));
    m_cancel->setToolTip(reading ? tr("Stop reading; what was read stays") : tr("Close without reading anything"));
    Q_EMIT statusChanged();
    Q_EMIT actionsChanged();
}

void OpenDataPage::fitTree() {
    int rows = 0;
    for (int group = 0; group < m_plan->rowCount(); ++group)
        rows += 1 + m_plan->rowCount(m_plan->index(group, 0));
    const int wanted = m_tree->header()->height() + (rows + 1) * metrics::kRowHeight;
    const int room = std::max(m_splitter->height(), 1);
    const int height = std::min(wanted, static_cast<int>(kLargestTreeShare * room));
    m_splitter->setSizes({height, room - height});
}

void OpenDataPage::readChosen() {
    m_jobs->start(m_plan->chosen());
    updateActions();
}

void OpenDataPage::cancelOrClose() {
    if (m_jobs->isReading())
        m_jobs->cancel();
    else
        Q_EMIT closeWanted();
}

void OpenDataPage::readingEnded() {
    m_plan->removeDone();
    m_tree->expandAll();
    updateActions();
    const bool somethingLeft = m_plan->countOf(ImportState::failed) > 0 || !m_plan->chosen().empty();
    if (!somethingLeft)
        Q_EMIT closeWanted();
    else if (m_plan->itemCount() > 0)
        m_tree->setCurrentIndex(m_plan->indexOf(0));
}

void OpenDataPage::chooseFiles() {
    auto* dialog = new QFileDialog(this, tr("Open data"), startFolder(FolderUse::open));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        rememberFolder(FolderUse::open, files.value(0));
        addPaths(files);
    });
    dialog->open();
}

void OpenDataPage::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Open folder"), startFolder(FolderUse::open));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        rememberFolder(FolderUse::open, folder);
        addPaths({folder});
    });
    dialog->open();
}

void OpenDataPage::dragEnterEvent(QDragEnterEvent* event) {
    if (!localPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void OpenDataPage::dropEvent(QDropEvent* event) {
    addPaths(localPaths(event->mimeData()));
    event->acceptProposedAction();
}

} // namespace vitrine
