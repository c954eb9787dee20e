#pragma once

#include "core/base/result.h"
#include "core/values/value.h"

#include <functional>
#include <string>
#include <string_view>

namespace vitrine {

/// A value as a file: CSV for tables, series and matrices, JSON for scalars, models and graphs (graphset-1), Markdown
/// for documents. Numbers in the shortest form that reads back to the same double; a missing cell is empty.
struct ExportedFile {
    std::string suffix; ///< ".csv", ".json", ".md"
    std::string text;
};
ExportedFile exportValue(const Value& value);
/// Suffix of the file that a value of this kind becomes.
std::string_view exportSuffix(ValueKind kind);

/// RFC 4180 CSV with LF line ends.
std::string tableCsv(const Table& table);
/// Long form: line, x, y, lower, upper.
std::string seriesCsv(const Series& series);
std::string matrixCsv(const Matrix& matrix);
/// graphset-1 text. Reading it back gives an equal GraphSet.
std::string graphSetJson(const GraphSet& graphs);
/// The same. @param goOn  asked before each graph, node and edge; false ends writing
/// @returns false when writing was ended
bool putGraphSetJson(std::string& out, const GraphSet& graphs, const std::function<bool()>& goOn);

} // namespace vitrine
