#pragma once

#include "widgets/data/dataset_summary.h"
#include "widgets/models/flat_model.h"

#include <QStyledItemDelegate>

namespace vitrine {

/// Columns of a data set, one row each: what it belongs to, type, missing cells, range and a small distribution.
class ColumnSummaryModel : public FlatModel {
    Q_OBJECT
public:
    enum Column { kName, kScope, kType, kMissing, kDistinct, kMinimum, kMean, kMaximum, kDistribution, kColumns };
    using FlatModel::FlatModel;

    void setSummary(std::shared_ptr<const DatasetSummary> summary);
    const ColumnSummary& summaryAt(int row) const { return m_summary->columns[static_cast<std::size_t>(row)]; }

protected:
    int rows() const override { return m_summary ? static_cast<int>(m_summary->columns.size()) : 0; }
    int columns() const override { return kColumns; }
    QVariant cell(int row, int column, int role) const override;
    QVariant header(int column, int role) const override;
    bool isNumber(int column) const override { return column >= kMissing && column <= kMaximum; }

private:
    std::shared_ptr<const DatasetSummary> m_summary;
};

/// Bars of the distribution of a column in one cell.
class DistributionDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace vitrine
