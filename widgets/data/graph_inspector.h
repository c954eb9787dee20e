#pragma once

#include "core/values/graph_set.h"
#include "widgets/selection.h"

#include <QPointer>
#include <QWidget>

#include <memory>

class QPushButton;
class QStackedWidget;
class QTableWidget;

namespace vitrine {

class EmptyState;
class MoleculeView;
class SegmentedControl;
class TextLabel;

/// The selected graph of a data set: its picture, structure, all its columns, the attributes of the node or edges under
/// the pointer, and the next step.
class GraphInspector : public QWidget {
    Q_OBJECT
public:
    explicit GraphInspector(QWidget* parent = nullptr);

    void setGraphs(std::shared_ptr<const GraphSet> graphs, const QString& title);
    void setSelection(Selection* selection);
    int graph() const { return m_graph; }
    MoleculeView* picture() const { return m_picture; }
    QTableWidget* properties() const { return m_properties; }
    /// Rings a node and goes to it in the table; -1: none.
    void showNode(int node);
    QTableWidget* nodes() const { return m_nodes; }
    QTableWidget* edges() const { return m_edges; }
    QPushButton* experimentButton() const { return m_experiment; }

Q_SIGNALS:
    void experimentWanted();

private:
    void follow();
    void showGraph(int graph);
    void fillProperties();
    void fillNodes();
    void fillEdges();
    QWidget* makeDetails();

    QStackedWidget* m_stack;
    EmptyState* m_empty;
    MoleculeView* m_picture;
    TextLabel* m_name;
    TextLabel* m_structure;
    QTableWidget* m_properties;
    SegmentedControl* m_switch;
    QStackedWidget* m_tables;
    QTableWidget* m_nodes;
    QTableWidget* m_edges;
    QPushButton* m_experiment;
    QPointer<Selection> m_selection;
    std::shared_ptr<const GraphSet> m_graphs;
    int m_graph = -1;
};

} // namespace vitrine
