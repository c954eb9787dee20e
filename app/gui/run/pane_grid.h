#pragma once

#include "widgets/views/result_view.h"

#include <QWidget>

#include <vector>

class QSplitter;

namespace vitrine {

class CursorLink;
class Pane;
class Workbench;
struct ExperimentInfo;

/// Panes of one page of a run, in nested splitters: rows of columns. Double click on a title maximises a pane within
/// the grid, again restores.
class PaneGrid : public QWidget {
    Q_OBJECT
public:
    PaneGrid(Workbench& workbench, const std::vector<PaneSpec>& specs, const ExperimentInfo* experiment,
             QWidget* parent = nullptr);

    void setRunData(const std::shared_ptr<const RunData>& runData);
    void setSelection(Selection* selection);
    QList<Pane*> panes() const { return m_panes; }

Q_SIGNALS:
    void viewMade(vitrine::Pane* pane); ///< panes get their views when there is something to show

private:
    void layOut(const std::vector<PaneSpec>& specs);
    void toggleMaximized(Pane* pane);

    QSplitter* m_rows;
    CursorLink* m_cursors;
    QList<Pane*> m_panes;
    Pane* m_maximized = nullptr;
};

} // namespace vitrine
