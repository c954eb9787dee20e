#pragma once

#include "core/report/composed_report.h"

namespace vitrine {

struct TableLimits {
    static constexpr std::size_t kMaxColumns = 8; ///< that fit on a page

    std::size_t maxRows = 20;
    std::vector<std::string> columns; ///< which and in which order; empty: the first that fit
};

/// First rows of a table, numbers rounded per column and aligned at the right. What is left out is said in the note.
DisplayTable displayTable(const Table& table, const TableLimits& limits);
/// One row per number: value with unit, interval, its kind and n, what it is compared to.
DisplayTable displayScalars(const Scalars& scalars);
/// Curves beside each other when they share their x, else one below the other.
Table seriesTable(const Series& series);
Table matrixTable(const Matrix& matrix);

/// Any value that can be shown as a table. Empty for models, files and documents.
std::optional<DisplayTable> displayValue(const Value& value, const TableLimits& limits);

} // namespace vitrine
