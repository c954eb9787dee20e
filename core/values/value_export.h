#pragma once

#include "core/base/result.h"
#include "core/values/value.h"

#include <string>

namespace vitrine {

/// A value as a file: CSV for tables, series and matrices, JSON for scalars, models and graphs (graphset-1), Markdown
/// for documents. Numbers in the shortest form that reads back to the same double; a missing cell is empty.
struct ExportedFile {
    std::string suffix; ///< ".csv", ".json", ".md"
    std::string text;
};
ExportedFile exportValue(const Value& value);

/// RFC 4180 CSV with LF line ends.
std::string tableCsv(const Table& table);
/// Long form: line, x, y, lower, upper.
std::string seriesCsv(const Series& series);
std::string matrixCsv(const Matrix& matrix);
/// graphset-1 text. Reading it back gives an equal GraphSet when all columns can be expressed.
std::string graphSetJson(const GraphSet& graphs);

} // namespace vitrine
