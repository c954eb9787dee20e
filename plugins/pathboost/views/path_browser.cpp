#include "plugins/pathboost/views/path_browser.h"

#include "core/values/graph_set.h"
#include "core/values/value_export.h"
#include "plugins/pathboost/views/path_delegate.h"
#include "plugins/pathboost/views/path_tree_filter.h"
#include "plugins/pathboost/views/path_tree_model.h"
#include "widgets/data/display_number.h"
#include "widgets/models/flat_model.h"
#include "widgets/models/number_delegate.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine::pathboost {
namespace {

constexpr int kOpenedPaths = 5; ///< so many of the best paths are unfolded at the start
constexpr int kPathWidth = 140; ///< least width of the chains before columns of numbers are left out
constexpr int kIndentation = 14;
constexpr int kTwoLines = 36; ///< height of a header with two lines
constexpr int kCellSides = metrics::kSpace * 2 + 2;
constexpr int kSortMark = 26;    ///< arrow in the header of the column that is sorted by, in the taller header
constexpr int kFilterFrom = 160; ///< height from which there is room for the filter field

} // namespace

PathBrowser::PathBrowser(QWidget* parent)
    : RunView(parent), m_content(new QWidget), m_filterRow(new QWidget), m_filterField(new QLineEdit),
      m_noMatch(new TextLabel(tr("No path has this label."), TextSize::small, TextTone::muted)), m_view(new QTreeView),
      m_model(new PathTreeModel(this)), m_filter(new PathTreeFilter(this)) {
    m_filterField->setPlaceholderText(tr("Filter by labels"));
    m_filterField->setAccessibleName(tr("Filter paths by label"));
    m_filterField->setClearButtonEnabled(true);
    m_filterField->addAction(icon(QStringLiteral("filter"), IconTint::text2), QLineEdit::LeadingPosition);
    m_filterField->setMaximumWidth(240);
    m_noMatch->hide();
    auto* row = new QHBoxLayout(m_filterRow);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 6);
    row->addWidget(m_filterField, 1);
    row->addWidget(m_noMatch);
    row->addStretch();
    makeView();
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filterRow);
    layout->addWidget(m_view, 1);
    setContent(m_content);
    connect(m_filterField, &QLineEdit::textChanged, this, &PathBrowser::applyFilter);
}

void PathBrowser::makeView() {
    m_filter->setSourceModel(m_model);
    m_view->setModel(m_filter);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(kIndentation);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSortingEnabled(true);
    m_view->setMouseTracking(true);
    m_view->setItemDelegate(new NumberDelegate(m_view));
    m_view->setItemDelegateForColumn(PathTreeModel::kPathColumn, new PathDelegate(m_view));
    m_view->setAccessibleName(tr("Paths"));
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QHeaderView* header = m_view->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(PathTreeModel::kPathColumn, QHeaderView::Stretch);
    header->setMinimumSectionSize(32);
    header->setSectionsMovable(false);
    header->setSortIndicator(-1, Qt::DescendingOrder);
    connect(header, &QHeaderView::sectionClicked, this, [this] {
        m_sortedByUser = true;
        sizeColumns();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PathBrowser::selectionEdited);
    connect(m_view, &QTreeView::entered, this, [this](const QModelIndex& index) {
        if (selection())
            selection()->hover(QLatin1String(kPathKind), keyAt(index));
    });
}

QString PathBrowser::keyAt(const QModelIndex& viewIndex) const {
    return viewIndex.data(KeyRole).toString();
}

QModelIndex PathBrowser::viewIndex(const QString& key) const {
    return m_filter->mapFromSource(m_model->indexOf(key));
}

void PathBrowser::showData() {
    if (paths()->isEmpty()) {
        showEmpty(noPathsText());
        return;
    }
    const auto graphs = inputGraphs(*data());
    const bool first = m_model->rowCount() == 0;
    const QSet<QString> expanded = expandedKeys();
    const int scroll = m_view->verticalScrollBar()->value();
    bool wasReset = false;
    const auto watch = connect(m_model, &QAbstractItemModel::modelReset, this, [&wasReset] { wasReset = true; });
    m_model->setPaths(paths(), !graphs || graphs->isMolecular() ? tr("Molecules") : tr("Graphs"));
    disconnect(watch);
    const int by = paths()->hasImportance() ? PathTreeModel::kImportanceColumn : PathTreeModel::kTimesColumn;
    if (!m_sortedByUser && m_view->header()->sortIndicatorSection() != by)
        m_view->sortByColumn(by, Qt::DescendingOrder);
    showContent();
    sizeColumns();
    if (wasReset) {
        expandKeys(first ? prefixesOfBest() : expanded);
        if (!first)
            m_view->verticalScrollBar()->setValue(scroll);
        const QScopedValueRollback quiet(m_following, true);
        QItemSelection chosen;
        for (const QString& key : chosenPaths())
            if (const QModelIndex index = viewIndex(key); index.isValid())
                chosen.select(index, index);
        m_view->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        if (first)
            showSelection();
    }
    // An example that finds something here.
    const auto example =
        std::ranges::find_if(paths()->rows(), [](const PathRow& path) { return path.labels.size() == 2; });
    if (example != paths()->rows().end())
        m_filterField->setPlaceholderText(tr("Filter, for example %1").arg(example->labels.join(QLatin1Char('-'))));
    showSubtitle();
}

void PathBrowser::showSubtitle() {
    int longest = 0;
    for (const PathRow& path : paths()->rows())
        longest = std::max(longest, static_cast<int>(path.labels.size()));
    setSubtitle(tr("tree of prefixes, %1 selected, up to %2 nodes")
                    .arg(displayCount(static_cast<std::int64_t>(paths()->rows().size())), displayCount(longest)));
}

QSet<QString> PathBrowser::prefixesOfBest() const {
    QSet<QString> keys;
    for (std::size_t i = 0; i < paths()->rows().size() && i < kOpenedPaths; ++i) {
        QStringList prefixes = prefixKeys(paths()->rows()[i].key);
        prefixes.removeLast();
        keys += QSet<QString>(prefixes.begin(), prefixes.end());
    }
    return keys;
}

QSet<QString> PathBrowser::expandedKeys() const {
    QSet<QString> keys;
    QList<QModelIndex> open{QModelIndex()};
    while (!open.isEmpty()) {
        const QModelIndex parent = open.takeLast();
        for (int row = 0; row < m_filter->rowCount(parent); ++row)
            if (const QModelIndex child = m_filter->index(row, 0, parent); m_view->isExpanded(child)) {
                keys.insert(keyAt(child));
                open.append(child);
            }
    }
    return keys;
}

void PathBrowser::expandKeys(const QSet<QString>& keys) {
    for (const QString& key : keys)
        if (const QModelIndex index = viewIndex(key); index.isValid())
            m_view->expand(index);
}

void PathBrowser::applyFilter(const QString& text) {
    // Rows that go take their selection with them; the page keeps it.
    const QScopedValueRollback quiet(m_following, true);
    if (m_filter->text().isEmpty())
        m_expandedBeforeFilter = expandedKeys();
    m_filter->setText(text);
    if (m_filter->text().isEmpty()) {
        m_view->collapseAll();
        expandKeys(m_expandedBeforeFilter);
    } else {
        m_view->expandAll();
    }
    m_noMatch->setVisible(m_filter->rowCount() == 0);
    showSelection();
}

void PathBrowser::followSelection(const QString& kind) {
    if (!m_following && data() && (kind.isEmpty() || kind == QLatin1String(kPathKind)))
        showSelection();
}

void PathBrowser::showSelection() {
    const QScopedValueRollback quiet(m_following, true);
    QItemSelection chosen;
    QModelIndex first;
    for (const QString& key : chosenPaths()) {
        const QModelIndex index = viewIndex(key);
        if (!index.isValid())
            continue;
        for (QModelIndex parent = index.parent(); parent.isValid(); parent = parent.parent())
            m_view->expand(parent);
        chosen.select(index, index);
        first = first.isValid() ? first : index;
    }
    m_view->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!first.isValid())
        return;
    m_view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_view->scrollTo(first);
}

void PathBrowser::selectionEdited() {
    if (m_following || !selection())
        return;
    QStringList keys;
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    for (const QModelIndex& index : rows)
        keys.append(keyAt(index));
    const QScopedValueRollback quiet(m_following, true);
    selection()->select(QLatin1String(kPathKind), keys);
}

bool PathBrowser::hasValues(int column) const {
    const auto known = [this](auto PathRow::*member) {
        return std::ranges::any_of(paths()->rows(), [member](const PathRow& row) { return (row.*member).has_value(); });
    };
    switch (column) {
    case PathTreeModel::kImportanceColumn: return known(&PathRow::importance);
    case PathTreeModel::kGraphsColumn: return known(&PathRow::graphsAll);
    case PathTreeModel::kEffectColumn: return known(&PathRow::meanEffect);
    default: return true;
    }
}

int PathBrowser::titleWidth(int column) const {
    const QFontMetrics metrics(fonts::small());
    int widest = 0;
    for (const QString& line : m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().split(u'\n'))
        widest = std::max(widest, metrics.horizontalAdvance(line));
    return widest + kCellSides + (m_view->header()->sortIndicatorSection() == column ? kSortMark : 0);
}

void PathBrowser::sizeColumns() {
    const QFontMetricsF body(m_view->font());
    // The most telling columns come first; what does not fit stands in the tool tips.
    constexpr std::array kByNeed = {PathTreeModel::kImportanceColumn, PathTreeModel::kEffectColumn,
                                    PathTreeModel::kTimesColumn, PathTreeModel::kGraphsColumn,
                                    PathTreeModel::kFirstColumn};
    int room = m_view->viewport()->width() - kPathWidth;
    bool full = false;
    for (const PathTreeModel::Column column : kByNeed) {
        if (!hasValues(column)) {
            m_view->setColumnHidden(column, true);
            continue;
        }
        const int numbers = static_cast<int>(std::ceil(tabularWidth(body, m_model->longestText(column))));
        const int width = std::max(titleWidth(column), numbers + kCellSides);
        full = full || width > room;
        m_view->setColumnHidden(column, full);
        if (full)
            continue;
        m_view->setColumnWidth(column, width);
        room -= width;
    }
    // The unit of the effects stands in a second line.
    const bool twoLines = !m_view->isColumnHidden(PathTreeModel::kEffectColumn) && !paths()->effectUnit().isEmpty();
    m_view->header()->setFixedHeight(twoLines ? kTwoLines : metrics::kHeaderHeight);
}

void PathBrowser::resizeEvent(QResizeEvent* event) {
    RunView::resizeEvent(event);
    m_filterRow->setVisible(height() >= kFilterFrom || !m_filterField->text().isEmpty());
}

bool PathBrowser::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::KeyPress && selection() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        selection()->clear();
    if (watched == m_view->viewport() && event->type() == QEvent::Resize && data() && !paths()->isEmpty())
        sizeColumns();
    return RunView::eventFilter(watched, event);
}

std::function<std::string()> PathBrowser::csvMaker() const {
    const auto table = data() ? outputTable(*data(), pathOutput().c_str()) : nullptr;
    if (!table)
        return {};
    return [table] { return tableCsv(*table); };
}

} // namespace vitrine::pathboost
