#include "widgets/models/row_selection.h"

#include <algorithm>

namespace vitrine {

QItemSelection rowSelection(const QAbstractItemModel& model, std::vector<int> rows) {
    QItemSelection selection;
    const int last = model.columnCount() - 1;
    if (last < 0)
        return selection;
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
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

void forEachRow(const QItemSelection& selection, const std::function<void(int row)>& visit) {
    for (const QItemSelectionRange& range : selection)
        for (int row = range.top(); row <= range.bottom(); ++row)
            visit(row);
}

} // namespace vitrine
