#pragma once

#include <vector>

namespace vitrine {

/// Ascending; infinities at the ends, −0.0 and 0.0 as equals. NaN must not be among them.
/// @cost O(n), 16 n bytes meanwhile
void sortNumbers(std::vector<double>& values);

} // namespace vitrine
