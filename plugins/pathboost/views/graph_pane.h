#pragma once

#include "plugins/pathboost/views/chosen_graph.h"
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

    bool canPaint() const override;
    void paintInto(QPainter& painter, const QRectF& area, bool printStyle) override;
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
};

} // namespace vitrine::pathboost
