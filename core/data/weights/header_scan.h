#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// Looks through JSON text once, without memory of its own: what a parser would choke on later (deep nesting, a text or
/// a number without end) is found first. Nothing: sound so far.
/// @return what is wrong
std::optional<std::string> findExcess(std::string_view json, int maxDepth, std::size_t maxText, std::size_t maxNumber);

} // namespace vitrine
