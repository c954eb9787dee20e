#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine {

/// A piece of a file inside of a message: in double quotes, at most `shown` bytes, control characters as "?". Valid
/// UTF-8 stays valid UTF-8.
std::string inQuotes(std::string_view text, std::size_t shown = 40);

/// "1 column", "3 columns".
std::string counted(std::size_t count, std::string_view noun);

/// "1,128": count with commas between groups of three digits, as messages and previews show it.
std::string grouped(std::int64_t count);

/// Refuses what would not fit, before it is taken: "x.csv: 375,000,000 rows take about 12 GB, more than there is".
/// @param count  of what stands in the file, "row" in the example
/// @errors out_of_range
Result<void> checkFits(const std::string& name, std::int64_t count, std::string_view noun, double bytes);

} // namespace vitrine
