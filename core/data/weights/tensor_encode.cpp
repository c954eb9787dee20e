#include "core/data/weights/tensor_encode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace vitrine {

namespace {

/// Rounds to a small float of `exponentBits` and `mantissaBits` in one step from double: twice rounded would be wrong
/// at ties.
template <int exponentBits, int mantissaBits>
std::uint16_t smallFloat(double value) {
    constexpr int kBias = (1 << (exponentBits - 1)) - 1;
    constexpr int kLowest = 1 - kBias; // exponent of the smallest normal number
    constexpr std::uint32_t kInfinity = ((1U << exponentBits) - 1) << mantissaBits;
    const std::uint32_t sign = std::signbit(value) ? 1U << (exponentBits + mantissaBits) : 0U;
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | kInfinity | (1U << (mantissaBits - 1)));
    if (std::isinf(value))
        return static_cast<std::uint16_t>(sign | kInfinity);
    if (value == 0.0)
        return static_cast<std::uint16_t>(sign);
    const int exponent = std::max(std::ilogb(value), kLowest);
    // Units of the last place; nearbyint rounds ties to even. A carry runs into the exponent, which is what it should.
    const double units = std::nearbyint(std::ldexp(std::abs(value), mantissaBits - exponent));
    const auto mantissa = static_cast<std::uint64_t>(units);
    const std::uint64_t bits =
        (static_cast<std::uint64_t>(exponent - kLowest) << mantissaBits) + mantissa; // normal: hidden bit adds one
    return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(std::min<std::uint64_t>(bits, kInfinity)));
}

template <class T>
void append(std::string& out, T value) {
    const auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    out.append(bytes.data(), bytes.size());
}

} // namespace

bool isWritableDtype(std::string_view dtype) {
    return dtype == "F64" || dtype == "F32" || dtype == "F16" || dtype == "BF16";
}

void encodeValues(std::string_view dtype, const double* values, std::size_t count, std::string& out) {
    for (std::size_t i = 0; i < count; ++i) {
        if (dtype == "F64")
            append(out, values[i]);
        else if (dtype == "F32")
            append(out, static_cast<float>(values[i]));
        else if (dtype == "F16")
            append(out, smallFloat<5, 10>(values[i]));
        else
            append(out, smallFloat<8, 7>(values[i]));
    }
}

} // namespace vitrine
