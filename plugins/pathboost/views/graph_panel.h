#pragma once

#include "plugins/pathboost/views/chosen_graph.h"
#include "plugins/pathboost/views/decomposition.h"
#include "plugins/pathboost/views/path_occurrences.h"
#include "widgets/latest_task.h"

#include <QWidget>

namespace vitrine {
class FormSection;
class MoleculeView;
class TextLabel;
} // namespace vitrine

namespace vitrine::pathboost {

class ChainButton;
class GraphFacts;

/// What the run says about one graph: picture, prediction, the largest contributions to it.
class GraphPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kLines = 5;

    explicit GraphPanel(QWidget* parent = nullptr);
    /// @param path  is lit in the picture; empty: none
    void showGraph(std::shared_ptr<const RunData> runData, const ChosenGraph& chosen, const QString& path);

    MoleculeView* picture() const { return m_picture; }
    GraphFacts* facts() const { return m_facts; }
    QList<ChainButton*> contributions() const;
    bool isBusy() const { return m_task.isRunning() || m_lightTask.isRunning(); }

Q_SIGNALS:
    void pathChosen(const QString& key);

private:
    void takeApart();
    void take(const Result<Decomposition>& result);
    void clearLines();
    void addLine(const ContributionLine& line, const std::string& unit);
    void addNote(const QString& text);

    MoleculeView* m_picture;
    GraphFacts* m_facts;
    FormSection* m_lines;
    std::shared_ptr<const RunData> m_data;
    std::shared_ptr<const PredictionRows> m_rows;
    std::shared_ptr<Decomposer> m_decomposer;
    std::shared_ptr<PathOccurrences> m_occurrences;
    int m_graph = -1;
    LatestTask m_task, m_lightTask;
};

} // namespace vitrine::pathboost
