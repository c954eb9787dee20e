#pragma once

#include "core/data/reader.h"

#include <QAbstractTableModel>

namespace vitrine {

/// First and last rows of a file that is about to be read. Row 0 is kept for the choosers of roles, and one row says
/// how many rows are not shown.
class PreviewTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { kColumnType = Qt::UserRole, kIsGap };

    using QAbstractTableModel::QAbstractTableModel;

    void setPreview(ImportPreview preview);
    const ImportPreview& preview() const { return m_preview; }
    /// Row that stands for those not shown, or -1.
    int gapRow() const;
    bool hasRoles() const { return m_hasRoles; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    const std::vector<std::string>* rowAt(int row) const;
    std::int64_t hiddenRows() const;
    bool isNumeric(int column) const;

    ImportPreview m_preview;
    bool m_hasRoles = false;
};

/// Name of a role for people: "Name", "Structure", ...
QString columnRoleTitle(ColumnRole role);
/// What a column of this role is used for, for tool tips.
QString columnRoleHelp(ColumnRole role);

} // namespace vitrine
