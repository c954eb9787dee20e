#pragma once

#include "plugins/pathboost/views/chosen_graph.h"
#include "widgets/latest_task.h"
#include "widgets/views/result_view.h"

#include <QPointer>

#include <functional>

class QStackedWidget;

namespace vitrine {
class EmptyState;
class SegmentedControl;
class TablePanel;
} // namespace vitrine

namespace vitrine::pathboost {

/// One figure of a pane of predictions.
struct PredictionFigure {
    QString name;       ///< on the switch
    QString className;  ///< the same for predictions of classes
    QString classTitle; ///< stands in the title of the pane then
    QString bareTitle;  ///< the same where no truth is known
    QString figureId;   ///< in reports
    nlohmann::json options;
    bool marksChosen = false; ///< made again with the chosen graph whenever that changes
    bool needsTruth = false;  ///< nothing to draw without a truth
    bool hasBins = false;     ///< a click on a bar chooses all graphs in it
    std::function<std::optional<FigureSpec>(const PredictionRows&, std::optional<std::size_t> chosen)> make;
};

/// Figures of the predictions of a run, one shown at a time, made in the background; at the end of the switch may be
/// the table. Linked by kind "graph".
class PredictionPane : public ResultView {
    Q_OBJECT
public:
    static constexpr std::size_t kMostChosen = 1'000; ///< graphs that a click on a bar chooses

    PredictionPane(std::vector<PredictionFigure> figures, bool withTable, QWidget* parent = nullptr);

    void setRunData(std::shared_ptr<const RunData> data) override;
    void setSelection(Selection* selection) override;
    QString title() const override;
    QString subtitle() const override { return m_subtitle; }
    std::optional<FigureSpec> figure() const override;
    QString figureId() const override;
    nlohmann::json figureOptions() const override;
    ChartView* chart() const override { return m_chart; }
    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override;

    SegmentedControl* pageSwitch() const { return m_switch; }
    TablePanel* table() const { return m_table; }
    bool isBusy() const { return m_task.isRunning(); }

private:
    bool showsTable() const;
    const PredictionFigure& current() const;
    void nameFigures();
    void showPage();
    void makeFigure();
    void takeFigure(std::optional<FigureSpec> spec);
    void follow();
    void chooseBin(int bin);
    void setSubtitle(const QString& text);

    std::vector<PredictionFigure> m_figures;
    SegmentedControl* m_switch;
    QStackedWidget* m_pages;
    ChartView* m_chart;
    TablePanel* m_table; ///< null without table
    EmptyState* m_empty;
    QPointer<Selection> m_selection;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const PredictionRows> m_rows;
    std::shared_ptr<const PredictionRows> m_tableRows; ///< that the table shows
    ChosenGraph m_chosen;
    LatestTask m_task;
    QString m_subtitle;
};

/// Prediction against truth, with the table.
PredictionPane* makePredictionPane(QWidget* parent);
/// Residuals against prediction, and their histogram.
PredictionPane* makeResidualPane(QWidget* parent);

} // namespace vitrine::pathboost
