#include "widgets/models/row_selection.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace vitrine {

namespace {

/// Ascending and without doubles. Where a good part of all rows is there, marking them takes less time than sorting.
void order(std::vector<int>& rows, int rowCount) {
    constexpr std::size_t kPart = 16;
    if (std::is_sorted(rows.begin(), rows.end())) {
        // as they are
    } else if (rows.size() < static_cast<std::size_t>(rowCount) / kPart) {
        std::sort(rows.begin(), rows.end());
    } else {
        std::vector<bool> marked(static_cast<std::size_t>(rowCount));
        for (const int row : rows)
            if (row >= 0 && row < rowCount)
                marked[static_cast<std::size_t>(row)] = true;
        rows.clear();
        for (int row = 0; row < rowCount; ++row)
            if (marked[static_cast<std::size_t>(row)])
                rows.push_back(row);
    }
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

} // namespace

QItemSelection rowSelection(const QAbstractItemModel& model, std::vector<int> rows) {
    QItemSelection selection;
    const int last = model.columnCount() - 1;
    if (last < 0)
        return selection;
    order(rows, model.rowCount());
    auto row = std::find_if(rows.begin(), rows.end(), [](int number) { return number >= 0; });
    while (row != rows.end()) {
        const int first = *row;
        int end = first;
        while (row != rows.end() && *row == end) {
            ++row;
            ++end;
        }
        selection.append(QItemSelectionRange(model.index(first, 0), model.index(end - 1, last)));
    }
    return selection;
}

void freeHeaderFromSelection(QTableView& view) {
    QHeaderView* header = view.horizontalHeader();
    header->setSelectionModel(new QItemSelectionModel(view.model(), header));
}

void forEachRow(const QItemSelection& selection, const std::function<void(int row)>& visit) {
    for (const QItemSelectionRange& range : selection)
        for (int row = range.top(); row <= range.bottom(); ++row)
            visit(row);
}

} // namespace vitrine
