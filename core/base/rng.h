#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace vitrine {

/// Counter-based random numbers: a number is a pure function of (seed, stream, a, b, c), so the order in which threads
/// draw never matters. Exact to the last bit on every compiler (normal: to about 1e-14).
/// @source resources/docs/adr/0003-portable-random-numbers.md
namespace rng {

std::uint64_t draw(std::uint64_t seed, std::uint64_t stream, std::uint64_t a = 0, std::uint64_t b = 0,
                   std::uint64_t c = 0);

/// Uniform in [0, 1), 53 random bits.
double u01(std::uint64_t seed, std::uint64_t stream, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0);

/// Uniform in (0, 1), 52 random bits; never 0 and never 1.
double uopen(std::uint64_t seed, std::uint64_t stream, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0);

/// Standard normal by Box-Muller; uses the draws 2c and 2c + 1 of (a, b).
double normal(std::uint64_t seed, std::uint64_t stream, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0);

/// Uniform integer in 0 .. n - 1, n < 2^31.
std::uint32_t index(std::uint32_t n, std::uint64_t seed, std::uint64_t stream, std::uint64_t a = 0, std::uint64_t b = 0,
                    std::uint64_t c = 0);

bool bernoulli(double p, std::uint64_t seed, std::uint64_t stream, std::uint64_t a = 0, std::uint64_t b = 0,
               std::uint64_t c = 0);

/// Random permutation of 0 .. n - 1 (Fisher-Yates from the end).
std::vector<std::uint32_t> permutation(std::uint64_t seed, std::uint64_t stream, std::uint64_t a, std::uint32_t n);

/// Stream number of a name: FNV-1a-64 of its UTF-8 bytes.
std::uint64_t streamOf(std::string_view name);

} // namespace rng

/// The same numbers bound to one seed and one stream, as a run hands them to an experiment.
class Rng {
public:
    Rng(std::uint64_t seed, std::uint64_t stream) : m_seed(seed), m_stream(stream) {}
    Rng(std::uint64_t seed, std::string_view name) : Rng(seed, rng::streamOf(name)) {}

    std::uint64_t seed() const { return m_seed; }
    std::uint64_t stream() const { return m_stream; }
    double u01(std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0) const {
        return rng::u01(m_seed, m_stream, a, b, c);
    }
    double normal(std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0) const {
        return rng::normal(m_seed, m_stream, a, b, c);
    }
    std::uint32_t index(std::uint32_t n, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0) const {
        return rng::index(n, m_seed, m_stream, a, b, c);
    }
    std::vector<std::uint32_t> permutation(std::uint64_t a, std::uint32_t n) const {
        return rng::permutation(m_seed, m_stream, a, n);
    }

private:
    std::uint64_t m_seed;
    std::uint64_t m_stream;
};

} // namespace vitrine
