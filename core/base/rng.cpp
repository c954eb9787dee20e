#include "core/base/rng.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace vitrine::rng {
namespace {

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;

/// Finaliser of SplitMix64.
constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

} // namespace

std::uint64_t draw(std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    std::uint64_t h = mix(seed + kGolden);
    for (std::uint64_t word : {stream, a, b, c})
        h = mix(h ^ mix(word + kGolden));
    return h;
}

double u01(std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return static_cast<double>(draw(seed, stream, a, b, c) >> 11) * 0x1.0p-53;
}

double uopen(std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return (static_cast<double>(draw(seed, stream, a, b, c) >> 12) + 0.5) * 0x1.0p-52;
}

double normal(std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const double radius = std::sqrt(-2.0 * std::log(uopen(seed, stream, a, b, 2 * c)));
    return radius * std::cos(2.0 * std::numbers::pi * u01(seed, stream, a, b, 2 * c + 1));
}

std::uint32_t index(std::uint32_t n, std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c) {
    return static_cast<std::uint32_t>(std::floor(u01(seed, stream, a, b, c) * n));
}

bool bernoulli(double p, std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return u01(seed, stream, a, b, c) < p;
}

std::vector<std::uint32_t> permutation(std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint32_t n) {
    std::vector<std::uint32_t> p(n);
    std::iota(p.begin(), p.end(), 0U);
    for (std::uint32_t k = n; k-- > 0;) {
        const auto j = static_cast<std::uint32_t>(std::floor(u01(seed, stream, a, k, 0) * (k + 1.0)));
        std::swap(p[k], p[j]);
    }
    return p;
}

std::uint64_t streamOf(std::string_view name) {
    std::uint64_t h = 0xCBF29CE484222325ULL;
    for (unsigned char byte : name)
        h = (h ^ byte) * 0x100000001B3ULL;
    return h;
}

} // namespace vitrine::rng
