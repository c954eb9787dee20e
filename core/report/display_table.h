#pragma once

#include "core/report/composed_report.h"
#include "core/values/readable_name.h"

namespace vitrine {

struct TableLimits {
    static constexpr std::size_t kMaxColumns = 8; ///< that fit on a page

    std::size_t maxRows = 20;
    std::vector<std::string> columns; ///< which and in which order; empty: the first that fit
    ColumnTitles titles;
    std::string sortBy;        ///< column; empty: the order of the table. Missing cells come last.
    bool namesAreCodes = true; ///< columns are named by a program, not by people: see readableName
    bool descending = false;
    bool byMagnitude = false; ///< numbers sorted by |x|
    /// Only rows whose cell of this column is this text; all rows when none is.
    std::string whereColumn, whereText;
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
