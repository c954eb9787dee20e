#include "widgets/data/column_summary_model.h"

#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/style/series_style.h"

#include <QPainter>

#include <algorithm>

namespace vitrine {
namespace {

QString scopeName(ColumnScope scope) {
    switch (scope) {
    case ColumnScope::table: return ColumnSummaryModel::tr("row");
    case ColumnScope::graph: return ColumnSummaryModel::tr("graph");
    case ColumnScope::node: return ColumnSummaryModel::tr("node");
    case ColumnScope::edge: return ColumnSummaryModel::tr("edge");
    }
    return {};
}

} // namespace

void ColumnSummaryModel::setSummary(std::shared_ptr<const DatasetSummary> summary) {
    beginResetModel();
    m_summary = std::move(summary);
    endResetModel();
}

QVariant ColumnSummaryModel::cell(int row, int column, int role) const {
    const ColumnSummary& summary = summaryAt(row);
    if (role == Qt::ToolTipRole) {
        QStringList lines{toQString(summary.name)};
        if (!summary.description.empty())
            lines += toQString(summary.description);
        if (summary.nonFinite > 0)
            lines += tr("%1 NaN or infinite, left out of the numbers").arg(displayCount(summary.nonFinite));
        return lines.join(QLatin1Char('\n'));
    }
    if (role != Qt::DisplayRole)
        return {};
    const auto number = [&](double value) { return summary.finite > 0 ? displayNumber(value) : QString(); };
    switch (column) {
    case kName:
        return summary.unit.empty() ? toQString(summary.name)
                                    : tr("%1 (%2)").arg(toQString(summary.name), toQString(summary.unit));
    case kScope: return scopeName(summary.scope);
    case kType: return toQString(columnTypeName(summary.type));
    case kMissing: return displayCount(summary.missing);
    case kDistinct: return displayCount(summary.distinct);
    case kMinimum: return number(summary.minimum);
    case kMean: return number(summary.mean);
    case kMaximum: return number(summary.maximum);
    default: return {};
    }
}

QVariant ColumnSummaryModel::header(int column, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case kName: return tr("Column");
    case kScope: return tr("Of each");
    case kType: return tr("Type");
    case kMissing: return tr("Missing");
    case kDistinct: return tr("Different");
    case kMinimum: return tr("Minimum");
    case kMean: return tr("Mean");
    case kMaximum: return tr("Maximum");
    case kDistribution: return tr("Distribution");
    default: return {};
    }
}

void DistributionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const ColumnSummary& summary = static_cast<const ColumnSummaryModel*>(index.model())->summaryAt(index.row());
    std::vector<std::int64_t> counts = summary.histogram.counts;
    if (summary.finite == 0) {
        counts.clear();
        for (const auto& [text, count] : summary.frequent)
            counts.push_back(count);
    }
    if (counts.empty())
        return;
    const std::int64_t most = std::max<std::int64_t>(1, *std::max_element(counts.begin(), counts.end()));
    const QRectF area = QRectF(option.rect).adjusted(8, 4, -8, -4);
    const double pitch = std::min(area.width() / static_cast<double>(counts.size()), 12.0);
    const QColor color = seriesColor(1, tokensOf(option.palette));
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0)
            continue;
        const double height = std::max(1.0, area.height() * static_cast<double>(counts[i]) / static_cast<double>(most));
        painter->fillRect(QRectF(area.left() + static_cast<double>(i) * pitch, area.bottom() - height,
                                 std::max(1.0, pitch - 1.0), height),
                          color);
    }
}

} // namespace vitrine
