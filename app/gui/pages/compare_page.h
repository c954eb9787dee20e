#pragma once

#include "app/gui/compare/comparison.h"
#include "app/gui/page.h"
#include "widgets/latest_task.h"

#include <map>
#include <memory>
#include <vector>

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace vitrine {

class CompareCurves;
class CompareTable;
class ErrorPanel;
class PaneFrame;
class RunChooser;
class TextLabel;
class Workbench;

/// Any runs side by side: what differs, their numbers with paired tests, their curves over each other. Without at least
/// two runs it offers those of the project.
class ComparePage : public Page {
    Q_OBJECT
public:
    explicit ComparePage(Workbench& workbench, QWidget* parent = nullptr);

    QString pageId() const override { return QStringLiteral("compare"); }
    QString title() const override { return tr("Comparison"); }
    QString iconName() const override { return QStringLiteral("compare"); }
    Selection* selection() const override { return m_selection; }
    QString statusText() const override;

    /// Fewer than two runs are checked in the list that is offered then.
    void setRuns(const std::vector<RunId>& runs);
    const std::vector<RunId>& runs() const { return m_runs; }
    std::shared_ptr<const Comparison> comparison() const { return m_comparison; }
    RunChooser* chooser() const { return m_chooser; }
    CompareTable* facts() const { return m_facts; }
    CompareTable* metricTable() const { return m_metrics; }
    CompareCurves* curves() const { return m_curves; }
    QComboBox* referenceChoice() const { return m_reference; }
    QPushButton* reportButton() const { return m_report; }

private:
    QWidget* buildHeader();
    QWidget* buildContent();
    void choose();
    void load();
    void take(std::shared_ptr<const Comparison> comparison);
    void showHeader();
    void makeReport();
    void contentsChanged();

    Workbench& m_workbench;
    Selection* m_selection;
    TextLabel* m_line = nullptr;
    TextLabel* m_referenceLabel = nullptr;
    QComboBox* m_reference = nullptr;
    QPushButton* m_choose = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_report = nullptr;
    ErrorPanel* m_error = nullptr;
    QStackedWidget* m_stack = nullptr;
    RunChooser* m_chooser = nullptr;
    QWidget* m_content = nullptr;
    QWidget* m_busy = nullptr;
    CompareTable* m_facts = nullptr;
    CompareTable* m_metrics = nullptr;
    PaneFrame* m_factsFrame = nullptr;
    PaneFrame* m_metricsFrame = nullptr;
    CompareCurves* m_curves = nullptr;
    std::vector<RunId> m_runs;
    std::map<RunId, RunState> m_states;   ///< as compared; a run that has gone on is read again
    std::map<RunId, std::string> m_stale; ///< as compared
    RunId m_referenceRun = 0;
    std::shared_ptr<const Comparison> m_comparison;
    LatestTask m_task;
};

} // namespace vitrine
