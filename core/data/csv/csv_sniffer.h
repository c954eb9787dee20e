#pragma once

#include "core/data/csv/csv_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// What the beginning of a text says about the way it is cut into cells.
struct SniffedCsv {
    CsvDialect dialect;
    std::vector<std::string> names; ///< as the header has them, not yet unique; empty without a header
    std::size_t columns = 0;        ///< of most records
    std::int64_t commentLines = 0;  ///< lines at the top that begin with #
    bool headerIsGuess = false;     ///< the first record is text like all others
    bool namesRowLabels = false;    ///< the header has one name less than the records have cells
    /// A number like "1,234" that may be 1.234 or 1234; empty when there is none.
    std::string ambiguousNumber;
    /// Numbers with thousands marks such as "1,234,567" or "1.234,5"; empty when there is none.
    std::string thousandsNumber;
    char thousandsMark = ','; ///< in it
};

constexpr std::size_t kMaxCsvColumns = 100'000; ///< a file with more is refused
constexpr std::size_t kSniffBytes = std::size_t{256} << 10;

/// Detects what the options leave open. @param text  the whole text or its beginning; only the start is looked at.
SniffedCsv sniffCsv(std::string_view text, const CsvOptions& options);

} // namespace vitrine
