#pragma once

#include <QAbstractTableModel>

namespace vitrine {

/// Roles that every model of ours answers besides Qt's.
enum ModelRole {
    SortRole = Qt::UserRole + 1, ///< value to compare by
    RawRole,                     ///< value as it is, for computing and editors
    ExportRole,                  ///< text as it stands in a file
    MissingRole,                 ///< true: there is no value; shown as an empty cell that cannot be taken for zero
    KeyRole                      ///< key for linked selection
};

/// Adapts rows and columns of one immutable artifact; Qt's functions are written here once.
class FlatModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : columns(); }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    virtual int rows() const = 0;
    virtual int columns() const = 0;
    virtual QVariant cell(int row, int column, int role) const = 0;
    virtual QVariant header(int column, int role) const = 0;
    /// Numbers are set right-aligned, with their header.
    virtual bool isNumber(int column) const = 0;
};

} // namespace vitrine
