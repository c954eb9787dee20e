#include "core/data/weights/tensor_decode.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace vitrine {

namespace {

static_assert(std::endian::native == std::endian::little);

/// A small float with an exponent of `exponentBits` and a mantissa of `mantissaBits`, as IEEE 754 reads it.
template <int exponentBits, int mantissaBits>
double ieeeValue(std::uint32_t bits) {
    constexpr std::uint32_t kExponents = (1U << exponentBits) - 1;
    constexpr int kBias = (1 << (exponentBits - 1)) - 1;
    const std::uint32_t mantissa = bits & ((1U << mantissaBits) - 1);
    const std::uint32_t exponent = (bits >> mantissaBits) & kExponents;
    const double sign = ((bits >> (exponentBits + mantissaBits)) & 1U) != 0 ? -1.0 : 1.0;
    if (exponent == kExponents)
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
        return sign * std::ldexp(static_cast<double>(mantissa), 1 - kBias - mantissaBits);
    return sign * std::ldexp(static_cast<double>(mantissa + (1U << mantissaBits)),
                             static_cast<int>(exponent) - kBias - mantissaBits);
}

double e4m3Value(std::uint32_t bits) {
    constexpr std::uint32_t kNan = 0x7F;
    constexpr int kBias = 7, kMantissa = 3;
    if ((bits & kNan) == kNan)
        return std::numeric_limits<double>::quiet_NaN();
    const std::uint32_t mantissa = bits & 7U, exponent = (bits >> kMantissa) & 15U;
    const double sign = (bits & 0x80U) != 0 ? -1.0 : 1.0;
    return exponent == 0
               ? sign * std::ldexp(static_cast<double>(mantissa), 1 - kBias - kMantissa)
               : sign * std::ldexp(static_cast<double>(mantissa + 8U), static_cast<int>(exponent) - kBias - kMantissa);
}

template <std::size_t count, class Decode>
std::array<double, count> tableOf(Decode decode) {
    std::array<double, count> table{};
    for (std::size_t i = 0; i < count; ++i)
        table[i] = decode(static_cast<std::uint32_t>(i));
    return table;
}

template <class T, class Convert>
void convert(const char* bytes, std::size_t count, double* out, Convert toDouble) {
    for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
        out[i] = toDouble(value);
    }
}

template <class T>
void plain(const char* bytes, std::size_t count, double* out) {
    convert<T>(bytes, count, out, [](T value) { return static_cast<double>(value); });
}

void half(const char* bytes, std::size_t count, double* out) {
    static const auto kTable = tableOf<65536>(ieeeValue<5, 10>);
    convert<std::uint16_t>(bytes, count, out, [](std::uint16_t value) { return kTable[value]; });
}

void bfloat(const char* bytes, std::size_t count, double* out) {
    convert<std::uint16_t>(bytes, count, out, [](std::uint16_t value) {
        return static_cast<double>(std::bit_cast<float>(std::uint32_t{value} << 16));
    });
}

void e5m2(const char* bytes, std::size_t count, double* out) {
    static const auto kTable = tableOf<256>(ieeeValue<5, 2>);
    convert<std::uint8_t>(bytes, count, out, [](std::uint8_t value) { return kTable[value]; });
}

void e4m3(const char* bytes, std::size_t count, double* out) {
    static const auto kTable = tableOf<256>(e4m3Value);
    convert<std::uint8_t>(bytes, count, out, [](std::uint8_t value) { return kTable[value]; });
}

struct Decoder {
    std::string_view dtype;
    void (*decode)(const char*, std::size_t, double*);
    bool real;
};

constexpr std::array<Decoder, 14> kDecoders{{{"F64", plain<double>, true},
                                             {"F32", plain<float>, true},
                                             {"F16", half, true},
                                             {"BF16", bfloat, true},
                                             {"F8_E4M3", e4m3, true},
                                             {"F8_E5M2", e5m2, true},
                                             {"U8", plain<std::uint8_t>, false},
                                             {"I8", plain<std::int8_t>, false},
                                             {"U16", plain<std::uint16_t>, false},
                                             {"I16", plain<std::int16_t>, false},
                                             {"U32", plain<std::uint32_t>, false},
                                             {"I32", plain<std::int32_t>, false},
                                             {"U64", plain<std::uint64_t>, false},
                                             {"I64", plain<std::int64_t>, false}}};

const Decoder* decoderOf(std::string_view dtype) {
    for (const Decoder& one : kDecoders)
        if (one.dtype == dtype)
            return &one;
    return nullptr;
}

} // namespace

bool isRealDtype(std::string_view dtype) {
    const Decoder* found = decoderOf(dtype);
    return found && found->real;
}

bool isNumberDtype(std::string_view dtype) {
    return decoderOf(dtype) != nullptr;
}

void decodeValues(std::string_view dtype, const char* bytes, std::size_t count, double* out) {
    if (const Decoder* found = decoderOf(dtype))
        found->decode(bytes, count, out);
}

} // namespace vitrine
