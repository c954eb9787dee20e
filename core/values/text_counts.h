#pragma once

#include "core/values/column.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vitrine {

struct TextCounts {
    std::int64_t distinct = 0;
    /// Texts and how often they stand there; the most frequent first, among equals by the bytes of the text.
    std::vector<std::pair<std::string, std::int64_t>> frequent;
};

/// Different texts of a text column; missing cells are left out. @cost O(n), at most 48 bytes per different text
/// meanwhile
TextCounts countTexts(const Column& column, std::size_t mostFrequent);

} // namespace vitrine
