#pragma once

#include "plugins/pathboost/views/chosen_graph.h"
#include "plugins/pathboost/views/path_occurrences.h"
#include "widgets/latest_task.h"
#include "widgets/views/result_view.h"

class QStackedWidget;

namespace vitrine {
class EmptyState;
class MoleculeView;
} // namespace vitrine

namespace vitrine::pathboost {

class GraphFacts;

/// The chosen graph drawn large, the chosen path lit at every occurrence, beside it what was measured and predicted.
class ChosenGraphView : public ResultView {
    Q_OBJECT
public:
    explicit ChosenGraphView(QWidget* parent = nullptr);

    void setRunData(std::shared_ptr<const RunData> data) override;
    void setSelection(Selection* selection) override;
    QString subtitle() const override { return m_subtitle; }
    QString figureId() const override;
    nlohmann::json figureOptions() const override;
    std::optional<FigureSpec> figure() const override;
    std::function<std::string()> csvMaker() const override;
    std::string outputId() const override;

    MoleculeView* picture() const { return m_picture; }
    GraphFacts* facts() const { return m_facts; }
    bool isBusy() const { return m_task.isRunning(); }

private:
    void follow();
    void lightPath();
    void showSubtitle(qsizetype occurrences);

    QStackedWidget* m_pages;
    EmptyState* m_empty;
    MoleculeView* m_picture;
    GraphFacts* m_facts;
    QPointer<Selection> m_selection;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const PredictionRows> m_rows;
    std::shared_ptr<PathOccurrences> m_occurrences;
    ChosenGraph m_chosen;
    QString m_litPath;
    LatestTask m_task;
    QString m_subtitle;
};

} // namespace vitrine::pathboost
