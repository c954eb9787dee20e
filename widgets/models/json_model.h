#pragma once

#include <nlohmann/json.hpp>

#include <QAbstractItemModel>

#include <memory>

namespace vitrine {

/// A JSON document as a tree of name and value. Children are made when their parent is looked into, so a large model
/// opens at once.
class JsonModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit JsonModel(QObject* parent = nullptr);
    ~JsonModel() override;

    /// `owner` keeps the document alive.
    void setDocument(std::shared_ptr<const void> owner, const nlohmann::json* document);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node;
    Node* nodeOf(const QModelIndex& index) const;

    std::shared_ptr<const void> m_owner;
    std::unique_ptr<Node> m_root;
};

} // namespace vitrine
