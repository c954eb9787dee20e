#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// Shortest decimal text that reads back to the same double, always with a point, whatever the locale. NaN is "nan",
/// infinities "inf" and "-inf".
std::string numberText(double value);

/// The whole text as a number; a point is the decimal mark. "nan", "inf" and "infinity" (any case, signed) are read.
/// Empty when the text is anything else. Never depends on the locale.
std::optional<double> parseNumber(std::string_view text);

} // namespace vitrine
