#pragma once

#include "plugins/pathboost/views/chosen_graph.h"
#include "widgets/views/fact_list.h"

namespace vitrine {
class TextLabel;
}

namespace vitrine::pathboost {

/// Name of a graph as the predictions or the graphs give it.
QString graphName(const PredictionRows* rows, const GraphSet* graphs, const ChosenGraph& chosen);
/// SMILES; empty for graphs that are no molecules.
QString graphStructure(const GraphSet* graphs, int graph);
/// Truth, prediction, residual and spread, as far as they are known.
QList<Fact> predictionFacts(const PredictionRows& rows, std::size_t row);

/// The chosen graph in words: name, structure, truth, prediction, residual, spread.
class GraphFacts : public QWidget {
    Q_OBJECT
public:
    explicit GraphFacts(QWidget* parent = nullptr);
    void showGraph(const PredictionRows* rows, const GraphSet* graphs, const ChosenGraph& chosen);
    QString name() const;
    const QList<Fact>& facts() const { return m_list->facts(); }
    CopyLine* structure() const { return m_structure; }

private:
    TextLabel* m_name;
    CopyLine* m_structure;
    TextLabel* m_unit; ///< above the numbers, which all have it
    FactList* m_list;
    TextLabel* m_spreadNote;
};

} // namespace vitrine::pathboost
