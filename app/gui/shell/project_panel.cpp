#include "app/gui/shell/project_panel.h"

#include "app/gui/data/source_actions.h"
#include "app/gui/shell/project_delegate.h"
#include "app/gui/shell/project_edits.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>

#include <utility>

namespace vitrine {

namespace {

constexpr int kIndent = 16;

/// Keeps the sections whatever is typed.
class ProjectFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return !parent.isValid() || QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }
};

QToolButton* titleButton(const QString& iconName, const QString& name, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setIcon(icon(iconName, IconTint::text2));
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

ProjectPanel::ProjectPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_model(new ProjectModel(this)), m_filter(new ProjectFilter(this)),
      m_tree(new QTreeView(this)) {
    buildTitle();
    buildTree();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_search);
    layout->addWidget(m_tree);
    connect(&m_workbench, &Workbench::contentsChanged, this, [this] {
        m_model->setContents(m_workbench.contents(), m_workbench.isReadOnly());
        m_tree->expandAll();
    });
    connect(m_model, &ProjectModel::renameRequested, this, &ProjectPanel::rename);
    followJobs();
}

void ProjectPanel::buildTitle() {
    m_title = new QWidget(this);
    m_title->setFixedHeight(metrics::kTitleHeight);
    auto* name = new TextLabel(tr("Project"), TextSize::body, TextTone::text, m_title);
    name->setBold(true);
    m_filterButton = titleButton(QStringLiteral("filter"), tr("Filter the project"), m_title);
    m_filterButton->setCheckable(true);
    m_search = new QLineEdit(this);
    m_search->setPlaceholderText(tr("Filter by name"));
    m_search->setAccessibleName(tr("Filter by name"));
    m_search->setToolTip(tr("Show only what has this in its name"));
    m_search->setClearButtonEnabled(true);
    m_search->hide();
    auto* layout = new QHBoxLayout(m_title);
    layout->setContentsMargins(metrics::kPadding, 0, metrics::kSpace, 0);
    layout->setSpacing(0);
    layout->addWidget(name);
    layout->addStretch();
    layout->addWidget(m_filterButton);
    connect(m_filterButton, &QToolButton::toggled, this, [this](bool on) {
        m_search->setVisible(on);
        if (on)
            m_search->setFocus();
        else
            m_search->clear();
    });
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setFilterFixedString(text);
        m_tree->expandAll();
    });
}

void ProjectPanel::buildTree() {
    m_filter->setSourceModel(m_model);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_tree->setModel(m_filter);
    m_tree->setHeaderHidden(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setIndentation(kIndent);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAccessibleName(tr("Project"));
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setBackgroundRole(QPalette::Window);
    m_tree->viewport()->setBackgroundRole(QPalette::Window);
    auto* delegate = new ProjectDelegate(m_tree);
    m_tree->setItemDelegate(delegate);
    m_tree->expandAll();
    connect(delegate, &ProjectDelegate::addClicked, this, [this](int section) {
        if (section == ProjectModel::Data)
            Q_EMIT openDataWanted();
        else if (section == ProjectModel::Experiments)
            Q_EMIT newExperimentWanted();
        else
            Q_EMIT newReportWanted();
    });
    connect(m_tree, &QTreeView::activated, this, &ProjectPanel::openIndex);
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        // With Ctrl or Shift several are chosen, not opened.
        if (!(QGuiApplication::keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier)))
            openIndex(index);
    });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &ProjectPanel::openMenu);
    auto* removal = new QShortcut(QKeySequence::Delete, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(removal, &QShortcut::activated, this, [this] { removeChosen(); });
}

void ProjectPanel::followJobs() {
    connect(&m_workbench.jobs(), &JobQueue::jobAdded, this, [this](const std::shared_ptr<JobHandle>& job) {
        if (job->runId() == 0)
            return;
        connect(job.get(), &JobHandle::changed, this, [this, handle = job.get()] {
            // The record of the run is read seldom; the job knows that it has begun.
            if (const JobStatus status = handle->status(); status.state == RunState::running)
                m_model->setProgress(handle->runId(), status.fraction);
        });
    });
}

void ProjectPanel::setCurrentPage(const QString& pageId) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOfPage(pageId));
    // What was chosen besides the page in front stays while that page does.
    const bool isSame = std::exchange(m_currentPage, pageId) == pageId;
    if (isSame && m_tree->selectionModel()->selectedRows().size() > 1)
        return;
    if (index.isValid())
        m_tree->setCurrentIndex(index);
    else
        m_tree->selectionModel()->clear();
}

QList<qint64> ProjectPanel::chosenRuns() const {
    QList<qint64> runs;
    const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    for (const QModelIndex& row : rows)
        if (row.data(ProjectModel::SectionRole).toInt() == ProjectModel::Runs &&
            !row.data(ProjectModel::PageRole).toString().isEmpty())
            runs.append(row.data(ProjectModel::IdRole).toLongLong());
    return runs;
}

void ProjectPanel::removeChosen() {
    QList<QPersistentModelIndex> rows;
    const QModelIndexList selected = m_tree->selectionModel()->selectedRows();
    for (const QModelIndex& row : selected)
        rows.append(row);
    for (const QPersistentModelIndex& row : rows)
        remove(row);
}

void ProjectPanel::openIndex(const QModelIndex& index) {
    const QString page = index.data(ProjectModel::PageRole).toString();
    const bool isRuns =
        !index.parent().isValid() && index.data(ProjectModel::SectionRole).toInt() == ProjectModel::Runs;
    if (!page.isEmpty())
        m_workbench.requestOpen(page);
    else if (index.isValid() && isRuns && m_workbench.store())
        m_workbench.requestOpen(QStringLiteral("runs"));
}

void ProjectPanel::openMenu(const QPoint& at) {
    const QModelIndex index = m_tree->indexAt(at);
    const QString page = index.data(ProjectModel::PageRole).toString();
    if (page.isEmpty())
        return;
    const int section = index.data(ProjectModel::SectionRole).toInt();
    const qint64 id = index.data(ProjectModel::IdRole).toLongLong();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, [this, page] { m_workbench.requestOpen(page); });
    if (section == ProjectModel::Runs)
        menu->addAction(icon(QStringLiteral("compare")), tr("Compare"), this, &ProjectPanel::compareWanted);
    if (!m_workbench.isReadOnly()) {
        if (section == ProjectModel::Data)
            menu->addAction(icon(QStringLiteral("new")), tr("New experiment"), this,
                            [this, id] { m_workbench.requestExperiment(id); });
        if (section == ProjectModel::Data)
            addSourceActions(menu, id);
        const bool underWay = section == ProjectModel::Runs && m_workbench.jobOf(id) != nullptr;
        if (section == ProjectModel::Runs && !underWay)
            menu->addAction(icon(QStringLiteral("report")), tr("New report"), this,
                            [this, id] { m_workbench.reportOfRun(id); });
        menu->addSeparator();
        if (underWay) {
            menu->addAction(icon(QStringLiteral("cancel")), tr("Cancel"), this, [this, id] {
                if (const auto job = m_workbench.jobOf(id))
                    job->cancel();
            });
        } else {
            const QPersistentModelIndex kept = index;
            menu->addAction(tr("Rename…"), this, [this, kept] { m_tree->edit(kept); })->setShortcut(Qt::Key_F2);
            menu->addAction(icon(QStringLiteral("trash")), tr("Remove"), this, [this, kept] { remove(kept); })
                ->setShortcut(QKeySequence::Delete);
        }
    }
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

void ProjectPanel::addSourceActions(QMenu* menu, qint64 dataset) {
    const DatasetRecord* record = m_workbench.contents().dataset(dataset);
    if (!record || record->source.path.empty())
        return;
    menu->addAction(tr("Locate source…"), this, [this, dataset] { locateSource(m_workbench, dataset, window()); });
    QAction* again =
        menu->addAction(tr("Read again"), this, [this, dataset] { readSourceAgain(m_workbench, dataset); });
    again->setEnabled(m_workbench.contents().sourceState(dataset) != SourceState::missing);
}

void ProjectPanel::rename(int section, qint64 id, const QString& name) {
    renameItem(m_workbench, static_cast<ProjectModel::Section>(section), id, name);
}

void ProjectPanel::remove(const QModelIndex& index) {
    const QString page = index.data(ProjectModel::PageRole).toString();
    const auto section = static_cast<ProjectModel::Section>(index.data(ProjectModel::SectionRole).toInt());
    const qint64 id = index.data(ProjectModel::IdRole).toLongLong();
    if (page.isEmpty() || m_workbench.isReadOnly())
        return;
    if (section == ProjectModel::Runs && m_workbench.jobOf(id)) {
        m_workbench.say(tr("The run is still going on. Cancel it first."));
        return;
    }
    removeItem(m_workbench, section, id);
}

} // namespace vitrine
