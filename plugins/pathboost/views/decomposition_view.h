#pragma once

#include "plugins/pathboost/views/chosen_graph.h"
#include "plugins/pathboost/views/decomposition.h"
#include "widgets/latest_task.h"
#include "widgets/views/result_view.h"

class QStackedWidget;

namespace vitrine {
class EmptyState;
class SegmentedControl;
class TablePanel;
class TextLabel;
} // namespace vitrine

namespace vitrine::pathboost {

/// The prediction of the chosen graph, path by path: base, the largest contributions, the rest, the total. A line says
/// whether they add up to the prediction exactly. A click on a bar or row chooses the path.
class DecompositionView : public ResultView {
    Q_OBJECT
public:
    explicit DecompositionView(QWidget* parent = nullptr);

    void setRunData(std::shared_ptr<const RunData> data) override;
    void setSelection(Selection* selection) override;
    QString subtitle() const override { return m_subtitle; }
    std::optional<FigureSpec> figure() const override;
    QString figureId() const override;
    nlohmann::json figureOptions() const override;
    ChartView* chart() const override { return m_chart; }
    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override;

    /// Null while there is nothing to take apart.
    const Decomposition* decomposition() const { return m_shown ? &*m_shown : nullptr; }
    SegmentedControl* pageSwitch() const { return m_switch; }
    TablePanel* table() const { return m_table; }
    TextLabel* sumLine() const { return m_sum; }
    bool isBusy() const { return m_task.isRunning(); }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void takeApart();
    void take(Result<Decomposition> result);
    void showEmpty(const QString& sentence);
    void showFigure();
    void showTable();
    void showSum();
    int barsThatFit() const;

    SegmentedControl* m_switch;
    QStackedWidget* m_pages; ///< empty, chart, table
    QWidget* m_bar;          ///< switch and sum
    EmptyState* m_empty;
    ChartView* m_chart;
    TablePanel* m_table;
    TextLabel* m_sum;
    QPointer<Selection> m_selection;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const PredictionRows> m_rows;
    std::shared_ptr<Decomposer> m_decomposer;
    std::optional<Decomposition> m_shown;
    int m_graph = -1;
    int m_bars = 0;
    QString m_path;
    LatestTask m_task;
    QString m_subtitle;
};

} // namespace vitrine::pathboost
