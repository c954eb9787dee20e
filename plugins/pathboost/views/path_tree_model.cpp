#include "plugins/pathboost/views/path_tree_model.h"

#include "widgets/charts/number_label.h"
#include "widgets/data/display_number.h"
#include "widgets/models/flat_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitrine::pathboost {
namespace {

constexpr int kEffectDigits = 3;
constexpr int kMostDecimals = 8;

int decimalsOf(const std::vector<PathRow>& rows, std::optional<double> PathRow::*member) {
    vitrine::Column::Reals values;
    for (const PathRow& row : rows)
        if (row.*member)
            values.push_back(*(row.*member));
    return values.empty() ? 2 : std::clamp(decimalsFor(vitrine::Column("value", std::move(values))), 1, 2);
}

QString count(const std::optional<std::int64_t>& number) {
    return number ? displayCount(*number) : QString();
}

/// Three significant digits of a typical effect, not more than six digits of the largest.
int effectDecimals(const std::vector<PathRow>& rows) {
    std::vector<double> sizes;
    for (const PathRow& row : rows)
        if (row.meanEffect && *row.meanEffect != 0.0)
            sizes.push_back(std::abs(*row.meanEffect));
    if (sizes.empty())
        return 2;
    const auto exponent = [](double size) { return static_cast<int>(std::floor(std::log10(size))); };
    const double largest = *std::ranges::max_element(sizes);
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return std::clamp(std::min(kEffectDigits - 1 - exponent(*middle), 5 - exponent(largest)), 0, kMostDecimals);
}

QString signedNumber(const std::optional<double>& number, int decimals) {
    if (!number)
        return {};
    // An effect too small for the column still has a size and a sign.
    const bool vanishes = *number != 0.0 && std::abs(*number) < 0.5 * std::pow(10.0, -decimals);
    const QString text = vanishes ? shortLabel(*number, kEffectDigits, QLocale()) : displayNumber(*number, decimals);
    return *number > 0 ? QLatin1Char('+') + text : text;
}

} // namespace

void PathTreeModel::setPaths(std::shared_ptr<const RunPaths> paths, const QString& graphWord) {
    if (paths == m_paths && graphWord == m_graphWord)
        return;
    const std::size_t before = m_paths ? m_paths->rows().size() : 0;
    const bool sameTree =
        m_paths && before == paths->rows().size() &&
        std::ranges::all_of(paths->rows(), [this](const PathRow& row) { return m_paths->find(row.key); });
    [[maybe_unused]] const auto old =
        std::exchange(m_paths, std::move(paths)); // alive until nothing points into it any more
    m_graphWord = graphWord;
    m_importanceDecimals = decimalsOf(m_paths->rows(), &PathRow::importance);
    m_effectDecimals = effectDecimals(m_paths->rows());
    if (sameTree) {
        for (Node& node : m_nodes)
            node.path = m_paths->find(node.key);
        findBest();
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            const auto id = static_cast<quintptr>(i);
            Q_EMIT dataChanged(createIndex(m_nodes[i].row, 0, id), createIndex(m_nodes[i].row, kColumns - 1, id));
        }
    } else {
        beginResetModel();
        build();
        endResetModel();
    }
    findLongest();
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);
}

void PathTreeModel::findLongest() {
    m_longest.fill({});
    for (const Node& node : m_nodes)
        for (int column = kImportanceColumn; node.path && column < kColumns; ++column)
            if (QString text = textOf(node, column); text.size() > m_longest[static_cast<std::size_t>(column)].size())
                m_longest[static_cast<std::size_t>(column)] = std::move(text);
}

int PathTreeModel::nodeFor(const QString& key) {
    int parent = -1;
    for (const QString& prefix : prefixKeys(key)) {
        if (const auto known = m_byKey.constFind(prefix); known != m_byKey.constEnd()) {
            parent = *known;
            continue;
        }
        const auto made = static_cast<int>(m_nodes.size());
        std::vector<int>& siblings = parent < 0 ? m_roots : m_nodes[static_cast<std::size_t>(parent)].children;
        const auto row = static_cast<int>(siblings.size());
        siblings.push_back(made);
        m_nodes.push_back({prefix, parent, row, {}, m_paths->find(prefix), 0.0});
        m_byKey.insert(prefix, made);
        parent = made;
    }
    return parent;
}

void PathTreeModel::build() {
    m_nodes.clear();
    m_roots.clear();
    m_byKey.clear();
    for (const PathRow& path : m_paths->rows())
        nodeFor(path.key);
    findBest();
}

void PathTreeModel::findBest() {
    // Parents stand before their children.
    for (Node& node : m_nodes) {
        const double own = !node.path                 ? -HUGE_VAL
                           : m_paths->hasImportance() ? node.path->importance.value_or(-HUGE_VAL)
                                                      : static_cast<double>(node.path->timesChosen);
        node.best = own;
    }
    for (std::size_t i = m_nodes.size(); i > 0; --i)
        if (const Node& node = m_nodes[i - 1]; node.parent >= 0) {
            double& best = m_nodes[static_cast<std::size_t>(node.parent)].best;
            best = std::max(best, node.best);
        }
}

QModelIndex PathTreeModel::indexOf(const QString& key) const {
    const int node = m_byKey.value(key, -1);
    return node < 0 ? QModelIndex()
                    : createIndex(m_nodes[static_cast<std::size_t>(node)].row, 0, static_cast<quintptr>(node));
}

QString PathTreeModel::keyOf(const QModelIndex& index) const {
    return index.isValid() ? nodeOf(index).key : QString();
}

const std::vector<int>& PathTreeModel::childrenOf(const QModelIndex& parent) const {
    return parent.isValid() ? nodeOf(parent).children : m_roots;
}

QModelIndex PathTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, static_cast<quintptr>(childrenOf(parent)[static_cast<std::size_t>(row)]));
}

QModelIndex PathTreeModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || nodeOf(child).parent < 0)
        return {};
    const int parent = nodeOf(child).parent;
    return createIndex(m_nodes[static_cast<std::size_t>(parent)].row, 0, static_cast<quintptr>(parent));
}

int PathTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int PathTreeModel::columnCount(const QModelIndex&) const {
    return kColumns;
}

QString PathTreeModel::textOf(const Node& node, int column) const {
    if (column == kPathColumn)
        return m_paths->labelOf(node.key);
    if (!node.path)
        return {};
    switch (column) {
    case kImportanceColumn:
        return node.path->importance ? displayNumber(*node.path->importance, m_importanceDecimals) : QString();
    case kTimesColumn: return displayCount(node.path->timesChosen);
    case kFirstColumn: return displayCount(node.path->firstIteration);
    case kGraphsColumn: return count(node.path->graphsAll);
    case kEffectColumn: return signedNumber(node.path->meanEffect, m_effectDecimals);
    default: return {};
    }
}

QVariant PathTreeModel::sortValue(const Node& node, int column) const {
    if (column == kPathColumn)
        return m_paths->labelOf(node.key);
    if (!node.path) // a prefix that was never selected stands where the best path beneath it would
        return column == kImportanceColumn ? node.best : -HUGE_VAL;
    switch (column) {
    case kImportanceColumn: return node.path->importance.value_or(-HUGE_VAL);
    case kTimesColumn: return static_cast<double>(node.path->timesChosen);
    case kFirstColumn: return static_cast<double>(node.path->firstIteration);
    case kGraphsColumn: return static_cast<double>(node.path->graphsAll.value_or(-1));
    case kEffectColumn: return node.path->meanEffect.value_or(-HUGE_VAL);
    default: return {};
    }
}

QString PathTreeModel::toolTip(const Node& node) const {
    QStringList lines{m_paths->labelOf(node.key)};
    if (!node.path)
        lines.append(tr("Never selected itself"));
    for (int column = kImportanceColumn; column < kColumns; ++column)
        if (const QString text = textOf(node, column); !text.isEmpty())
            lines.append(tr("%1: %2").arg(headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), text));
    return lines.join(QLatin1Char('\n'));
}

QVariant PathTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Node& node = nodeOf(index);
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return textOf(node, column);
    case Qt::AccessibleTextRole: {
        const QString text = textOf(node, column);
        return column == kPathColumn || text.isEmpty()
                   ? text
                   : QVariant(tr("%1 %2").arg(headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), text));
    }
    case Qt::ToolTipRole: return toolTip(node);
    case Qt::TextAlignmentRole:
        return column == kPathColumn ? QVariant() : QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    case SortRole: return sortValue(node, column);
    case KeyRole: return node.key;
    case kLabels: return m_paths->labelsOf(node.key);
    case kIsSelectedPath: return node.path != nullptr;
    default: return {};
    }
}

QVariant PathTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == kPathColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) // the large ones first, but names and iterations from the start
        return section == kPathColumn || section == kFirstColumn ? Qt::AscendingOrder : Qt::DescendingOrder;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool whole = role == Qt::ToolTipRole;
    const QString importance = m_paths ? m_paths->importanceUnit() : QString();
    const QString effect = m_paths ? m_paths->effectUnit() : QString();
    switch (section) {
    case kPathColumn: return tr("Path");
    case kImportanceColumn: {
        const QString name = whole ? tr("Importance") : tr("Imp.");
        return importance == QLatin1String("%") ? tr("%1 %").arg(name)
               : importance.isEmpty()           ? name
                                                : tr("%1, %2").arg(name, importance);
    }
    case kTimesColumn: return whole ? tr("Times selected") : tr("Times");
    case kFirstColumn: return whole ? tr("First selected in iteration") : tr("First");
    case kGraphsColumn: return whole ? tr("%1 in which it occurs").arg(m_graphWord) : m_graphWord;
    case kEffectColumn: {
        const QString name = whole ? tr("Mean effect on the prediction") : tr("Effect");
        return effect.isEmpty() ? name
                                : (whole ? tr("%1, %2") : tr("%1\n%2")).arg(name, effect); // two lines are narrow
    }
    default: return {};
    }
}

} // namespace vitrine::pathboost
