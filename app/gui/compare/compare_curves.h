#pragma once

#include "app/gui/compare/comparison.h"
#include "core/report/report_document.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QMenu;
class QStackedWidget;

namespace vitrine {

class AxesMemory;
class ChartView;
class EmptyState;
class PaneFrame;
class Selection;
class Workbench;

/// One curve of all runs over each other, chosen among those that at least two of them have.
class CompareCurves : public QWidget {
    Q_OBJECT
public:
    explicit CompareCurves(Workbench& workbench, QWidget* parent = nullptr);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setSelection(Selection* selection);
    ChartView* chart() const { return m_chart; }
    QComboBox* lineChoice() const { return m_choice; }
    /// The block that shows in a report what stands here now.
    ReportBlock reportBlock() const;

private:
    void showLine();
    void fillMenu(QMenu* menu);
    const SharedLine* line() const;

    Workbench& m_workbench;
    PaneFrame* m_frame;
    QComboBox* m_choice;
    QStackedWidget* m_stack;
    ChartView* m_chart;
    EmptyState* m_empty;
    AxesMemory* m_axes;
    std::shared_ptr<const Comparison> m_comparison;
};

} // namespace vitrine
