#pragma once

#include "core/values/scalars.h"

#include <cstdint>
#include <span>
#include <string>

namespace vitrine {

// Numbers as people read them in a report: rounded, with a true minus, a point as the decimal mark and commas between
// thousands of counts, whatever the locale, so that a report is the same everywhere. Files of data hold exact numbers.

/// How all numbers of one column are written, so that their points stand below each other.
struct NumberStyle {
    int decimals = 0;
    bool scientific = false; ///< "1.23 × 10⁻⁵"
};

/// Style for the values shown in one column: three significant digits of a typical value, never more decimals than the
/// numbers themselves have, scientific where fixed digits would be mostly zeros. Ignores NaN and infinities.
NumberStyle columnStyle(std::span<const double> shown);

/// "−0.90", "NaN", "∞". A value that is not zero and would be shown as zero is "<0.001".
std::string displayNumber(double value, NumberStyle style);
/// A number that stands alone: four significant digits, whole numbers as counts.
std::string displayNumber(double value);
/// "1,128"
std::string displayCount(std::int64_t count);
/// "12 kB", "174 MB"
std::string displayBytes(std::int64_t bytes);
/// "0.09 s", "3 min 20 s", "2 h 5 min"
std::string displaySeconds(double seconds);
/// ISO date, or date and time, as "30 November 2026" or "30 November 2026, 10:22 UTC"; other text is given back.
std::string displayDate(const std::string& iso);

/// The texts of one scalar; value and interval have the same decimals: three significant digits of the value, at least
/// two of the half width.
struct ScalarText {
    std::string value;    ///< "0.899"
    std::string unit;     ///< "log mol/L"
    std::string interval; ///< "[0.781, 1.020]", empty when there is none
    std::string kind;     ///< "95 % bootstrap over test graphs, n = 226"

    /// "0.899 log mol/L [0.781, 1.020]"
    std::string joined() const;
};
ScalarText displayScalar(const Scalar& scalar);

} // namespace vitrine
