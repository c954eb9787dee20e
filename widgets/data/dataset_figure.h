#pragma once

#include "core/report/report_document.h"
#include "widgets/data/dataset_summary.h"

namespace vitrine {

/// Block of a report that shows the distribution of one column of a data set.
ReportBlock columnBlock(const DatasetRecord& record, const ColumnSummary& column);
/// Block that shows in how many graphs each label occurs.
ReportBlock labelsBlock(const DatasetRecord& record, const FigureSpec& labels);

/// The figure of such a block. Empty when the data set does not hold what it shows. Thread-safe.
std::optional<FigureSpec> datasetFigure(const DatasetRecord& record, const Value& value, const ReportBlock& block);

} // namespace vitrine
