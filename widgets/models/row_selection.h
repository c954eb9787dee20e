#pragma once

#include <QItemSelection>

#include <functional>
#include <vector>

class QTableView;

namespace vitrine {

/// Whole rows as few ranges: a view that is told of each row by itself stalls from some ten thousand on. `rows` in any
/// order; negative ones and doubles are left out.
QItemSelection rowSelection(const QAbstractItemModel& model, std::vector<int> rows);

/// Visits each selected row once, range by range in the order of choosing. Only for selections of whole rows.
void forEachRow(const QItemSelection& selection, const std::function<void(int row)>& visit);

/// For tables of which whole rows are selected, after setModel: the horizontal header would look at every selected row
/// each time it is painted, to know whether its column is selected.
void freeHeaderFromSelection(QTableView& view);

} // namespace vitrine
