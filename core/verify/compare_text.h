#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine {

/// Two exported texts, number by number.
struct TextComparison {
    std::int64_t numbers = 0;      ///< in the kept text
    std::int64_t close = 0;        ///< of them: not the same, but within the tolerance
    std::int64_t different = 0;    ///< of them: neither; with one for each other text that differs
    double largestDeviation = 0.0; ///< relative, of the close ones
    std::string firstDifference;   ///< "line 3: 0.5 is kept, 0.6 was computed"; empty: there is none

    bool isSame() const { return close == 0 && different == 0; }
};

/// Compares what was kept with what was computed again. Text between numbers has to be the same; a line more or less
/// counts as one difference. Numbers are close when |a - b| <= tolerance max(|a|, |b|). Values are exported in the
/// shortest form that reads back to the same number, so equal texts are equal values.
TextComparison compareText(std::string_view kept, std::string_view computed, double tolerance);

} // namespace vitrine
