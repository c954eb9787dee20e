#pragma once

#include "widgets/models/flat_model.h"

#include <QStringList>

#include <vector>

namespace vitrine {

/// One line of a comparison: what it is about, and what each run says.
struct CompareRow {
    struct Cell {
        QString text;
        QString hint;
    };
    QString label;
    QString hint; ///< definition
    std::vector<Cell> cells;
    bool isStrong = false; ///< the line itself; the others under it explain it and are muted
    bool isNumber = false; ///< an empty cell is a missing value, shown as such
};

/// How a run is named above its column.
struct CompareHead {
    QString key; ///< id of the run
    QString text;
    QString hint;
    int slot = 1; ///< series colour, as in the curves
};

/// Rows of a comparison, one column per run after the first.
class CompareModel : public FlatModel {
    Q_OBJECT
public:
    using FlatModel::FlatModel;
    void setRows(std::vector<CompareHead> heads, std::vector<CompareRow> rows);
    QString keyOf(int column) const; ///< empty for the first column
    int columnOf(const QString& key) const;

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    int columns() const override { return static_cast<int>(m_heads.size()) + 1; }
    QVariant cell(int row, int column, int role) const override;
    QVariant header(int column, int role) const override;
    bool isNumber(int column) const override { return column > 0; }

private:
    std::vector<CompareHead> m_heads;
    std::vector<CompareRow> m_rows;
};

} // namespace vitrine
