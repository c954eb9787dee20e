#pragma once

#include "core/figure/distribution.h"
#include "core/store/records.h"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace vitrine {

class FilterColumns;

/// Text of one headline card.
struct CardText {
    QString label, value, unit, note, definition;
};

/// What a column belongs to.
enum class ColumnScope { table, graph, node, edge };

/// Distribution of one column.
struct ColumnSummary {
    ColumnScope scope = ColumnScope::table;
    std::string name, unit, description;
    ColumnType type = ColumnType::text;
    std::int64_t cells = 0;
    std::int64_t missing = 0;
    std::int64_t nonFinite = 0; ///< NaN and infinities, counted and left out of the numbers below
    std::int64_t distinct = 0;
    double minimum = 0.0, maximum = 0.0, mean = 0.0, median = 0.0;
    std::int64_t finite = 0; ///< cells the four numbers stand for; 0: they mean nothing
    Histogram histogram;     ///< of finite numbers
    std::vector<std::pair<std::string, std::int64_t>> frequent; ///< texts and how often, the first twelve
};

/// What a dataset page shows besides the records themselves.
struct DatasetSummary {
    std::vector<CardText> cards; ///< five
    std::vector<ColumnSummary> columns;
    int targetColumn = -1;             ///< in `columns`; -1: there is none
    std::optional<FigureSpec> labels;  ///< graphs that contain each element or label
    std::shared_ptr<const Table> rows; ///< records with their number in front; null where there are no rows
    std::string keyColumn;             ///< the one with the number
    std::shared_ptr<const FilterColumns> filterColumns; ///< that a filter of the rows may name; null: those of `rows`
};

/// Statistics of a data set of any kind. Thread-safe. @cost O(n log n) in the cells of each column
DatasetSummary summariseDataset(const DatasetRecord& record, const Value& value, const std::stop_token& stop = {});
ColumnSummary summariseColumn(const Column& column, ColumnScope scope);
/// Bars of one column: histogram of numbers, with the median as reference line, or its most frequent texts.
FigureSpec columnFigure(const ColumnSummary& column, const QString& recordsName);
/// In how many graphs each label of the label column occurs; empty when there is no such column.
std::optional<FigureSpec> labelFigure(const GraphSet& graphs);
/// Name of the records: "Molecules", "Graphs", "Rows".
QString recordsName(const DatasetRecord& record);

} // namespace vitrine
