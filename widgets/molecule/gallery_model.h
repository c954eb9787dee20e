#pragma once

#include "core/values/graph_set.h"

#include <QAbstractListModel>

#include <memory>
#include <vector>

namespace vitrine {

/// Graphs of a set in the order a gallery shows them. Rows are cells; which graph stands in a row is told by kGraph.
class GalleryModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { kGraph = Qt::UserRole, kName, kValue };

    using QAbstractListModel::QAbstractListModel;

    /// Shows every graph in file order.
    void setGraphs(std::shared_ptr<const GraphSet> graphs);
    const std::shared_ptr<const GraphSet>& graphs() const { return m_graphs; }
    /// Shows these graphs in this order.
    void setOrder(std::vector<int> order);
    const std::vector<int>& order() const { return m_order; }
    /// Number at the right of every cell, one per graph; empty: the target.
    void setValues(const QString& title, std::vector<double> values);

    int graphAt(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    /// Row of a graph, or -1 when it is not shown.
    int rowOf(int graph) const;
    QString nameOf(int graph) const;
    QString valueOf(int graph) const;
    /// Name, structure and value, for tool tips.
    QString toolTipOf(int graph) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const GraphSet> m_graphs;
    std::vector<int> m_order;
    std::vector<int> m_rows; // graph -> row
    QString m_valueTitle;
    std::vector<double> m_values;
    int m_decimals = 0;
};

} // namespace vitrine
