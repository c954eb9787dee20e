#include "widgets/models/selected_keys.h"

#include "widgets/models/row_selection.h"
#include "widgets/models/table_model.h"

#include <utility>
#include <vector>

namespace vitrine {

namespace {

qsizetype rowCount(const QItemSelection& selection) {
    qsizetype count = 0;
    for (const QItemSelectionRange& range : selection)
        count += range.height();
    return count;
}

} // namespace

SelectedKeys::SelectedKeys(const TableModel* model, const QItemSelectionModel* rows, QObject* owner)
    : QObject(owner), m_model(model), m_rows(rows) {}

void SelectedKeys::read(std::function<void(const QStringList& keys, bool isCurrent)> take) {
    m_task.cancel();
    if (!m_model->hasKeys()) {
        take({}, true);
        return;
    }
    const QItemSelection selection = m_rows->selection();
    const qsizetype count = rowCount(selection);
    std::vector<int> rows;
    rows.reserve(static_cast<std::size_t>(count));
    forEachRow(selection, [&](int row) { rows.push_back(row); });
    const auto read = m_model->keyReader(rows);
    if (count <= kAtOnce)
        take(read({}), true);
    else
        m_task.start([read](const std::stop_token& stop) { return read(stop); },
                     [this, count, take = std::move(take)](const QStringList& keys) {
                         take(keys, count == rowCount(m_rows->selection()));
                     });
}

} // namespace vitrine
