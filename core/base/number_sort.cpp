#include "core/base/number_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace vitrine {
namespace {

constexpr int kDigitBits = 11;
constexpr int kDigits = 6; // 66 bits hold a key of 64
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr std::size_t kFew = 2048; // fewer are sorted faster by comparison

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

/// Ascending as a whole number when the values ascend.
std::uint64_t keyOf(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double valueOf(std::uint64_t key) {
    return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

std::size_t digitOf(std::uint64_t key, int digit) {
    return static_cast<std::size_t>(key >> (digit * kDigitBits)) & (kBuckets - 1);
}

using Counts = std::array<std::array<std::size_t, kBuckets>, kDigits>;

void countDigits(const std::vector<std::uint64_t>& keys, Counts& counts) {
    for (const std::uint64_t key : keys)
        for (int digit = 0; digit < kDigits; ++digit)
            ++counts[static_cast<std::size_t>(digit)][digitOf(key, digit)];
}

} // namespace

void sortNumbers(std::vector<double>& values) {
    if (values.size() < kFew) {
        std::sort(values.begin(), values.end());
        return;
    }
    std::vector<std::uint64_t> keys(values.size());
    std::transform(values.begin(), values.end(), keys.begin(), keyOf);
    std::vector<std::uint64_t> sorted(keys.size());
    std::vector<Counts> counts(1); // too large for the stack of a thread
    countDigits(keys, counts.front());
    for (int digit = 0; digit < kDigits; ++digit) {
        auto& places = counts.front()[static_cast<std::size_t>(digit)];
        if (places[digitOf(keys.front(), digit)] == keys.size())
            continue; // the same in all
        std::size_t place = 0;
        for (std::size_t& count : places)
            place += std::exchange(count, place);
        for (const std::uint64_t key : keys)
            sorted[places[digitOf(key, digit)]++] = key;
        keys.swap(sorted);
    }
    std::transform(keys.begin(), keys.end(), values.begin(), valueOf);
}

} // namespace vitrine
