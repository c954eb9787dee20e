#pragma once

#include "widgets/latest_task.h"

#include <QItemSelectionModel>
#include <QStringList>

#include <functional>

namespace vitrine {

class TableModel;

/// Keys of the whole rows that are selected in a table: of few at once, of many in the background.
class SelectedKeys : public QObject {
    Q_OBJECT
public:
    static constexpr int kAtOnce = 20'000;

    /// @param owner  that lives as long as both
    SelectedKeys(const TableModel* model, const QItemSelectionModel* rows, QObject* owner);

    /// Calls `take` with the keys of what is selected now, all different, and whether that is selected still. What was
    /// asked before and has not been answered is forgotten.
    void read(std::function<void(const QStringList& keys, bool isCurrent)> take);

private:
    const TableModel* m_model;
    const QItemSelectionModel* m_rows;
    LatestTask m_task;
};

} // namespace vitrine
