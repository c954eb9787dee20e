#pragma once

#include "plugins/pathboost/views/run_paths.h"

#include <QAbstractItemModel>

#include <array>
#include <memory>
#include <vector>

namespace vitrine::pathboost {

/// The selected paths as a tree of prefixes. Prefixes that were never selected are there as parents; they have no
/// numbers.
class PathTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { kPathColumn, kImportanceColumn, kEffectColumn, kTimesColumn, kGraphsColumn, kFirstColumn, kColumns };
    enum Role { kLabels = Qt::UserRole + 20, kIsSelectedPath }; ///< QStringList; bool: was selected at least once

    using QAbstractItemModel::QAbstractItemModel;

    /// Rebuilds the tree only when the set of paths has changed. @param graphWord  "Molecules" or "Graphs"
    void setPaths(std::shared_ptr<const RunPaths> paths, const QString& graphWord);
    /// Invalid for a path that is not in the tree.
    QModelIndex indexOf(const QString& key) const;
    QString keyOf(const QModelIndex& index) const;
    /// The longest text of a column of numbers; no other is wider in tabular digits.
    QString longestText(int column) const { return m_longest[static_cast<std::size_t>(column)]; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        QString key;
        int parent = -1; ///< of m_nodes
        int row = 0;     ///< among its siblings
        std::vector<int> children;
        const PathRow* path = nullptr; ///< null: never selected
        double best = 0.0;             ///< largest importance (or number of selections) in the subtree
    };
    int nodeFor(const QString& key);
    void build();
    void findBest();
    void findLongest();
    const Node& nodeOf(const QModelIndex& index) const { return m_nodes[static_cast<std::size_t>(index.internalId())]; }
    const std::vector<int>& childrenOf(const QModelIndex& parent) const;
    QString textOf(const Node& node, int column) const;
    QVariant sortValue(const Node& node, int column) const;
    QString toolTip(const Node& node) const;

    std::shared_ptr<const RunPaths> m_paths;
    QString m_graphWord;
    std::vector<Node> m_nodes;
    std::vector<int> m_roots;
    QHash<QString, int> m_byKey;
    std::array<QString, kColumns> m_longest;
    int m_effectDecimals = 2;
    int m_importanceDecimals = 2;
};

} // namespace vitrine::pathboost
