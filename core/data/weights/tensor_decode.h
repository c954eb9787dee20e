#pragma once

#include <cstddef>
#include <string_view>

namespace vitrine {

/// Types whose values are weights by themselves: F64, F32, F16, BF16, F8_E4M3, F8_E5M2.
bool isRealDtype(std::string_view dtype);

/// Types that decodeValues understands: the real ones and whole numbers of 8 to 64 bits.
bool isNumberDtype(std::string_view dtype);

/// Little-endian values as doubles, exactly (whole numbers beyond 2^53 are rounded). BF16 is the upper half of a
/// float32; F16 and F8_E5M2 are as in IEEE 754, with subnormals, infinities and NaN; F8_E4M3 has bias 7, no infinity,
/// NaN at S.1111.111 and 448 as its largest value.
/// @param bytes  count values of the type   @param out  room for count doubles
/// The type must be one of isNumberDtype.
void decodeValues(std::string_view dtype, const char* bytes, std::size_t count, double* out);

} // namespace vitrine
