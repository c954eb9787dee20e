#pragma once

#include "core/values/column.h"

#include <QString>

namespace vitrine {

/// A number for people: the user's locale, true minus; NaN and infinities by name.
QString displayNumber(double value, int decimals);
/// The same with as many significant digits as are needed, no trailing zeros: "326.44", "1.2e-7".
QString displayNumber(double value);
QString displayCount(std::int64_t count);
/// "97 kB", "3.0 MB"
QString displayBytes(std::int64_t bytes);
/// "1 molecule", "2 molecules"
QString counted(std::int64_t count, const QString& one, const QString& many);

/// Decimals that show every value of the column to about four significant digits of its range, 0 to 6; 0 for integers.
int decimalsFor(const Column& column);
/// The cell of a column as shown: decimals as given, text as it is; empty when missing.
QString displayCell(const Column& column, std::size_t row, int decimals);

} // namespace vitrine
