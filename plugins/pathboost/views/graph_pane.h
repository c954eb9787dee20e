#pragma once

#include "plugins/pathboost/compute/outputs.h"
#include "plugins/pathboost/views/chosen_graph.h"
#include "plugins/pathboost/views/molecules_figure.h"
#include "plugins/pathboost/views/path_occurrences.h"
#include "plugins/pathboost/views/run_view.h"

namespace vitrine {
class GraphView;
}

namespace vitrine::pathboost {

/// The chosen graph with all that can be done with one: layouts, attributes as colours, space; the chosen paths are
/// lit.
class GraphPane : public RunView {
    Q_OBJECT
public:
    explicit GraphPane(QWidget* parent);

    QString figureId() const override { return QLatin1String(kGraphFigure); }
    nlohmann::json figureOptions() const override { return graphFigureOptions(m_graph, m_litPaths); }
    std::optional<FigureSpec> figure() const override;
    std::string outputId() const override { return kPredictions; }
    GraphView* view() const { return m_view; }

protected:
    void showData() override;
    void followSelection(const QString& kind) override;

private:
    void follow();

    GraphView* m_view;
    std::shared_ptr<const PredictionRows> m_rows;
    std::shared_ptr<PathOccurrences> m_occurrences;
    QStringList m_litPaths;
    int m_graph = -1;
};

} // namespace vitrine::pathboost
