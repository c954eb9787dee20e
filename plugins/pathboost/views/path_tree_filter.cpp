#include "plugins/pathboost/views/path_tree_filter.h"

#include "widgets/models/flat_model.h"

#include <cmath>

namespace vitrine::pathboost {

PathTreeFilter::PathTreeFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setRecursiveFilteringEnabled(true);
    setSortRole(SortRole);
}

void PathTreeFilter::setText(const QString& text) {
    QString wanted = text.trimmed();
    wanted.replace(QLatin1Char('-'), QChar(0x2013));
    if (wanted == m_text)
        return;
    m_text = wanted;
    invalidateFilter();
}

bool PathTreeFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    return m_text.isEmpty() ||
           sourceModel()->index(row, 0, parent).data().toString().contains(m_text, Qt::CaseInsensitive);
}

bool PathTreeFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(SortRole);
    const QVariant b = right.data(SortRole);
    if (a.typeId() != QMetaType::Double)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    const bool missingA = std::isinf(a.toDouble());
    const bool missingB = std::isinf(b.toDouble());
    if (missingA != missingB)
        return sortOrder() == Qt::AscendingOrder ? missingB : missingA;
    return a.toDouble() < b.toDouble();
}

} // namespace vitrine::pathboost
