#pragma once

#include "widgets/report/report_block_model.h"

#include <QListView>

namespace vitrine {

/// List of the blocks of a report: drag or Alt+Up and Alt+Down to reorder, Delete to remove.
class ReportBlockList : public QListView {
    Q_OBJECT
public:
    explicit ReportBlockList(QWidget* parent = nullptr);

    ReportBlockModel& blocks() { return m_model; }
    int currentBlock() const { return currentIndex().row(); }
    /// Selects without saying so; -1: none.
    void setCurrentBlock(int row);

Q_SIGNALS:
    void currentBlockChanged(int row);
    void removeWanted(int row);
    void duplicateWanted(int row);
    void editWanted(int row); ///< Return or double click

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void move(int step);

    ReportBlockModel m_model;
    bool m_quiet = false;
};

} // namespace vitrine
