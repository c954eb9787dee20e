#include "core/base/number_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace vitrine {
namespace {

constexpr std::size_t kFew = 64;    // fewer are sorted faster by comparison
constexpr std::size_t kMany = 2048; // from here on the counts of long digits cost less than passes over the numbers

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

/// Ascending as a whole number when the values ascend.
std::uint64_t keyOf(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double valueOf(std::uint64_t key) {
    return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

/// Sorts by digits of some bits, from the last to the first.
template <int kBits>
void sortKeys(std::vector<std::uint64_t>& keys) {
    constexpr int kDigits = (64 + kBits - 1) / kBits;
    constexpr std::size_t kBuckets = std::size_t{1} << kBits;
    using Counts = std::array<std::array<std::uint32_t, kBuckets>, kDigits>;
    const auto digitOf = [](std::uint64_t key, std::size_t digit) {
        return static_cast<std::size_t>(key >> (digit * kBits)) & (kBuckets - 1);
    };
    std::vector<Counts> counts(1); // may be too large for the stack of a thread
    for (const std::uint64_t key : keys)
        for (std::size_t digit = 0; digit < kDigits; ++digit)
            ++counts.front()[digit][digitOf(key, digit)];
    std::vector<std::uint64_t> sorted(keys.size());
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
        auto& places = counts.front()[digit];
        if (places[digitOf(keys.front(), digit)] == keys.size())
            continue; // the same in all
        std::uint32_t place = 0;
        for (std::uint32_t& count : places)
            place += std::exchange(count, place);
        for (const std::uint64_t key : keys)
            sorted[places[digitOf(key, digit)]++] = key;
        keys.swap(sorted);
    }
}

} // namespace

void sortNumbers(std::vector<double>& values) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max(); // that can be counted
    if (values.size() < kFew || values.size() > kMost) {
        std::sort(values.begin(), values.end());
        return;
    }
    std::vector<std::uint64_t> keys(values.size());
    std::transform(values.begin(), values.end(), keys.begin(), keyOf);
    if (values.size() < kMany)
        sortKeys<8>(keys);
    else
        sortKeys<11>(keys);
    std::transform(keys.begin(), keys.end(), values.begin(), valueOf);
}

} // namespace vitrine
