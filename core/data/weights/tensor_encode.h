#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vitrine {

/// Types that encodeValues can write: F64, F32, F16, BF16.
bool isWritableDtype(std::string_view dtype);

/// Doubles in a type, rounded to the nearest, ties to even, directly from double; what is too large becomes infinite.
/// Appended to `out`, little-endian. The type must be one of isWritableDtype.
void encodeValues(std::string_view dtype, const double* values, std::size_t count, std::string& out);

} // namespace vitrine
